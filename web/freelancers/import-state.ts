// Where the import of a sheet of people stands, and what a chosen file must be before anything is sent.

import { isSheetName, SHEET_ENDINGS } from '@paywages/domain/payouts/sheet-name.ts'
import { importFreelancers } from '@paywages/wire/freelancers/endpoints.ts'

import type { Registration } from '@paywages/wire/freelancers/shapes.ts'
import { payoutTexts } from '@paywages/wire/payouts/messages.ts'
import { CallRefused } from '../api/refused.ts'
import { MEGABYTE } from '../ui/files/file-size.ts'
import { importLabels as labels } from './labels.ts'

export type ImportState =
  /** `problem` says why the last file or try came to nothing. */
  | { readonly at: 'choosing'; readonly problem?: string }
  | { readonly at: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly at: 'reading' }
  | { readonly at: 'broken' }
  | { readonly at: 'refused'; readonly result: Registration }

const MAX_BYTES = importFreelancers.upload?.maxBytes ?? 0
export const MAX_MEGABYTES = MAX_BYTES / MEGABYTE
export const CHOSEN_ENDINGS = SHEET_ENDINGS.join(',')

/** One file, by its name an Excel file, and not too large (D13). */
export function validateFiles(
  files: readonly Pick<File, 'name' | 'size'>[],
): { readonly ok: true } | { readonly problem: string } | undefined {
  const [file, another] = files
  if (file === undefined) return undefined
  if (another !== undefined) return { problem: payoutTexts.oneFile }
  if (!isSheetName(file.name)) return { problem: payoutTexts.notExcel }
  return file.size > MAX_BYTES ? { problem: labels.tooLarge(MAX_MEGABYTES) } : { ok: true }
}

/** A passing outage can be tried again as it is; any other refusal asks for another file. */
export function afterFailure(error: unknown): ImportState {
  if (error instanceof DOMException) return { at: 'choosing', problem: labels.unreadable }
  if (!(error instanceof CallRefused)) return { at: 'choosing', problem: importFreelancers.failure }
  return error.outage ? { at: 'broken' } : { at: 'choosing', problem: error.msg }
}
