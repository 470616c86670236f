// What can be said of a sheet whose headings leave something open: what each column may be, and whether asking can settle it.

import type { ColumnContent, ContentKind } from './column-content.ts'
import { isNoPay } from './column-doubts.ts'
import { saysMonth } from './implied-months.ts'
import { isYearHeading } from './month-parts.ts'
import { fieldOfHeading, PAYOUT_SHEET } from './sheet-columns.ts'
import type { PayoutField } from './sheet-row.ts'

export type SurveyedColumn = {
  readonly column: number
  readonly heading: string
  readonly content: ColumnContent
  /** The program does not show it. */
  readonly isHidden?: boolean
}

export type ProposedColumn = SurveyedColumn & {
  /** What it is proposed for; null for a column that is not used or that only a person can tell. */
  readonly field: PayoutField | null
  readonly by: 'heading' | 'content' | 'sequence' | 'none'
  /** Whether another column could be the same field: then none is chosen. */
  readonly contested: PayoutField | null
}

const REQUIRED = PAYOUT_SHEET.columns
  .filter(({ required }) => required)
  .map(({ field }) => field as PayoutField)
/** Fields whose content nothing else looks like: where no column has it, no answer can help. */
const STRICT: ReadonlySet<PayoutField> = new Set(['idCardNo', 'phone', 'cardNo', 'amount', 'month'])
const SOME = 0.5

/** Headings first, then content; a field that several columns could be is left to the person. */
export function proposeColumns(columns: readonly SurveyedColumn[]): ProposedColumn[] {
  const filled = columns.filter(({ content }) => content.filled > 0)
  const named = filled.map((column) => ({ ...column, ...meant(column) }))
  const byHeading = new Set(named.filter(({ by }) => by === 'heading').map(({ field }) => field))
  const count = new Map<PayoutField, number>()
  const stays = named.map((column) => {
    // What a heading has named needs no guess from another column's content, except of money.
    const isSpare = column.by === 'content' && column.field !== 'amount' && byHeading.has(column.field)
    return isSpare ? { ...column, field: null, by: 'none' as const } : column
  })
  for (const { field } of stays) if (field !== null) count.set(field, (count.get(field) ?? 0) + 1)
  return stays.map((column) =>
    column.field !== null && (count.get(column.field) ?? 0) > 1
      ? { ...column, field: null, contested: column.field }
      : { ...column, contested: null },
  )
}

function meant({ heading, content }: SurveyedColumn): Pick<ProposedColumn, 'field' | 'by'> {
  const named = fieldOfHeading(heading, PAYOUT_SHEET) as PayoutField | undefined
  if (named !== undefined) return { field: named, by: 'heading' }
  if (isYearHeading(heading)) return { field: null, by: 'none' }
  if (content.isSequence) return { field: null, by: 'sequence' }
  const kind = content.kind
  return kind === undefined ? { field: null, by: 'none' } : { field: kind, by: 'content' }
}

/** The month of the title, where no column's heading names one: then a person may take it for every row. */
export function offeredMonth(
  columns: readonly ProposedColumn[],
  titleMonth: string | undefined,
): string | undefined {
  const isNamed = columns.some(({ heading }) => fieldOfHeading(heading, PAYOUT_SHEET) === 'month')
  return isNamed ? undefined : titleMonth
}

/** Whether some answer could make the sheet whole: there is a column for each field that is required, or a title with the month. */
export function canBeSettled(columns: readonly ProposedColumn[], titleMonth?: string): boolean {
  const settled = new Set(columns.flatMap(({ field }) => (field === null ? [] : [field])))
  const open = columns.filter(({ field, by }) => field === null && by !== 'sequence')
  const hasMonth = offeredMonth(columns, titleMonth) !== undefined
  const missing = REQUIRED.filter((field) => !settled.has(field) && !(field === 'month' && hasMonth))
  return (
    open.length >= missing.length &&
    missing.every(
      (field) =>
        open.some(({ contested }) => contested === field) ||
        !STRICT.has(field) ||
        open.some(({ content }) => holds(content, field)),
    )
  )
}

function holds(content: ColumnContent, field: PayoutField): boolean {
  if (content.shareOf(field as ContentKind) >= SOME) return true
  // 9月, whose year is asked about; 9 alone may count anything.
  return field === 'month' && content.bareMonths.some(saysMonth)
}

/** The fields that a person must settle, in the template's order. */
export function openFields(columns: readonly ProposedColumn[]): PayoutField[] {
  const contested = new Set(columns.map(({ contested: field }) => field))
  const settled = new Set(columns.map(({ field }) => field))
  return PAYOUT_SHEET.columns
    .map(({ field }) => field as PayoutField)
    .filter((field) => contested.has(field) || (REQUIRED.includes(field) && !settled.has(field)))
}

/** Whether a table pays people, whatever its headings: it holds cards, and has amounts that are not plainly something else. */
export function paysPeople(columns: readonly SurveyedColumn[]): boolean {
  const named = columns.map((column) => ({ ...column, field: fieldOfHeading(column.heading, PAYOUT_SHEET) }))
  const holdsCards = named.some(
    ({ field, content }) => content.filled > 0 && (field === 'cardNo' || content.shareOf('cardNo') >= SOME),
  )
  // A column that is called so counts without a value too: its formulas may never have been computed.
  const hasAmounts = named.some(
    ({ field, heading, content }) => field === 'amount' || (content.kind === 'amount' && !isNoPay(heading)),
  )
  return holdsCards && hasAmounts
}
