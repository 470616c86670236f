// The Chinese words of corrections in filing packs: which way is to be chosen or was filed, and the old month as declared and as corrected.

import type { FilingWay } from '@paywages/domain/tax/correction-filing.ts'
import type { EntryKind } from '@paywages/domain/tax/periods.ts'

export const WAY_WORDS: Readonly<Record<FilingWay, string>> = { current: '在本期更正', amended: '更正申报' }

/** Sheets that stand in for one another until the way is chosen. */
export const CHOICE_SHEETS = {
  overview: '待选择',
  current: '待选择-本期含更正',
  without: '待选择-本期不含更正',
  amended: (month: string) => `待选择-更正申报 ${month}`,
  compared: (month: string) => `待选择-更正对照 ${month}`,
} as const

export const CHOICE_TITLES = {
  month: '更正月份',
  people: '人数',
  count: '笔数',
  income: '收入差额',
  tax: '税额差额',
  current: '方式一：在本期更正',
  amended: '方式二：更正申报',
} as const

/** With those whom the tax client would not take. */
export const currentChoice = (belowZero: readonly string[]) =>
  belowZero.length === 0
    ? `只申报“${CHOICE_SHEETS.current}”`
    : `不能选择：${belowZero.slice(0, 5).join('、')}${belowZero.length > 5 ? '等' : ''} ${belowZero.length} 人本期收入为负，扣缴端不接受负数`
export const amendedChoice = (month: string) =>
  `申报“${CHOICE_SHEETS.without}”，并以“${CHOICE_SHEETS.amended(month)}”更正 ${month} 的申报`

export const CHOICE_RULES: readonly string[] = [
  '以前所属期的退票、补记尚未选择申报方式：请先在“报税申报”中选择，再下载申报表。两种方式只能申报一种，不得重复申报。',
  '同一更正月份只选一种方式；有多个更正月份的可分别选择，选择后重新下载的申报表只含所选方式。',
]

export const AMENDED_SHEETS = {
  declaration: '更正申报明细',
  compared: '更正对照',
  notes: '说明',
  proof: '核对',
} as const

export const amendedName = (provider: string, month: string, bookedIn: string) =>
  `更正申报表-${provider}-${month}（${bookedIn} 更正）.xlsx`

export const COMPARISON_TITLES = {
  name: '姓名',
  idKind: '证件类型',
  idCardNo: '证件号码',
  method: '计算方式',
  before: (figure: string) => `原${figure}`,
  after: (figure: string) => `更正后${figure}`,
  difference: (figure: string) => `${figure}差额`,
  note: '更正内容',
} as const

export const COMPARED_TITLES = {
  incomeFen: '本期收入',
  taxFen: '本期预扣税额',
  countedIncomeFen: '累计收入',
  countedCostsFen: '累计费用',
  countedDeductionFen: '累计减除费用',
  taxableFen: '应纳税所得额',
  beforeReliefFen: '应纳税额',
  countedReliefFen: '累计减免税额',
  withheldBeforeFen: '此前已预扣',
  openFen: '结转',
} as const

const KIND_WORDS: Readonly<Record<EntryKind, string>> = { reversed: '退票', paid: '补记' }

/** "退票 2 笔、补记 1 笔" */
export function countWords(entries: readonly { readonly kind: EntryKind }[]): string {
  const kinds = Map.groupBy(entries, ({ kind }) => kind)
  return [...kinds].map(([kind, own]) => `${KIND_WORDS[kind]} ${own.length} 笔`).join('、')
}

/** How a correction of an old month is declared, told beside it. */
export const FILED_WORDS = {
  current: '已选择在本期更正，列入本期申报',
  amended: (month: string) => `已选择更正申报，列入 ${month} 的更正申报表，不列入本期`,
  open: '申报方式待选择',
} as const

export const CORRECTION_RULES: readonly string[] = [
  '本表为该所属期更正后的全部申报数据，用于更正申报；更正前后的差异见“更正对照”。',
  '更正申报后，其后各月的累计数随之变化：请按扣缴客户端的提示，从该月起逐月更正至最近一期。',
  '同一笔更正只申报一次：已列入本表的，不再列入发现当期的扣缴申报表。',
]

export const CORRECTION_TIES = {
  provider: '扣缴义务人',
  taxpayerId: '纳税人识别号',
  period: '更正的税款所属期',
  bookedIn: '更正发生的所属期',
  filed: '申报方式',
  people: '更正人数',
  before: '更正前收入（更正人员）',
  after: '更正后收入（更正人员）',
  booked: '更正的收入（逐笔合计）',
  incomeGap: '收入差额',
  taxBefore: '更正前税额（更正人员）',
  taxAfter: '更正后税额（更正人员）',
  ledger: '账务变动（同一批发放）',
  taxGap: '税额差额',
} as const

/** Lines of the period's own sheet that ties. */
export const DECLARATION_TIES = {
  amendedIncome: (month: string) => `加：${month} 更正申报的收入`,
  amendedTax: (month: string) => `加：${month} 更正申报的税额`,
  withoutIncome: '本期不含更正：本期收入合计',
  openIncome: '加：待选择的更正收入',
  withoutIncomeGap: '不含更正的收入差额',
  withoutTax: '本期不含更正：本期预扣税额合计',
  openTax: '加：待选择的更正税额',
  withoutTaxGap: '不含更正的税额差额',
} as const
