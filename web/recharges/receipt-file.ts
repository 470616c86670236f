// Validates a chosen receipt before anything is sent: one, by its name a picture or PDF, and not too large (spec §5, D25).

import { fileRefusals } from '@paywages/wire/files/messages.ts'
import { uploadReceipt } from '@paywages/wire/recharges/endpoints.ts'
import { rechargeRefusals, rechargeTexts } from '@paywages/wire/recharges/messages.ts'
import { MEGABYTE } from '../ui/files/file-size.ts'
import type { ValidatedFile } from '../ui/files/validate-files.ts'

const MAX_BYTES = uploadReceipt.upload?.maxBytes ?? 0

export const RECEIPT_ENDINGS = '.png,.jpg,.jpeg,.pdf'

export function validateReceipts(files: readonly File[]): ValidatedFile {
  const [file, another] = files
  if (file === undefined) return undefined
  if (another !== undefined) return { problem: rechargeTexts.oneFile }
  if (!/\.(png|jpe?g|pdf)$/i.test(file.name)) return { problem: rechargeRefusals['receipt-type'].msg }
  if (file.size === 0) return { problem: fileRefusals['file-empty'].msg }
  if (file.size > MAX_BYTES)
    return { problem: fileRefusals['file-too-large'].msg({ megabytes: MAX_BYTES / MEGABYTE }) }
  return { file }
}
