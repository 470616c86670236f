// Payouts with all that lists show of them, once it is known which.

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { ListedAt, RowRecord } from './row-store.ts'

export type DetailRecord = RowRecord & {
  readonly batchId: number
  readonly batchNo: string
  readonly providerName: string
  readonly payoutAt: Date
}

/**
 * In the order of their numbers here. A statement of its own, the same whoever asks: planning its joins takes ten times as long as
 * running it, and only what names no page has one plan for all pages (ADR 190).
 */
export async function describeRows(tx: Tx, rowIds: readonly bigint[]): Promise<(DetailRecord & ListedAt)[]> {
  if (rowIds.length === 0) return []
  const { rows } = await sql<DetailRecord & ListedAt>`
    select r.row_id::float8 as "rowId", r.row_number as "rowNumber", r.status, r.name, r.sealed, r.bank,
      r.amount_fen as "amountFen", r.fee_fen as "feeFen", r.tax_fen as "taxFen", r.vat_fen as "vatFen", r.month, r.remark,
      r.warning_mask as "warningMask", r.warning_abouts as "warningAbouts", r.error, r.paid_at as "paidAt", r.payout_at as "payoutAt",
      (select t.state from row_transfer_states t where t.row_id = r.row_id) as "transferState",
      r.batch_id::float8 as "batchId", b.batch_no as "batchNo", p.name as "providerName",
      s.file_id as "statementFileId", s.page as "statementPage"
    from unnest(${[...rowIds]}::bigint[]) with ordinality as found(row_id, place) join payout_lines r on r.row_id = found.row_id
      join payout_batches b on b.batch_id = r.batch_id join provider_names p on p.provider_id = r.provider_id
      left join row_statement_pages s on s.row_id = r.row_id
    order by found.place`.execute(tx)
  return rows
}

/** The same of the rows that a query finds (`row_id`), in its order. */
export async function describeFound(
  tx: Tx,
  found: RawBuilder<unknown>,
): Promise<(DetailRecord & ListedAt)[]> {
  const { rows } = await sql<{ row_id: bigint }>`${found}`.execute(tx)
  return describeRows(
    tx,
    rows.map(({ row_id }) => row_id),
  )
}
