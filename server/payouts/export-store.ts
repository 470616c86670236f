// Rows for exports of any size, in pieces and in bounded memory.

import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { conditions, type DetailFilter } from './detail-store.ts'
import { type RowFilter, type RowRecord, rowsOf } from './row-store.ts'

/** What an export shows of a row; times are text already, as a hundred thousand dates are better written by the database. */
export type ExportedRow = Omit<RowRecord, 'warnings' | 'paidAt' | 'transferState'> & {
  /** "2026-11-13 09:12:05" in Shanghai, or nothing. */
  readonly paidAt: string
}

function shownTime(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), '')`
}

const EXPORTED = sql`r.row_id::float8 as "rowId", r.row_number as "rowNumber", r.status, r.name, r.sealed, r.bank, r.amount_fen as "amountFen",
  r.fee_fen as "feeFen", r.tax_fen as "taxFen", r.vat_fen as "vatFen", r.month, r.remark, r.error, ${shownTime(sql`r.paid_at`)} as "paidAt"`

/** The rows of a batch, in the order of its sheet. */
export function rowPieces(tx: Tx, batchId: number, filter: RowFilter): AsyncGenerator<ExportedRow[]> {
  const found = rowsOf(tx, batchId, filter).select('r.row_id')
  return inPieces(
    tx,
    sql<ExportedRow>`select ${EXPORTED} from payout_rows r where r.row_id in (${found}) order by r.row_number`,
  )
}

export type ExportedDetail = ExportedRow & {
  readonly batchNo: string
  readonly providerName: string
  readonly payoutAt: string
}

/** The payouts of all batches, newest first. */
export function detailPieces(tx: Tx, filter: DetailFilter): AsyncGenerator<ExportedDetail[]> {
  return inPieces(
    tx,
    sql<ExportedDetail>`
      select ${EXPORTED}, b.batch_no as "batchNo", p.name as "providerName", ${shownTime(sql`r.payout_at`)} as "payoutAt"
      from payout_rows r join payout_batches b on b.batch_id = r.batch_id join provider_names p on p.provider_id = r.provider_id
      where ${conditions(filter)} order by r.payout_at desc, r.row_id desc`,
  )
}
