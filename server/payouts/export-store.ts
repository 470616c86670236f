// Rows for exports of any size, in pieces and in bounded memory.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { sql } from 'kysely'
import type { CopiedRow } from '../adapters/postgres/copied-row.ts'
import { copyOut } from '../adapters/postgres/copy-out.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { conditions, type DetailFilter } from './detail-store.ts'
import type { ExportedSeal } from './opened-rows.ts'
import { type RowFilter, type RowRecord, rowsOf } from './row-store.ts'
import type { SealedBatch } from './seal-row.ts'

/** What an export shows of a row; times are text, "2026-11-13 09:12:05" in Shanghai, or nothing. */
export type ExportedRow = Omit<RowRecord, 'sealed' | 'warnings' | 'paidAt' | 'transferState'> & {
  readonly paidAt: string
  readonly seal: ExportedSeal
}

const EXPORTED = sql`r.row_number, r.status, r.name, s.seal, r.bank, r.amount_fen, r.fee_fen, r.tax_fen, r.vat_fen, r.month, r.remark,
  r.error, r.paid_at, r.row_id, s.sealed, s.batch_id, k.data_key, k.data_key_id`

/** `s` has the seals of the rows `r`, `k` the keys that open them. */
const SEALS = sql`join payout_rows s on s.row_id = r.row_id join payout_batches k on k.batch_id = s.batch_id`

/** By the order of the columns. */
function rowReader(): (row: CopiedRow) => ExportedRow {
  let batch: SealedBatch | undefined
  function sealOf(row: CopiedRow): ExportedSeal {
    // By the batch, not by the row: one put back to the old form, which is bound to no row, must not open.
    if (row.isNull(16)) return row.text(14)
    const batchId = row.int8(15)
    if (batch?.batchId !== batchId) batch = { batchId, dataKey: row.bytes(16), dataKeyId: row.text(17) }
    return { batch, bytes: row.bytes(3) }
  }
  return (row) => ({
    rowNumber: row.int4(0),
    status: row.repeatedText(1) as RowStatus,
    name: row.text(2),
    seal: sealOf(row),
    bank: row.repeatedText(4),
    amountFen: row.bigint(5),
    feeFen: row.bigint(6),
    taxFen: row.bigint(7),
    vatFen: row.bigint(8),
    month: row.repeatedText(9),
    remark: row.repeatedText(10),
    error: row.repeatedText(11),
    paidAt: row.shanghaiSecond(12),
    rowId: row.int8(13),
  })
}

/** The rows of a batch, in the order of its sheet. */
export function rowPieces(tx: Tx, batchId: number, filter: RowFilter): AsyncGenerator<ExportedRow[]> {
  const found = rowsOf(tx, batchId, filter).select('r.row_id')
  return copyOut(
    tx,
    sql`select ${EXPORTED} from payout_lines r ${SEALS} where r.row_id in (${found}) order by r.row_number`,
    rowReader(),
  )
}

export type ExportedDetail = ExportedRow & {
  readonly batchNo: string
  readonly providerName: string
  readonly payoutAt: string
}

/** The payouts of all batches, newest first. */
export function detailPieces(tx: Tx, filter: DetailFilter): AsyncGenerator<ExportedDetail[]> {
  const readRow = rowReader()
  return copyOut(
    tx,
    sql`
      select ${EXPORTED}, k.batch_no, p.name, r.payout_at
      from payout_lines r ${SEALS} join provider_names p on p.provider_id = r.provider_id
      where ${conditions(filter)} order by r.payout_at desc, r.row_id desc`,
    (row) =>
      Object.assign(readRow(row), {
        batchNo: row.repeatedText(18),
        providerName: row.repeatedText(19),
        payoutAt: row.shanghaiSecond(20),
      }),
  )
}
