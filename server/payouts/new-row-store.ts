// Stores the rows of a sheet by binary COPY, once, in the order of its chunks.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import { sql } from 'kysely'
import { CopyWriter, copyBinary } from '../adapters/postgres/binary-copy.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { rowIdOf } from './seal-columns.ts'

export type NewRow = {
  readonly rowNumber: number
  readonly name: string
  readonly idHash: string
  readonly phoneHash: string
  readonly cardHash: string
  readonly seal: Buffer
  readonly bank: string
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly month: string
  readonly remark: string
  readonly warnings: readonly RowWarning[]
  /** The failed row that this one pays again (D40). */
  readonly copyOf: bigint | null
}

const COLUMNS = [
  'row_id',
  'batch_id',
  'provider_id',
  'row_number',
  'name',
  'id_hash',
  'phone_hash',
  'card_hash',
  'seal',
  'bank',
  'amount_fen',
  'fee_fen',
  'tax_fen',
  'month',
  'remark',
  'warnings',
  'copy_of',
] as const

/** Rows go to the database as their chunks come. */
export async function insertRows(
  tx: Tx,
  batchId: number,
  providerId: number,
  chunks: AsyncIterable<readonly NewRow[]>,
): Promise<void> {
  const writer = new CopyWriter(COLUMNS.length)
  async function* pieces() {
    for await (const rows of chunks) {
      for (const row of rows) writeRow(writer, batchId, providerId, row)
      yield writer.take()
    }
  }
  await copyBinary(tx, 'payout_rows', COLUMNS, pieces())
}

/** In the order of the columns. */
function writeRow(writer: CopyWriter, batchId: number, providerId: number, row: NewRow): void {
  writer.beginRow()
  writer.int8(rowIdOf(batchId, row.rowNumber))
  writer.int8(batchId)
  writer.int4(providerId)
  writer.int4(row.rowNumber)
  writer.text(row.name)
  writer.uuid(row.idHash)
  writer.uuid(row.phoneHash)
  writer.uuid(row.cardHash)
  writer.bytes(row.seal)
  writer.text(row.bank)
  writer.int8(row.amountFen)
  writer.int8(row.feeFen)
  writer.int8(row.taxFen)
  writer.text(row.month)
  writer.text(row.remark)
  if (row.warnings.length === 0) writer.null()
  else writer.jsonb(JSON.stringify(row.warnings))
  if (row.copyOf === null) writer.null()
  else writer.int8(row.copyOf)
}

export type ChangedWarnings = Pick<NewRow, 'rowNumber' | 'warnings'>

/** Of rows that were stored before the sheet was read to its end. */
export async function updateWarnings(
  tx: Tx,
  batchId: number,
  changed: readonly ChangedWarnings[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update payout_rows r set warnings = w.warnings::jsonb
    from unnest(${changed.map((row) => BigInt(rowIdOf(batchId, row.rowNumber)))}::bigint[],
      ${changed.map((row) => JSON.stringify(row.warnings))}::text[]) w(row_id, warnings) where r.row_id = w.row_id`.execute(
    tx,
  )
}
