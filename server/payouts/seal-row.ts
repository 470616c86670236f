// Seals the personal data of one payout row and hashes it for equality search (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CARD_NO, ID_CARD_NO, PHONE, ROW_SEAL } from '../adapters/personal-data/contexts.ts'

export type PlainRow = { readonly idCardNo: string; readonly phone: string; readonly cardNo: string }

export type SealedRow = {
  readonly idHash: string
  readonly phoneHash: string
  readonly cardHash: string
  readonly sealed: string
}

export function sealRow(cipher: Cipher, { idCardNo, phone, cardNo }: PlainRow): SealedRow {
  return {
    idHash: cipher.lookupHash(idCardNo, ID_CARD_NO),
    phoneHash: cipher.lookupHash(phone, PHONE),
    cardHash: cipher.lookupHash(cardNo, CARD_NO),
    sealed: cipher.sealFields({ idCardNo, phone, cardNo }, ROW_SEAL),
  }
}

export function openRow(cipher: Cipher, sealed: string): PlainRow {
  const { idCardNo = '', phone = '', cardNo = '' } = cipher.openFields(sealed, ROW_SEAL)
  return { idCardNo, phone, cardNo }
}
