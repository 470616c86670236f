// The ID number of the person behind a payout, as its seal keeps it (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ROW_SEAL } from '../adapters/personal-data/contexts.ts'

export function idCardNoOf(cipher: Cipher, sealedRow: string): string {
  return cipher.openFields(sealedRow, ROW_SEAL).idCardNo ?? ''
}
