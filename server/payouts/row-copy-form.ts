// A new payout row in the binary form of COPY, in the order of its columns.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { CopyWriter } from '../adapters/postgres/copy-writer.ts'
import { rowIdOf } from './row-ids.ts'

export const NEW_ROW_COLUMNS = [
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

export type NewRow = {
  readonly rowNumber: number
  readonly name: string
  readonly seal: Buffer
  readonly bank: string
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly month: string
  readonly remark: string
  /** As JSON; none where there are none. */
  readonly warnings: Buffer | undefined
  /** The failed row that this one pays again (D40). */
  readonly copyOf: bigint | undefined
}

/** The hashes of ID, phone and card follow each other, sixteen bytes each. */
export const ROW_HASH_BYTES = 48

/** Tells where its tax stands, which is not known before all rows of a sheet are. */
export function writeNewRow(
  writer: CopyWriter,
  { batchId, providerId }: { readonly batchId: number; readonly providerId: number },
  row: NewRow,
  hashes: Buffer,
  at: number,
): number {
  writer.beginRow()
  writer.int8(rowIdOf(batchId, row.rowNumber))
  writer.int8(batchId)
  writer.int4(providerId)
  writer.int4(row.rowNumber)
  writer.text(row.name)
  writer.uuid(hashes, at)
  writer.uuid(hashes, at + 16)
  writer.uuid(hashes, at + 32)
  writer.bytes(row.seal)
  writer.text(row.bank)
  writer.int8(Number(row.amountFen))
  writer.int8(Number(row.feeFen))
  const taxAt = writer.int8(0)
  writer.text(row.month)
  writer.text(row.remark)
  if (row.warnings === undefined) writer.null()
  else writer.jsonb(row.warnings)
  if (row.copyOf === undefined) writer.null()
  else writer.int8(row.copyOf)
  return taxAt
}

/** The JSON of rows' warnings; most rows have one of a few lists. */
export class WarningTexts {
  readonly #known = new Map<number, Buffer>()

  textOf(warnings: readonly RowWarning[], mask: number): Buffer | undefined {
    if (mask === 0) return undefined
    if (warnings.some(({ about }) => about !== undefined)) return Buffer.from(JSON.stringify(warnings))
    let text = this.#known.get(mask)
    if (text === undefined) {
      text = Buffer.from(JSON.stringify(warnings))
      this.#known.set(mask, text)
    }
    return text
  }
}
