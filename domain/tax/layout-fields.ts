// What a column of an import layout may hold, kind by kind, and how it may be written (docs/rules/tax.md).

/** With and without cumulative withholding are two forms of the tax client, each with a file of its own. */
export const LAYOUT_KINDS = ['income-cumulative', 'income-per-payment', 'people'] as const
export type LayoutKind = (typeof LAYOUT_KINDS)[number]
export const INCOME_KINDS = ['income-cumulative', 'income-per-payment'] as const
export type IncomeKind = (typeof INCOME_KINDS)[number]

export const isLayoutKind = (text: unknown): text is LayoutKind => LAYOUT_KINDS.some((kind) => kind === text)

/** `date` is 2026-10-01 and `date-compact` 20261001, both as text: no program turns them into another day. */
export const COLUMN_FORMATS = ['text', 'amount', 'date', 'date-compact'] as const
export type ColumnFormat = (typeof COLUMN_FORMATS)[number]

/**
 * `text`, `amount` and `day` come from the records; `words` are the layout's own, the same in each row (`value`). What the file
 * would lie without must have a column.
 */
type FieldRule = {
  readonly holds: 'text' | 'amount' | 'day' | 'words'
  /** As the authority heads it: what a missing one is called. */
  readonly heading: string
  readonly needed?: true
}

const PERSON = {
  employeeNo: { holds: 'text', heading: '工号' },
  name: { holds: 'text', heading: '姓名', needed: true },
  idKind: { holds: 'words', heading: '证件类型', needed: true },
  idCardNo: { holds: 'text', heading: '证件号码', needed: true },
  note: { holds: 'text', heading: '备注' },
  /** Any further column of the office's: the same words in each row, or nothing. */
  fixed: { holds: 'words', heading: '固定内容' },
  empty: { holds: 'text', heading: '空列' },
} as const satisfies Record<string, FieldRule>

const INCOME = {
  ...PERSON,
  incomeItem: { holds: 'words', heading: '所得项目', needed: true },
  income: { holds: 'amount', heading: '本期收入', needed: true },
  exemptIncome: { holds: 'amount', heading: '本期免税收入', needed: true },
  healthInsurance: { holds: 'amount', heading: '商业健康保险', needed: true },
  deferredPension: { holds: 'amount', heading: '税延养老保险', needed: true },
  otherDeduction: { holds: 'amount', heading: '其他', needed: true },
  donation: { holds: 'amount', heading: '准予扣除的捐赠额', needed: true },
  taxRelief: { holds: 'amount', heading: '减免税额', needed: true },
} as const satisfies Record<string, FieldRule>

const PEOPLE = {
  ...PERSON,
  nationality: { holds: 'words', heading: '国籍（地区）', needed: true },
  gender: { holds: 'text', heading: '性别', needed: true },
  birthDay: { holds: 'day', heading: '出生日期', needed: true },
  personStatus: { holds: 'words', heading: '人员状态' },
  employmentType: { holds: 'words', heading: '任职受雇从业类型', needed: true },
  phone: { holds: 'text', heading: '手机号码' },
  startDay: { holds: 'day', heading: '任职受雇从业日期' },
} as const satisfies Record<string, FieldRule>

export type IncomeField = keyof typeof INCOME
export type PeopleField = keyof typeof PEOPLE
export type LayoutField = IncomeField | PeopleField

const FIELDS: Readonly<Record<LayoutKind, Readonly<Record<string, FieldRule>>>> = {
  'income-cumulative': INCOME,
  'income-per-payment': INCOME,
  people: PEOPLE,
}

export function fieldRule(kind: LayoutKind, field: string): FieldRule | undefined {
  return Object.hasOwn(FIELDS[kind], field) ? FIELDS[kind][field] : undefined
}

/** These may stand in several columns. */
export const isRepeatable = (field: string): boolean => field === 'fixed' || field === 'empty'

export function neededFields(kind: LayoutKind): { readonly field: string; readonly heading: string }[] {
  return Object.entries(FIELDS[kind]).flatMap(([field, { heading, needed }]) =>
    needed ? [{ field, heading }] : [],
  )
}

const FORMATS_OF: Readonly<Record<FieldRule['holds'], readonly ColumnFormat[]>> = {
  text: ['text'],
  words: ['text'],
  amount: ['amount'],
  day: ['date', 'date-compact'],
}

export const formatsOf = (rule: FieldRule): readonly ColumnFormat[] => FORMATS_OF[rule.holds]
