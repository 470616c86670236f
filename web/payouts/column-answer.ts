// The answer that a person makes up in the mapping dialog: which column is which, and what is still to be said.

import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import type { AskedColumn, ColumnAnswer, ColumnQuestion } from '@paywages/wire/payouts/layout-endpoints.ts'

export type ColumnDraft = {
  /** The field of each column by its number; a column without one is not used. */
  readonly fields: Readonly<Record<number, PayoutField | undefined>>
  readonly amountIs: ColumnAnswer['amountIs'] | undefined
  readonly remember: boolean
}

export function draftOf({ columns, amountIs, withholdsTax }: ColumnQuestion): ColumnDraft {
  return {
    fields: Object.fromEntries(columns.map(({ column, field }) => [column, field ?? undefined])),
    // Without a tax to withhold the two are the same.
    amountIs: amountIs ?? (withholdsTax ? undefined : 'gross'),
    remember: true,
  }
}

/** A field belongs to one column: chosen for another, it is taken from the first. */
export function withField(draft: ColumnDraft, column: number, field: PayoutField | undefined): ColumnDraft {
  const others = Object.entries(draft.fields).map(
    ([at, known]) => [at, known === field ? undefined : known] as const,
  )
  return { ...draft, fields: { ...Object.fromEntries(others), [column]: field } }
}

/** Required fields that no column has yet. */
export function missingFields({ fields }: ColumnDraft): PayoutField[] {
  const chosen = new Set(Object.values(fields))
  return SHEET_COLUMNS.filter(({ field, required }) => required && !chosen.has(field)).map(
    ({ field }) => field,
  )
}

export function answerOf(question: ColumnQuestion, draft: ColumnDraft): ColumnAnswer | undefined {
  if (missingFields(draft).length > 0 || draft.amountIs === undefined) return undefined
  const { sheetName, headingRow, key, layoutId } = question
  const fields: ColumnAnswer['fields'] = {}
  for (const [column, field] of Object.entries(draft.fields)) if (field) fields[field] = Number(column)
  return { sheetName, headingRow, key, layoutId, fields, amountIs: draft.amountIs, remember: draft.remember }
}

/** A → 0, AA → 26, as spreadsheets count. */
export function columnLetters(column: number): string {
  const rest = column % 26
  const name = String.fromCharCode(65 + rest)
  return column < 26 ? name : columnLetters((column - rest) / 26 - 1) + name
}

/** Whether only the person can tell what the column is. */
export function isOpen({ column, contested }: AskedColumn, draft: ColumnDraft): boolean {
  return contested !== null && draft.fields[column] === undefined && missingFields(draft).includes(contested)
}
