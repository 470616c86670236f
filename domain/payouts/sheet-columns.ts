// The columns of a sheet, known by their headings in any order: how headings are read, and those of a payout sheet (D13).

import {
  type AmountMeaning,
  amountMeaning,
  DEDUCTION_WORD,
  otherUnit,
  PAID_WORD,
  PART_WORD,
} from './amount-words.ts'
import { amountDoubt, type ColumnDoubt, isRatioOfPay, mayBePaid, mayChangePay } from './column-doubts.ts'
import { meansAnother, remarkedMeaning } from './heading-remarks.ts'
import {
  bareHeading,
  fieldOfChange,
  fieldOfPayee,
  HEADING_WORDS,
  MAX_HEADING_LENGTH,
} from './heading-words.ts'
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
  /** Whether a person is asked where headings leave something open, rather than refused. */
  readonly asks?: boolean
  readonly fieldOfTitle: ReadonlyMap<string, SheetField>
}

export function sheetPlan(plan: Omit<SheetPlan, 'fieldOfTitle'>): SheetPlan {
  const titles = plan.columns.flatMap(({ title, aliases = [], field }) =>
    [title, ...aliases].map((text) => [text, field] as const),
  )
  return { ...plan, fieldOfTitle: new Map(titles) }
}

const PAYOUT_COLUMNS: readonly (SheetColumn & { readonly field: PayoutField })[] = [
  { field: 'name', title: '姓名', required: true },
  { field: 'idCardNo', title: '身份证号', required: true },
  { field: 'phone', title: '手机号', required: true },
  { field: 'bank', title: '开户行', required: true },
  { field: 'cardNo', title: '银行卡号', required: true },
  { field: 'amount', title: '金额', required: true },
  { field: 'month', title: '所属月份', required: true },
  { field: 'remark', title: '备注', required: false },
]

/** In the template's order. */
export const SHEET_COLUMNS: typeof PAYOUT_COLUMNS = PAYOUT_COLUMNS.map((column) => ({
  ...column,
  aliases: HEADING_WORDS[column.field] ?? [],
}))

/** Who gets how much on which card: with these a table pays people. */
export const PAYOUT_SHEET: SheetPlan = sheetPlan({
  columns: SHEET_COLUMNS,
  fewHeadings: 3,
  identifying: ['name', 'cardNo', 'amount'],
  asks: true,
})

/** What need be kept of a cell that may be a heading: thousands of long ones must not fill the memory. */
export function headingText(text: string): string {
  return text.length > MAX_HEADING_LENGTH ? '…' : text
}

/** The field that a heading names; spaces, line breaks, asterisks, colons and most remarks in brackets do not matter. */
export function fieldOfHeading(text: string, plan: SheetPlan): SheetField | undefined {
  if (text.length > MAX_HEADING_LENGTH) return undefined
  const field = fieldOfBare(bareHeading(text), plan)
  return field !== undefined && field !== 'remark' && meansAnother(text) ? undefined : field
}

function fieldOfBare(bare: string, plan: SheetPlan): SheetField | undefined {
  const known = plan.fieldOfTitle.get(bare)
  if (known !== undefined) return known
  const field = fieldOfPayee(bare)
  return plan.columns.some((column) => column.field === field) ? field : undefined
}

/** The headings as a sentence names them: 身份证号、金额. */
export function titlesOf(fields: Iterable<SheetField>, plan: SheetPlan = PAYOUT_SHEET): string {
  const titles = new Map(plan.columns.map(({ title, field }) => [field, title]))
  return [...fields].map((field) => titles.get(field) ?? field).join('、')
}

export type Heading = {
  readonly columns: ReadonlyMap<SheetField, number>
  /** As they are written over each field's column. */
  readonly texts: ReadonlyMap<SheetField, string>
  readonly missing: readonly SheetField[]
  /** Fields that several columns could be. */
  readonly twice: readonly SheetField[]
  /** Whether the row holds nothing but headings of ours. */
  readonly pure: boolean
  readonly amountMeaning: AmountMeaning
  /** A unit other than yuan over the amounts. */
  readonly amountUnit: string | undefined
  /** Headings that name no field of ours. */
  readonly others: readonly string[]
  /** Columns that are taken for nothing but could be one of ours. */
  readonly doubts: readonly ColumnDoubt[]
}

type NamedColumn = { readonly column: number; readonly text: string; readonly isTitle: boolean }

/** Reads a row as headings; `cells` are its texts by column number. */
export function readHeading(cells: ReadonlyMap<number, string>, plan: SheetPlan): Heading {
  const named = new Map<SheetField, NamedColumn[]>()
  const others = new Map<number, string>()
  for (const [column, text] of cells) {
    const field = fieldOfHeading(text, plan)
    if (field === undefined) {
      if (text.trim() !== '') others.set(column, text)
      continue
    }
    const isTitle = plan.columns.some((one) => one.field === field && one.title === bareHeading(text))
    const known = named.get(field)
    if (known) known.push({ column, text, isTitle })
    else named.set(field, [{ column, text, isTitle }])
  }
  return headingOf(named, others, plan)
}

function headingOf(
  named: ReadonlyMap<SheetField, readonly NamedColumn[]>,
  unknown: ReadonlyMap<number, string>,
  plan: SheetPlan,
): Heading {
  const others = [...unknown.values()]
  const doubts: ColumnDoubt[] = []
  const columns = new Map<SheetField, number>()
  const texts = new Map<SheetField, string>()
  const twice: SheetField[] = []
  for (const [field, places] of named) {
    const [first] = places
    if (!first) continue
    const titled = places.filter(({ isTitle }) => isTitle)
    // The template's own word outranks its like while they say the same; of two columns of money neither is taken unasked.
    const preferred = field !== 'amount' && titled.length === 1 ? titled[0] : bankOf(field, places)
    const chosen = preferred ?? first
    if (places.length > 1 && preferred === undefined) twice.push(field)
    columns.set(field, chosen.column)
    texts.set(field, chosen.text)
    for (const { column, text } of places) if (column !== chosen.column) doubts.push({ column, field, text })
  }
  const amount = texts.get('amount')
  const meaning =
    amount === undefined ? 'gross' : (remarkedMeaning(amount) ?? amountMeaning(bareHeading(amount)))
  if (plan.asks && amount !== undefined && isBesideMore(amount, meaning, others)) twice.push('amount')
  for (const [column, text] of unknown) {
    if (isRatioOfPay(text)) {
      if (amount !== undefined && !isPaid(amount, meaning))
        doubts.push({ column, field: 'amount', text, isRatio: true })
      continue
    }
    const field = doubtedField(text, amount, meaning)
    if (field === undefined || !columns.has(field)) continue
    doubts.push({ column, field, text, ...(field === 'amount' ? amountDoubt(text) : {}) })
  }
  return {
    columns,
    texts,
    missing: missingFrom(columns, plan),
    twice: [...new Set(twice)],
    pure: others.length === 0 && columns.size > 0,
    amountMeaning: meaning,
    amountUnit: amount === undefined ? undefined : otherUnit(amount),
    others,
    doubts: plan.asks ? doubts : [],
  }
}

const BRANCH = /支行|网点|分行/

/** 开户银行 beside 开户支行: the one that is no branch. */
function bankOf(field: SheetField, places: readonly NamedColumn[]): NamedColumn | undefined {
  const [bank, another] = field === 'bank' ? places.filter(({ text }) => !BRANCH.test(text)) : []
  return another === undefined ? bank : undefined
}

/** Whether the heading says of its amounts that they are what is paid. */
function isPaid(amount: string | undefined, meaning: AmountMeaning): boolean {
  return meaning === 'net' || PAID_WORD.test(bareHeading(amount ?? ''))
}

/** What a column with an unknown heading may be instead of the one that is taken for it. */
function doubtedField(
  text: string,
  amount: string | undefined,
  meaning: AmountMeaning,
): SheetField | undefined {
  if (mayBePaid(text) || (!isPaid(amount, meaning) && mayChangePay(text))) return 'amount'
  return meansAnother(text) ? undefined : fieldOfChange(bareHeading(text))
}

/** 应发 beside 个税 or 扣款, 工资 beside 奖金 and 合计: what is paid may be told by a column that is called something else. */
function isBesideMore(amount: string, meaning: AmountMeaning, others: readonly string[]): boolean {
  const bare = bareHeading(amount)
  if (bare === '金额' || meaning === 'net') return false
  return others.some(
    (text) =>
      (meaning === 'gross' && DEDUCTION_WORD.test(text)) ||
      (!PAID_WORD.test(bare) && PART_WORD.test(bareHeading(text))),
  )
}

/** A heading over two rows: the upper row's group titles (收款信息) are told in full by the row below. */
export function joinHeadings(
  upper: ReadonlyMap<number, string>,
  lower: ReadonlyMap<number, string>,
  plan: SheetPlan,
): Heading {
  const cells = new Map(upper)
  for (const [column, text] of lower)
    if (fieldOfHeading(text, plan) !== undefined || !cells.has(column)) cells.set(column, text)
  return { ...readHeading(cells, plan), pure: readHeading(lower, plan).pure }
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
