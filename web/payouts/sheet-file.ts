// Validates chosen files before anything is sent: one, by its name an Excel file, and not too large (spec §5, D13).

import { isSheetName, SHEET_ENDINGS } from '@paywages/domain/payouts/sheet-name.ts'
import { uploadSheet } from '@paywages/wire/payouts/endpoints.ts'
import { payoutTexts, sheetRefusals } from '@paywages/wire/payouts/messages.ts'

const MAX_BYTES = uploadSheet.upload?.maxBytes ?? 0

export const CHOSEN_ENDINGS = SHEET_ENDINGS.join(',')

export function validateFiles(
  files: readonly File[],
): { readonly file: File } | { readonly problem: string } | undefined {
  const [file, another] = files
  if (file === undefined) return undefined
  if (another !== undefined) return { problem: payoutTexts.oneFile }
  if (!isSheetName(file.name)) return { problem: payoutTexts.notExcel }
  if (file.size > MAX_BYTES) {
    return { problem: sheetRefusals['sheet-too-large'].msg({ megabytes: MAX_BYTES / 1024 / 1024 }) }
  }
  return { file }
}
