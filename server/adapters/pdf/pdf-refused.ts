// The way the reader of statements says no: a stable code with what a sentence about it needs (D32).

import type { StatementQuestion } from '@paywages/domain/bank-statements/statement-question.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'

export type PdfRefusal =
  | 'statement-encrypted'
  | 'statement-damaged'
  | 'statement-encoding'
  | 'statement-scanned'
  | 'statement-unknown'
  | 'statement-columns-unclear'
  | 'statement-active'
  | 'statement-too-long'
  | 'statement-slow'
  | 'statement-message'
  | 'statement-no-entries'
  | 'receipt-changed'

export class PdfRefused extends Error {
  override readonly name = 'PdfRefused'
  readonly code: PdfRefusal
  readonly detail: RefusalDetail

  constructor(code: PdfRefusal, detail: RefusalDetail = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** A table whose headings nobody knows is asked about, where there is something to ask. */
export function unknownTable(question: StatementQuestion | undefined): PdfRefused {
  if (question === undefined) return new PdfRefused('statement-unknown')
  return new PdfRefused('statement-columns-unclear', {
    key: question.key,
    question: JSON.stringify(question),
  })
}
