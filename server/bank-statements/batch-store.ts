// Looks up whole batches that a debit or a list may pay, and their rows.

import type { BatchRows, BatchSums } from '@paywages/domain/bank-statements/whole-batch.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchStates } from '@paywages/wire/bank-statements/shapes.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Of the provider's batches with a payout in these days, all their payouts together. */
export async function batchSums(tx: Tx, providerId: number, from: Date, to: Date): Promise<BatchSums[]> {
  const { rows } = await sql<BatchSums>`
    with paid as (
      select r.batch_id, array_agg(distinct (r.payout_at at time zone 'Asia/Shanghai')::date::text) as days from payout_lines r
      where r.payout_provider_id = ${providerId} and r.payout_at >= ${from} and r.payout_at < ${to} group by r.batch_id)
    select p.batch_id::float8 as "batchId", count(*)::int as "sentCount",
      sum(t.amount_fen - t.tax_fen - t.vat_fen)::bigint as "sentFen",
      (count(*) filter (where t.state in ('succeeded', 'returned')))::int as "paidCount",
      coalesce(sum(t.amount_fen - t.tax_fen - t.vat_fen) filter (where t.state in ('succeeded', 'returned')), 0)::bigint as "paidFen", p.days
    from paid p join row_transfers t on t.batch_id = p.batch_id
    where t.state <> 'reserved' group by p.batch_id, p.days`.execute(tx)
  return rows
}

export type BatchRow = {
  readonly rowId: bigint
  readonly name: string
  readonly cardHash: string
  readonly sealed: string
  readonly netFen: Fen
}

/** How the payouts of whole batches stand today, by the line that pays them. */
export async function batchStates(tx: Tx, lineIds: readonly number[]): Promise<Map<number, BatchStates>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<BatchStates & { lineId: number }>`
    with paid as (
      select line_id, row_id from statement_lines where line_id = any(${[...lineIds]}::bigint[])
      union all select line_id, row_id from statement_batch_rows where line_id = any(${[...lineIds]}::bigint[]))
    select p.line_id::float8 as "lineId", (count(*) filter (where t.state = 'failed'))::int as failed,
      (count(*) filter (where t.state = 'returned'))::int as returned,
      (count(*) filter (where t.state not in ('succeeded', 'failed', 'returned')))::int as open
    from paid p join row_transfers t on t.row_id = p.row_id group by p.line_id`.execute(tx)
  return new Map(rows.map(({ lineId, ...states }) => [lineId, states]))
}

/** In the order of the sheet. */
export async function batchRows(tx: Tx, { batchId, rows: which }: BatchRows): Promise<BatchRow[]> {
  const arrived = which === 'paid' ? sql`and t.state in ('succeeded', 'returned')` : sql``
  const { rows } = await sql<BatchRow>`
    select r.row_id as "rowId", r.name, r.card_hash as "cardHash", r.sealed, r.amount_fen - r.tax_fen - r.vat_fen as "netFen"
    from payout_lines r join row_transfers t on t.row_id = r.row_id
    where r.batch_id = ${BigInt(batchId)} and t.state <> 'reserved' ${arrived} order by r.row_number`.execute(
    tx,
  )
  return rows
}
