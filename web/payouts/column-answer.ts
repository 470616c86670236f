// The answer that a person makes up in the mapping dialog: which column is which, and what is still to be said.

import { type AmountChoice, amountChoices } from '@paywages/domain/payouts/amount-choices.ts'
import { isRatioOfPay } from '@paywages/domain/payouts/column-doubts.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { PayoutField } from '@paywages/domain/payouts/sheet-row.ts'
import type {
  AskedColumn,
  ColumnAnswer,
  ColumnQuestion,
  ColumnTrial,
} from '@paywages/wire/payouts/layout-endpoints.ts'
import { totalsThatDiffer } from '@paywages/wire/payouts/sheet-notes.ts'

export type ColumnDraft = {
  /** The field of each column by its number; a column without one is not used. */
  readonly fields: Readonly<Record<number, PayoutField | undefined>>
  readonly amountIs: ColumnAnswer['amountIs'] | undefined
  readonly remember: boolean
  /** That a total differs from its rows is known and meant. */
  readonly confirmsTotals: boolean
  /** The title's month, where the person takes it for every row. */
  readonly month?: string | undefined
  /** That the months without a whole year, and the unit of the amounts, are as they are shown. */
  readonly confirmsMonths?: boolean
  readonly confirmsUnit?: boolean
}

/** Something that only the person can tell, and what may be said. */
export type OpenQuestion = {
  readonly field: PayoutField
  readonly columns: readonly AskedColumn[]
  readonly choices: readonly (Partial<AmountChoice> & Pick<AmountChoice, 'column'>)[]
}

/** Which part of an amount is paid stands in a column that nothing is multiplied by: the reason why a sheet is asked about. */
export const isLeftOut = ({ heading }: AskedColumn, field: PayoutField | undefined): boolean =>
  field === undefined && isRatioOfPay(heading)

export function draftOf(question: ColumnQuestion): ColumnDraft {
  const { columns, amountIs } = question
  const fields = Object.fromEntries(columns.map(({ column, field }) => [column, field ?? undefined]))
  const draft = { fields, amountIs: undefined, remember: true, confirmsTotals: false }
  return { ...draft, amountIs: amountIs ?? onlyMeaning(question, draft) }
}

/** Gross or net, where the column that is paid leaves no doubt. */
function onlyMeaning({ columns, netMayDiffer }: ColumnQuestion, draft: ColumnDraft) {
  const paid = columns.filter(({ column }) => draft.fields[column] === 'amount')
  const [only, another] = amountChoices(paid, netMayDiffer)
  return another === undefined ? only?.amountIs : undefined
}

/** A field belongs to one column: chosen for another, it is taken from the first. */
export function withField(
  question: ColumnQuestion,
  draft: ColumnDraft,
  column: number,
  field: PayoutField | undefined,
): ColumnDraft {
  const others = Object.entries(draft.fields).map(
    ([at, known]) => [at, known === field ? undefined : known] as const,
  )
  const fields = { ...Object.fromEntries(others), [column]: field }
  const isMoney = field === 'amount' || draft.fields[column] === 'amount'
  const isMonth = field === 'month' || draft.fields[column] === 'month'
  const next = {
    ...draft,
    fields,
    month: field === 'month' ? undefined : draft.month,
    confirmsMonths: !isMonth && draft.confirmsMonths === true,
    confirmsUnit: !isMoney && draft.confirmsUnit === true,
  }
  return isMoney ? { ...next, amountIs: onlyMeaning(question, next), confirmsTotals: false } : next
}

/** The month stands in the title or in a column, never in both. */
export function withTitleMonth(draft: ColumnDraft, month: string | undefined): ColumnDraft {
  const others = Object.entries(draft.fields).map(
    ([at, known]) => [at, known === 'month' ? undefined : known] as const,
  )
  return { ...draft, fields: Object.fromEntries(others), month }
}

export function withChoice(
  question: ColumnQuestion,
  draft: ColumnDraft,
  field: PayoutField,
  { column, amountIs }: OpenQuestion['choices'][number],
): ColumnDraft {
  const next = withField(question, draft, column, field)
  return amountIs === undefined ? next : { ...next, amountIs }
}

/** What the sheet left open, whether or not it has been said meanwhile. */
export function openQuestions(question: ColumnQuestion, draft: ColumnDraft): OpenQuestion[] {
  const { columns, netMayDiffer } = question
  return SHEET_COLUMNS.flatMap(({ field }): OpenQuestion[] => {
    const contested = columns.filter((column) => column.contested === field)
    if (field !== 'amount')
      return contested.length < 2 ? [] : [{ field, columns: contested, choices: contested }]
    const paid = columns.filter(({ column }) => draft.fields[column] === 'amount')
    const asked = contested.length < 2 || paid.some(({ contested: by }) => by === null) ? paid : contested
    const choices = amountChoices(asked, netMayDiffer)
    return choices.length < 2 ? [] : [{ field, columns: asked, choices }]
  })
}

export function isChosen(
  { fields, amountIs }: ColumnDraft,
  { field }: OpenQuestion,
  choice: OpenQuestion['choices'][number],
): boolean {
  return fields[choice.column] === field && (choice.amountIs === undefined || choice.amountIs === amountIs)
}

export function isSettled(draft: ColumnDraft, open: OpenQuestion): boolean {
  return open.choices.some((choice) => isChosen(draft, open, choice))
}

/** Required fields that no column has yet. */
export function missingFields({ fields, month }: ColumnDraft): PayoutField[] {
  const chosen = new Set([...Object.values(fields), ...(month === undefined ? [] : ['month' as const])])
  return SHEET_COLUMNS.filter(({ field, required }) => required && !chosen.has(field)).map(
    ({ field }) => field,
  )
}

/** How the sheet would be read by what has been said; before that, by any of its columns of amounts. */
export function trialOf({ trials }: ColumnQuestion, { fields }: ColumnDraft): ColumnTrial | undefined {
  const isPaid = Object.values(fields).includes('amount')
  return isPaid ? trials.find(({ column }) => fields[column] === 'amount') : trials[0]
}

/** Totals that differ from the rows by the column that is paid, until the person has said that this is meant. */
export function openTotals(question: ColumnQuestion, draft: ColumnDraft) {
  const isPaid = Object.values(draft.fields).includes('amount')
  return isPaid ? totalsThatDiffer(trialOf(question, draft)?.skipped ?? []) : []
}

/** The months of the chosen column that leave their year open. */
export function impliedMonths(question: ColumnQuestion, { fields }: ColumnDraft): AskedColumn['months'] {
  return question.columns.find(({ column }) => fields[column] === 'month')?.months ?? []
}

/** The column that is paid, where its amounts are so many yuan. */
export function paidInUnit({ columns }: ColumnQuestion, { fields }: ColumnDraft): AskedColumn | undefined {
  return columns.find(({ column, unit }) => fields[column] === 'amount' && unit !== null)
}

/** What is asked of this file alone, and is not yet said. */
export function isUnconfirmed(question: ColumnQuestion, draft: ColumnDraft): boolean {
  const isMonthsOpen = impliedMonths(question, draft).length > 0 && draft.confirmsMonths !== true
  return isMonthsOpen || (paidInUnit(question, draft) !== undefined && draft.confirmsUnit !== true)
}

export function answerOf(question: ColumnQuestion, draft: ColumnDraft): ColumnAnswer | undefined {
  if (missingFields(draft).length > 0 || draft.amountIs === undefined) return undefined
  if (isUnconfirmed(question, draft)) return undefined
  if (openTotals(question, draft).length > 0 && !draft.confirmsTotals) return undefined
  const { sheetName, headingRow, key, layoutId } = question
  const fields: ColumnAnswer['fields'] = {}
  for (const [column, field] of Object.entries(draft.fields)) if (field) fields[field] = Number(column)
  const { amountIs, remember, month } = draft
  const months = impliedMonths(question, draft)
  const unit = paidInUnit(question, draft)?.unit
  const answer = {
    ...{ sheetName, headingRow, key, layoutId, fields, amountIs, remember },
    ...(months.length > 0 && { months }),
    ...(unit && { unit }),
  }
  // Next month's title says another month: that is asked each time.
  return month === undefined ? answer : { ...answer, remember: false, month }
}

/** A → 0, AA → 26, as spreadsheets count. */
export function columnLetters(column: number): string {
  const rest = column % 26
  const name = String.fromCharCode(65 + rest)
  return column < 26 ? name : columnLetters((column - rest) / 26 - 1) + name
}
