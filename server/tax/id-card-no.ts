// The ID number and phone of the person behind a payout, as its seal keeps them (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'

export function idCardNoOf(cipher: Cipher, sealedRow: string): string {
  return cipher.openRow(sealedRow).idCardNo
}

export function identityOf(cipher: Cipher, sealedRow: string): { idCardNo: string; phone: string } {
  const { idCardNo, phone } = cipher.openRow(sealedRow)
  return { idCardNo, phone }
}

/** Of many at once, in their order: for sheets of thousands. */
export const idCardNosOf = (cipher: Cipher, sealedRows: readonly string[]): string[] =>
  cipher.openRows(sealedRows).map(({ idCardNo }) => idCardNo)
