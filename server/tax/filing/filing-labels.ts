// The Chinese words of filing packs: the monthly withholding declaration and the quarterly platform report.

import { figure } from '@paywages/domain/money/figure.ts'
import type { EntryKind } from '@paywages/domain/tax/periods.ts'
import type { IdentityChange, IncomeKind } from '@paywages/domain/tax/platform-report.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import type { LeftOut } from './left-out-store.ts'

export const SHEETS = { declaration: '申报明细', people: '人员收入', notes: '说明', proof: '核对' } as const

export const DECLARATION_TITLES = {
  number: '序号',
  name: '姓名',
  idKind: '证件类型',
  idCardNo: '证件号码',
  item: '所得项目',
  method: '计算方式',
  income: '本期收入',
  costs: '本期费用',
  deduction: '本期减除费用',
  exempt: '本期免税收入',
  otherDeduction: '本期其他扣除',
  relief: '本期减免税额',
  tax: '本期预扣税额',
  countsFrom: '累计起算月份',
  yearIncome: '累计收入',
  yearCosts: '累计费用',
  deductionMonths: '减除月份数',
  yearDeduction: '累计减除费用',
  yearExempt: '累计免税收入',
  yearOtherDeduction: '累计其他扣除',
  taxable: '应纳税所得额',
  rate: '预扣率',
  quickDeduction: '速算扣除数',
  due: '应纳税额',
  yearRelief: '累计减免税额',
  withheldBefore: '此前已预扣',
  open: '结转（待抵为负）',
  correction: '更正说明',
} as const

export const ID_KIND = '居民身份证'
export const INCOME_ITEM = '劳务报酬所得'
export const TOTAL = '合计'
export const METHOD_WORDS: Readonly<Record<TaxMethod, string>> = {
  cumulative: '累计预扣法',
  'per-payment': '按次预扣法',
}

export const correctionNote = (count: number, income: string, tax: string) =>
  `含更正 ${figure(count)} 笔：收入 ${income} 元，税额 ${tax} 元，见“说明”`

/** Booked while the person had no income yet, and declared with the first. */
export const carriedNote = (months: readonly string[]) =>
  `含本年首笔收入前（${months.join('、')}）的税前调整，随本期申报`

export const NOTE_TITLES = {
  kind: '类别',
  what: '事项',
  batchNo: '批次号',
  month: '发放月份',
  name: '姓名',
  count: '笔数',
  income: '收入',
  tax: '个税',
  why: '原因与处理',
} as const

export const NOTE_KINDS = {
  leftOut: '未列入',
  correction: '更正',
  adjustment: '税前调整',
  rule: '口径',
} as const

export const LEFT_OUT_WORDS: Readonly<
  Record<LeftOut['why'], { readonly what: string; readonly why: string }>
> = {
  open: { what: '生成时银行尚未答复的发放', why: '未成功不计收入；成功后列入其后生成的所属期，并注明补记' },
  failed: { what: '失败的发放', why: '未支付成功，或在生成前已退票，不计收入' },
  cancelled: { what: '已取消的发放', why: '转账前已取消，未支付' },
  later: { what: '以后月份的发放', why: '所属期尚未生成，在其所属期申报' },
  'not-withheld': { what: '未代扣个税的发放', why: '该批次上传时供应商未设置代扣个税，收入不列入本表' },
}

export const CORRECTION_WORDS: Readonly<Record<EntryKind, { readonly what: string; readonly why: string }>> =
  {
    reversed: { what: '退票', why: '以前所属期已申报，其后退票，在本期冲减' },
    paid: { what: '补记', why: '以前月份发起，其所属期生成后才成功，在本期申报' },
  }

/** Where its own month was closed before it was confirmed, the note says so. */
export const adjustmentNote = (amount: string, reason: string, originally: string | undefined) =>
  `${amount} 元；原因：${reason}${originally === undefined ? '' : `（原属 ${originally}，该月已生成申报，计入本期）`}`

export const DECLARATION_RULES: readonly string[] = [
  '收入按发起转账的月份（上海时间）归属，只计支付成功的发放。',
  '本期预扣税额为实际代扣金额之和，与完税证明、账务一致；其余各列说明其计算过程。',
  '累计各列为本年截至本期、扣除已退票后的金额；费用四舍五入到分列示，税额按未舍入的金额计算。',
  '免税收入、其他扣除、减免税额为两人录入并确认的税前调整，逐笔列于“税前调整”；本期没有收入的人员列零收入，本年尚无收入的人员不列，计入以后期间的累计。',
  '应纳税额为减免前的税额；减免税额超过应纳税额的，减至 0。',
  '“未列入”中，银行尚未答复的为生成时的状态，其余为下载时的状态。',
  '按次预扣法的“累计”各列为当月合计，费用列为减除费用（800 元或 20%）。',
]

export const RECONCILIATION_TITLES = { what: '项目', text: '内容', fen: '金额' } as const

export const RECONCILIATION_LINES = {
  provider: '扣缴义务人',
  taxpayerId: '纳税人识别号',
  period: '税款所属期',
  closedAt: '数据生成时间',
  people: '申报人数',
  income: '申报明细：本期收入合计',
  notWithheld: '加：未代扣个税的收入（见“说明”）',
  periodIncome: '所属期收入',
  incomeGap: '收入差额',
  tax: '申报明细：本期预扣税额合计',
  periodTax: '完税证明税额',
  ledgerTax: '账务应交个税（同一批发放）',
  taxGap: '税额差额',
} as const

export const declarationName = (provider: string, month: string) => `扣缴申报表-${provider}-${month}.xlsx`

export const PLATFORM_TITLES = {
  number: '序号',
  name: '姓名',
  idKind: '证件类型',
  idCardNo: '证件号码',
  phone: '联系电话',
  identity: '身份信息变动',
  kind: '收入类型',
  provider: '支付单位',
  taxpayerId: '支付单位纳税人识别号',
  count: '支付笔数',
  income: '收入总额',
  takenBack: '退回金额',
  net: '收入净额',
  declared: '其中已扣缴申报',
  tax: '预扣税额',
} as const

export const PLATFORM_RECONCILIATION_TITLES = {
  provider: '支付单位',
  people: '人数',
  count: '支付笔数',
  income: '本表收入净额',
  leftOutPeople: '未列入人数',
  leftOutIncome: '未列入收入净额',
  leftOutTax: '未列入税额',
  periodIncome: '各所属期收入合计',
  incomeGap: '收入差额',
  tax: '本表预扣税额',
  periodTax: '各所属期税额合计',
  ledgerTax: '账务应交个税（同一批发放）',
  taxGap: '税额差额',
} as const

export const KIND_WORDS: Readonly<Record<IncomeKind, string>> = { 'labour-service': '劳务报酬所得' }

export const IDENTITY_WORDS: Readonly<Record<IdentityChange, string>> = {
  first: '首次报送',
  same: '无变动',
  name: '姓名有变动',
  phone: '联系电话有变动',
  'name-and-phone': '姓名、联系电话有变动',
}

/** Why people of a company are not in the report, and how many they are. */
export const DECLARED_PEOPLE = {
  what: (provider: string) => `${provider}：已扣缴申报的人员`,
  why: (people: number) =>
    `共 ${figure(people)} 人，本季度全部收入已办理扣缴申报，依据国家税务总局公告 2025 年第 15 号无需重复报送；如需列入，下载时勾选“包含已扣缴申报的人员”`,
} as const

export const PLATFORM_RULES: readonly string[] = [
  '依据《互联网平台企业涉税信息报送规定》（国务院令第 810 号），按季度报送从业人员身份信息与收入信息。',
  '收入按所属期归属：支付成功的发放列入其所属期；以前所属期的发放其后退票的，列入“退回金额”。',
  '收入总额为税前金额；服务费由供应商另行承担，不计入个人收入。',
  '身份信息变动与本人最近一次列入以前季度报送表时相比：姓名、联系电话取自本季度最近一笔发放；证件号码不同的按新的人员报送。下载报送表即视为已报送。',
]

export const platformName = (quarter: string, provider: string) =>
  `平台涉税信息报送表-${quarter}${provider === '' ? '' : `-${provider}`}.xlsx`

/** "甲 2026-04、乙 2026-05 等 7 个" */
export const andMore = (named: readonly string[], count: number) =>
  named.join('、') + (count > named.length ? ` 等 ${count} 个` : '')
