// The columns of a sheet, known by their headings in any order: how headings are read, and those of a payout sheet (D13).

import type { PayoutField, SheetField } from './sheet-row.ts'

export type SheetColumn = {
  readonly field: SheetField
  readonly title: string
  readonly required: boolean
  /** What else people write for it. */
  readonly aliases?: readonly string[]
}

/** What a sheet is meant to hold. */
export type SheetPlan = {
  readonly columns: readonly SheetColumn[]
  /** With so many headings a row is meant as the heading, even when some are missing. */
  readonly fewHeadings: number
  /** With these a table is one of its kind, whatever sheet it stands on. */
  readonly identifying: readonly SheetField[]
  readonly fieldOfTitle: ReadonlyMap<string, SheetField>
}

export function sheetPlan(plan: Omit<SheetPlan, 'fieldOfTitle'>): SheetPlan {
  const titles = plan.columns.flatMap(({ title, aliases = [], field }) =>
    [title, ...aliases].map((text) => [text, field] as const),
  )
  return { ...plan, fieldOfTitle: new Map(titles) }
}

/** In the template's order. */
export const SHEET_COLUMNS: readonly (SheetColumn & { readonly field: PayoutField })[] = [
  { field: 'name', title: '姓名', required: true },
  { field: 'idCardNo', title: '身份证号', required: true },
  { field: 'phone', title: '手机号', required: true },
  { field: 'bank', title: '开户行', required: true },
  { field: 'cardNo', title: '银行卡号', required: true },
  { field: 'amount', title: '金额', required: true },
  { field: 'month', title: '所属月份', required: true },
  { field: 'remark', title: '备注', required: false },
]

/** Who gets how much on which card: with these a table pays people. */
export const PAYOUT_SHEET: SheetPlan = sheetPlan({
  columns: SHEET_COLUMNS,
  fewHeadings: 3,
  identifying: ['name', 'cardNo', 'amount'],
})

/** The longest heading worth normalising: a title row may hold a whole paragraph. */
const MAX_HEADING_LENGTH = 40

/** What need be kept of a cell that may be a heading: thousands of long ones must not fill the memory. */
export function headingText(text: string): string {
  return text.length > MAX_HEADING_LENGTH ? '…' : text
}

/** The field that a heading names; spaces, line breaks, asterisks, colons and remarks in brackets do not matter. */
export function fieldOfHeading(text: string, plan: SheetPlan): SheetField | undefined {
  if (text.length > MAX_HEADING_LENGTH) return undefined
  const bare = text
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
    .replace(/[\s\p{Cf}\p{Cc}*:'"]/gu, '')
  return plan.fieldOfTitle.get(bare)
}

/** The headings as a sentence names them: 身份证号、金额. */
export function titlesOf(fields: Iterable<SheetField>, plan: SheetPlan = PAYOUT_SHEET): string {
  const titles = new Map(plan.columns.map(({ title, field }) => [field, title]))
  return [...fields].map((field) => titles.get(field) ?? field).join('、')
}

export type Heading = {
  readonly columns: ReadonlyMap<SheetField, number>
  readonly missing: readonly SheetField[]
  readonly twice: readonly SheetField[]
  /** Whether the row holds nothing but headings of ours. */
  readonly pure: boolean
}

/** Reads a row as headings; `cells` are its texts by column number. */
export function readHeading(cells: ReadonlyMap<number, string>, plan: SheetPlan): Heading {
  const columns = new Map<SheetField, number>()
  const twice = new Set<SheetField>()
  let pure = true
  for (const [column, text] of cells) {
    const field = fieldOfHeading(text, plan)
    if (field === undefined) pure = pure && text.trim() === ''
    else if (columns.has(field)) twice.add(field)
    else columns.set(field, column)
  }
  return { columns, missing: missingFrom(columns, plan), twice: [...twice], pure: pure && columns.size > 0 }
}

/** A heading over two rows: the upper row's group titles (收款信息) are told in full by the row below. */
export function joinHeadings(upper: Heading, lower: Heading, plan: SheetPlan): Heading {
  const columns = new Map(upper.columns)
  const twice = new Set([...upper.twice, ...lower.twice])
  for (const [field, column] of lower.columns) {
    if (columns.has(field) && columns.get(field) !== column) twice.add(field)
    columns.set(field, column)
  }
  return { columns, missing: missingFrom(columns, plan), twice: [...twice], pure: lower.pure }
}

/** Whether a row heads a table of that kind. */
export function isHeadingOf(heading: Heading, plan: SheetPlan): boolean {
  return plan.identifying.every((field) => heading.columns.has(field))
}

function missingFrom(columns: ReadonlyMap<SheetField, number>, plan: SheetPlan): SheetField[] {
  return plan.columns
    .filter(({ field, required }) => required && !columns.has(field))
    .map(({ field }) => field)
}
