// The way the reader of statements says no: a stable code with what a sentence about it needs (D32).

import type { PrintedRow } from '@paywages/domain/bank-statements/printed-row.ts'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import { type UnreadRow, unitOfAll } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { StatementQuestion } from '@paywages/domain/bank-statements/statement-question.ts'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'

export type PdfRefusal =
  | 'statement-encrypted'
  | 'statement-damaged'
  | 'statement-encoding'
  | 'statement-scanned'
  | 'statement-unknown'
  | 'statement-columns-unclear'
  | 'statement-unit'
  | 'statement-no-lines'
  | 'statement-receipts'
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

type NothingRead = {
  readonly rows: readonly PrintedRow[]
  readonly unread: readonly UnreadRow[]
  readonly question: StatementQuestion | undefined
  readonly layouts: readonly StatementLayout[]
  /** They are no rows of a table, whose headings somebody could name. */
  readonly areReceipts: boolean
}

/** Of a table none of whose rows is a line: what nobody can answer is told, and what was just answered is not asked again. */
export function nothingRead({ rows, unread, question, layouts, areReceipts }: NothingRead): PdfRefused {
  const unit = unitOfAll(rows)
  if (unit !== undefined) return new PdfRefused('statement-unit', { unit })
  if (areReceipts) return new PdfRefused('statement-receipts')
  const [first] = unread
  const isAnswered = layouts.some(({ isAnswer, key }) => isAnswer === true && key === question?.key)
  if (isAnswered && first) return new PdfRefused('statement-no-lines', { row: first.place, why: first.why })
  return unknownTable(question)
}

/** A table whose headings nobody knows is asked about, where there is something to ask. */
export function unknownTable(question: StatementQuestion | undefined): PdfRefused {
  if (question === undefined) return new PdfRefused('statement-unknown')
  return new PdfRefused('statement-columns-unclear', {
    key: question.key,
    question: JSON.stringify(question),
  })
}
