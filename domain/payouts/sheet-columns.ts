// The columns of a payout sheet, known by their headings in any order (D13).

import type { SheetField } from './sheet-row.ts'

export type SheetColumn = { readonly field: SheetField; readonly title: string; readonly required: boolean }

/** In the template's order. */
export const SHEET_COLUMNS: readonly SheetColumn[] = [
  { field: 'name', title: '姓名', required: true },
  { field: 'idCardNo', title: '身份证号', required: true },
  { field: 'phone', title: '手机号', required: true },
  { field: 'bank', title: '开户行', required: true },
  { field: 'cardNo', title: '银行卡号', required: true },
  { field: 'amount', title: '金额', required: true },
  { field: 'month', title: '所属月份', required: true },
  { field: 'remark', title: '备注', required: false },
]

const FIELD_OF_TITLE = new Map(SHEET_COLUMNS.map(({ title, field }) => [title, field]))
const TITLE_OF_FIELD = new Map(SHEET_COLUMNS.map(({ title, field }) => [field, title]))

/** The longest heading worth normalising: a title row may hold a whole paragraph. */
const LONGEST_HEADING = 40

/** What need be kept of a cell that may be a heading: thousands of long ones must not fill the memory. */
export function headingText(text: string): string {
  return text.length > LONGEST_HEADING ? '…' : text
}

/** The field that a heading names; spaces, line breaks, asterisks, colons and remarks in brackets do not matter. */
export function fieldOfHeading(text: string): SheetField | undefined {
  if (text.length > LONGEST_HEADING) return undefined
  const bare = text
    .normalize('NFKC')
    .replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
    .replace(/[\s\p{Cf}\p{Cc}*:'"]/gu, '')
  return FIELD_OF_TITLE.get(bare)
}

/** The headings as a sentence names them: 身份证号、金额. */
export function titlesOf(fields: Iterable<SheetField>): string {
  return [...fields].map((field) => TITLE_OF_FIELD.get(field) ?? field).join('、')
}

export type Heading = {
  readonly columns: ReadonlyMap<SheetField, number>
  readonly missing: readonly SheetField[]
  readonly twice: readonly SheetField[]
  /** Whether the row holds nothing but headings of ours. */
  readonly pure: boolean
}

/** Reads a row as headings; `cells` are its texts by column number. */
export function readHeading(cells: ReadonlyMap<number, string>): Heading {
  const columns = new Map<SheetField, number>()
  const twice = new Set<SheetField>()
  let pure = true
  for (const [column, text] of cells) {
    const field = fieldOfHeading(text)
    if (field === undefined) pure = pure && text.trim() === ''
    else if (columns.has(field)) twice.add(field)
    else columns.set(field, column)
  }
  return { columns, missing: missingFrom(columns), twice: [...twice], pure: pure && columns.size > 0 }
}

/** A heading over two rows: the upper row's group titles (收款信息) are told in full by the row below. */
export function joinHeadings(upper: Heading, lower: Heading): Heading {
  const columns = new Map(upper.columns)
  const twice = new Set([...upper.twice, ...lower.twice])
  for (const [field, column] of lower.columns) {
    if (columns.has(field) && columns.get(field) !== column) twice.add(field)
    columns.set(field, column)
  }
  return { columns, missing: missingFrom(columns), twice: [...twice], pure: lower.pure }
}

/** Who gets how much on which card: with these a table pays people, whatever sheet it stands on. */
export function isPayoutHeading(heading: Heading): boolean {
  return (['name', 'cardNo', 'amount'] as const).every((field) => heading.columns.has(field))
}

function missingFrom(columns: ReadonlyMap<SheetField, number>): SheetField[] {
  return SHEET_COLUMNS.filter(({ field, required }) => required && !columns.has(field)).map(
    ({ field }) => field,
  )
}
