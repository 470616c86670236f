// The ID number and phone of the person behind a payout, as its seal keeps them (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ROW_SEAL } from '../adapters/personal-data/contexts.ts'

export function idCardNoOf(cipher: Cipher, sealedRow: string): string {
  return cipher.openFields(sealedRow, ROW_SEAL).idCardNo ?? ''
}

export function identityOf(cipher: Cipher, sealedRow: string): { idCardNo: string; phone: string } {
  const { idCardNo = '', phone = '' } = cipher.openFields(sealedRow, ROW_SEAL)
  return { idCardNo, phone }
}
