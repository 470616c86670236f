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

// One long text between threads costs a fraction of thousands of cloned objects. None of these values holds a line
// break or a tab: the reader has taken control characters out, and seals and hashes are base64.
const pack = (lines: readonly (readonly string[])[]) => lines.map((line) => line.join('\t')).join('\n')
const unpack = (packed: string) => (packed === '' ? [] : packed.split('\n').map((line) => line.split('\t')))

export function packPlain(rows: readonly PlainRow[]): string {
  return pack(rows.map(({ idCardNo, phone, cardNo }) => [idCardNo, phone, cardNo]))
}

export function unpackPlain(packed: string): PlainRow[] {
  return unpack(packed).map(([idCardNo = '', phone = '', cardNo = '']) => ({ idCardNo, phone, cardNo }))
}

export function packSealed(rows: readonly SealedRow[]): string {
  return pack(rows.map(({ idHash, phoneHash, cardHash, sealed }) => [idHash, phoneHash, cardHash, sealed]))
}

export function unpackSealed(packed: string): SealedRow[] {
  return unpack(packed).map(([idHash = '', phoneHash = '', cardHash = '', sealed = '']) => ({
    idHash,
    phoneHash,
    cardHash,
    sealed,
  }))
}
