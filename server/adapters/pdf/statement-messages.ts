// What the reading thread is asked, and what it tells.

import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import type { ThreadAnswer } from './ask-thread.ts'
import type { ReadStatement } from './parse-bank-statement.ts'
import type { PdfLimits } from './pdf-limits.ts'

export type StatementRequest = {
  readonly file: SealedCopy
  readonly limits: PdfLimits
  /** Headings that clerks of the company have named. */
  readonly layouts: readonly StatementLayout[]
}

export type StatementAnswer = ThreadAnswer<ReadStatement>
