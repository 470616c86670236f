// Seals the personal data of payout rows under their batch's data key and hashes it for equality search (D33, ADR 41).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CARD_NO, ID_CARD_NO, PHONE } from '../adapters/personal-data/contexts.ts'
import type { WrappedKey } from '../adapters/personal-data/data-keys.ts'
import type { PersonalFields } from '../adapters/personal-data/personal-fields.ts'

export type PlainRow = PersonalFields
export type NumberedRow = PlainRow & { readonly rowNumber: number }

export type RowHashes = { readonly idHash: string; readonly phoneHash: string; readonly cardHash: string }
export type SealedRow = RowHashes & { readonly seal: Buffer }

/** What a batch's rows are sealed for and under. */
export type SealedBatch = WrappedKey & { readonly batchId: number }

export function sealRows(cipher: Cipher, batch: SealedBatch, rows: readonly NumberedRow[]): SealedRow[] {
  const seals = cipher.dataKeys.sealsOf(batch.batchId, batch)
  const sealed = seals.sealRun(rows.map((row) => ({ rowNumber: row.rowNumber, fields: row })))
  return rows.map((row, index) => {
    const seal = sealed[index]
    if (!seal) throw new Error('a row came back without its seal')
    return { ...hashRow(cipher, row), seal }
  })
}

export function hashRow(cipher: Cipher, { idCardNo, phone, cardNo }: PlainRow): RowHashes {
  return {
    idHash: cipher.lookupHash(idCardNo, ID_CARD_NO),
    phoneHash: cipher.lookupHash(phone, PHONE),
    cardHash: cipher.lookupHash(cardNo, CARD_NO),
  }
}

export function openRow(cipher: Cipher, sealed: string): PlainRow {
  return cipher.openRow(sealed)
}
