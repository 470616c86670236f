// What the start of a batch must know of its people at that moment (D19).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/**
 * Two batches of one provider start one after the other: limit and tax of a person look at what was started before, and a
 * lock on every person by itself would need more locks than the database has.
 */
export async function lockStarts(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7, ${providerId})`.execute(tx)
}

export type PersonToJudge = {
  readonly idHash: string
  readonly restricted: boolean
  /** Succeeded and in flight this month; waiting batches do not count (D16). */
  readonly monthSoFarFen: Fen
}

/** Everyone in the batch, or only those whom the limit or a restriction may stop. */
export async function peopleToJudge(
  tx: Tx,
  batch: { batchId: number; providerId: number },
  terms: { month: Month; limitFen: Fen; everyone: boolean },
): Promise<PersonToJudge[]> {
  const { rows } = await sql<PersonToJudge>`
    with people as materialized (
      select r.id_hash, sum(r.amount_fen) as total from payout_rows r
      where r.batch_id = ${BigInt(batch.batchId)} and r.status = 'processing' group by 1
    ), paid as (
      select r.id_hash, sum(r.amount_fen)::bigint as so_far
      from people join payout_rows r on r.provider_id = ${batch.providerId} and r.id_hash = people.id_hash
        join payout_batches b on b.batch_id = r.batch_id
      where b.status = 'transferring' and b.payment_month = ${terms.month} and r.status in ('processing', 'succeeded')
      group by 1
    )
    select people.id_hash as "idHash", limited.id_hash is not null as restricted, coalesce(paid.so_far, 0)::bigint as "monthSoFarFen"
    from people
      left join paid on paid.id_hash = people.id_hash
      left join (select distinct id_hash from restricted_people
        where provider_id is null or provider_id = ${batch.providerId}) limited on limited.id_hash = people.id_hash
    where ${terms.everyone} or limited.id_hash is not null or coalesce(paid.so_far, 0) + people.total >= ${terms.limitFen}`.execute(
    tx,
  )
  return rows
}

export type RowToJudge = {
  readonly rowId: bigint
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly sealed: string
}

/** The rows of these people in the sheet's order. */
export async function rowsToJudge(
  tx: Tx,
  batchId: number,
  idHashes: readonly string[] | 'everyone',
): Promise<RowToJudge[]> {
  return tx
    .selectFrom('payout_rows as r')
    .where('r.batch_id', '=', BigInt(batchId))
    .where('r.status', '=', 'processing')
    .$if(idHashes !== 'everyone', (q) => q.where(sql<boolean>`r.id_hash = any(${[...idHashes]}::text[])`))
    .select([
      'r.row_id as rowId',
      'r.id_hash as idHash',
      'r.amount_fen as amountFen',
      'r.tax_fen as taxFen',
      'r.sealed',
    ])
    .orderBy('r.row_number')
    .execute()
}

/** The last day on which nobody in the batch is too old; null for batches from before this was noted. */
export async function ageGoodUntil(tx: Tx, batchId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select age_good_until::text as day from payout_batches where batch_id = ${BigInt(batchId)}`.execute(tx)
  return rows[0]?.day ?? null
}
