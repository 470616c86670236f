// What the reading thread is asked, and what it tells.

import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import type { ReadStatement } from './parse-bank-statement.ts'
import type { PdfLimits } from './pdf-limits.ts'
import type { PdfRefusal } from './pdf-refused.ts'

export type StatementRequest = {
  readonly file: SealedCopy
  readonly limits: PdfLimits
  /** Headings that clerks of the company have named. */
  readonly layouts: readonly StatementLayout[]
}

export type StatementAnswer =
  | { readonly read: ReadStatement }
  | { readonly refused: PdfRefusal; readonly detail: RefusalDetail }
