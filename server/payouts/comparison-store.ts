// The people of a batch beside those of an earlier one of their company, added up by the database.

import { RISEN_PERCENT, STEADY_PERCENT } from '@paywages/domain/payouts/batch-comparison.ts'
import { levelMasks } from '@paywages/domain/payouts/warning-levels.ts'
import type { ComparedRow, Comparison, EarlierBatch } from '@paywages/wire/payouts/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { rowRangeOf } from './row-range-store.ts'
import { isHigh } from './warning-sql.ts'

export type Figures = NonNullable<Comparison['figures']>

/** Of the same company, started before this one was, or before now; newest first. */
export async function startedBefore(
  tx: Tx,
  { batchId, providerId, startedAt }: { batchId: number; providerId: number; startedAt: Date | null },
  limit: number,
): Promise<EarlierBatch[]> {
  const { rows } = await sql<EarlierBatch>`
    select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.file_name as "fileName", b.started_at as "startedAt"
    from payout_batches b
    where b.status = 'transferring' and b.provider_id = ${providerId} and b.batch_id <> ${BigInt(batchId)}
      ${startedAt === null ? sql`` : sql`and b.started_at < ${startedAt}`}
    order by b.started_at desc, b.batch_id desc limit ${limit}`.execute(tx)
  return rows
}

/** Each person with the sum and the cards of their payouts. */
async function peopleOf(tx: Tx, batchId: number): Promise<RawBuilder<unknown>> {
  const { first, last } = await rowRangeOf(tx, BigInt(batchId))
  return sql`
    select r.id_hash, sum(r.amount_fen) as fen, array_agg(r.card_hash) as cards,
      sum(r.amount_fen) filter (where ${isHigh(levelMasks(new Set()))}) as high_fen
    from payout_rows r
    where r.batch_id = ${BigInt(batchId)} and not r.cancelled ${first === 0n ? sql`` : sql`and r.row_id between ${first} and ${last}`}
    group by r.id_hash`
}

export async function differenceBetween(tx: Tx, batchId: number, earlierId: number): Promise<Figures> {
  const [now, last] = [await peopleOf(tx, batchId), await peopleOf(tx, earlierId)]
  const both = sql`n.id_hash is not null and l.id_hash is not null`
  const { rows } = await sql<Figures>`
    select coalesce(sum(l.fen), 0)::bigint as "lastFen", coalesce(sum(n.fen), 0)::bigint as "nowFen",
      (count(*) filter (where l.id_hash is null))::int as "addedPeople",
      coalesce(sum(n.fen) filter (where l.id_hash is null), 0)::bigint as "addedFen",
      (count(*) filter (where n.id_hash is null))::int as "removedPeople",
      coalesce(sum(l.fen) filter (where n.id_hash is null), 0)::bigint as "removedFen",
      coalesce(sum(n.fen - l.fen) filter (where ${both}), 0)::bigint as "changedFen",
      (count(*) filter (where ${both} and not n.cards <@ l.cards))::int as "cardPeople",
      (count(*) filter (where ${both} and n.fen * 100 > l.fen * ${sql.lit(100 + RISEN_PERCENT)}))::int as "risenPeople",
      (count(*) filter (where ${both} and abs(n.fen - l.fen) * 100 <= l.fen * ${sql.lit(STEADY_PERCENT)}))::int as "steadyPeople",
      coalesce(sum(n.high_fen), 0)::bigint as "highFen"
    from (${now}) n full join (${last}) l on l.id_hash = n.id_hash`.execute(tx)
  const [figures] = rows
  if (figures === undefined) throw new Error('A sum without groups has one row.')
  return figures
}

/** By person, as the page shows the rows: a row that is cancelled here counts nothing here. */
export async function peopleBeside(
  tx: Tx,
  batchId: number,
  earlierId: number,
  rowIds: readonly number[],
): Promise<ComparedRow[]> {
  const sumIn = (id: number) => sql`
    (select sum(o.amount_fen) from payout_rows o where o.id_hash = r.id_hash and o.batch_id = ${BigInt(id)} and not o.cancelled)::bigint`
  const { rows } = await sql<ComparedRow>`
    select r.row_id::float8 as "rowId", ${sumIn(earlierId)} as "lastFen", coalesce(${sumIn(batchId)}, 0)::bigint as "nowFen"
    from payout_rows r where r.row_id = any(${rowIds.map(BigInt)}::bigint[]) and r.batch_id = ${BigInt(batchId)}`.execute(
    tx,
  )
  return rows
}
