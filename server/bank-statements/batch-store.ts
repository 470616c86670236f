// Looks up whole batches that a debit or a list may pay, and their rows.

import type { BatchRows, BatchSums } from '@paywages/domain/bank-statements/whole-batch.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Of the provider's batches with a payout in these days. */
export async function batchSums(tx: Tx, providerId: number, from: Date, to: Date): Promise<BatchSums[]> {
  const { rows } = await sql<BatchSums>`
    with paid as (
      select distinct r.batch_id from payout_lines r
      where r.payout_provider_id = ${providerId} and r.payout_at >= ${from} and r.payout_at < ${to})
    select p.batch_id::float8 as "batchId", count(*)::int as "sentCount",
      sum(t.amount_fen - t.tax_fen - t.vat_fen)::bigint as "sentFen",
      (count(*) filter (where t.state in ('succeeded', 'returned')))::int as "paidCount",
      coalesce(sum(t.amount_fen - t.tax_fen - t.vat_fen) filter (where t.state in ('succeeded', 'returned')), 0)::bigint as "paidFen"
    from paid p join row_transfers t on t.batch_id = p.batch_id
    where t.state <> 'reserved' group by p.batch_id`.execute(tx)
  return rows
}

export type BatchRow = {
  readonly rowId: bigint
  readonly name: string
  readonly cardHash: string
  readonly sealed: string
  readonly netFen: Fen
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
