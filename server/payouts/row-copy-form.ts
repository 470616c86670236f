// A new payout row in the binary form of COPY, in the order of its columns.

import type { Fen } from '@paywages/domain/money/fen.ts'
import type { WarningAbouts } from '@paywages/domain/payouts/warning-mask.ts'
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
  'warning_mask',
  'warning_abouts',
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
  readonly warningMask: number
  readonly warningAbouts: WarningAbouts | null
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
  writer.int2(row.warningMask)
  if (row.warningAbouts === null) writer.null()
  else writer.jsonb(Buffer.from(JSON.stringify(row.warningAbouts)))
  if (row.copyOf === undefined) writer.null()
  else writer.int8(row.copyOf)
  return taxAt
}
