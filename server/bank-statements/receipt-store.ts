// Which payouts have a receipt, and where it stands in which uploaded PDF.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type ReceiptOf = {
  readonly statementId: number
  readonly fileId: string
  readonly fileName: string
  readonly page: number
  readonly place: number
  /** As the receipt said when it was stored. */
  readonly amountFen: Fen
  readonly name: string
}

export type PaidPayout = {
  readonly rowId: number
  readonly rowNumber: number
  readonly batchNo: string
  readonly providerId: number
  readonly name: string
  readonly netFen: Fen
  readonly status: RowStatus
  readonly reference: string
  readonly serial: string
  readonly payoutAt: Date
  /** The first that was uploaded. */
  readonly receipt: ReceiptOf | null
}

const PAID = sql`r.row_id::float8 as "rowId", r.row_number as "rowNumber", b.batch_no as "batchNo", r.provider_id as "providerId", r.name,
  t.amount_fen - t.tax_fen - t.vat_fen as "netFen", r.status, t.reference, t.bank_serial as serial, t.payout_at as "payoutAt"`

const RECEIPT = sql`c.statement_id::float8 as "statementId", s.file_id as "fileId", s.file_name as "fileName", c.page,
  c.receipt_place as place, c.amount_fen as "receiptFen", c.name as "receiptName"`

const FROM = sql`from payout_lines r join row_transfers t on t.row_id = r.row_id join batch_origins b on b.batch_id = r.batch_id`

type Found = Omit<PaidPayout, 'receipt'> &
  Partial<Pick<ReceiptOf, 'fileId' | 'fileName' | 'page' | 'place'>> & {
    readonly statementId: number | null
    readonly receiptFen: Fen
    readonly receiptName: string
  }

async function payouts(tx: Tx, rest: RawBuilder<unknown>): Promise<PaidPayout[]> {
  const { rows } = await sql<Found>`select ${PAID}, ${RECEIPT} ${FROM} ${rest}`.execute(tx)
  return rows.map(
    ({ statementId, fileId = '', fileName = '', page = 0, place = 0, receiptFen, receiptName, ...paid }) => ({
      ...paid,
      receipt:
        statementId === null
          ? null
          : { statementId, fileId, fileName, page, place, amountFen: receiptFen, name: receiptName },
    }),
  )
}

const FIRST = sql`select * from row_receipts c where c.row_id = r.row_id order by c.line_id limit 1`

/** Undefined for a payout outside the scope, or that was never started. */
export async function findPaid(tx: Tx, scope: Scope, rowId: number): Promise<PaidPayout | undefined> {
  const [found] = await payouts(
    tx,
    sql`left join lateral (${FIRST}) c on true left join statements s on s.statement_id = c.statement_id
      where r.row_id = ${BigInt(rowId)} and ${inScope(scope, 'r.provider_id')}`,
  )
  return found
}

/** Those of a batch that have a receipt, so that what stands in one PDF follows each other. */
export async function paidWithReceipts(tx: Tx, scope: Scope, batchId: number): Promise<PaidPayout[]> {
  return payouts(
    tx,
    sql`join lateral (${FIRST}) c on true join statements s on s.statement_id = c.statement_id
      where r.batch_id = ${BigInt(batchId)} and ${inScope(scope, 'r.provider_id')}
      order by c.statement_id, c.page, c.receipt_place`,
  )
}
