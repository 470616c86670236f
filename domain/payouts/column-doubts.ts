// Columns that could be a field as well as the one that was taken for it: where a row shows that they differ, a person is asked.

import { meansAnother } from './heading-remarks.ts'
import { bareHeading } from './heading-words.ts'
import type { SheetField } from './sheet-row.ts'

export type ColumnDoubt = {
  readonly column: number
  readonly field: SheetField
  readonly text: string
  /** Holds no amount, but which part of it is paid. */
  readonly isRatio?: boolean
  /** What is taken off, or was paid already: any sum of it speaks against the amount, also the same. */
  readonly isTakenOff?: boolean
  /** What is paid at all: 0 is a sum of it. */
  readonly hasZero?: boolean
}

/** Says what somebody gets: 应打款, 本次支付, 合计. */
const PAYABLE =
  /付|发|款|合计|小计|共计|总|实|应|到手|到账|到帐|结算|净|领|折后|转账|汇|提现|税前|税后|payable|paid|payment|total|net|gross/i
/** Tax, deductions, counts, hours, prices, numbers and names, other periods, and what pay is worked out from. */
const NO_PAY =
  /税|扣|罚|借|社保|公积金|保险|单价|均价|时薪|日薪|工时|时长|小时|课时|时间|日期|期$|天|日$|勤|次数|车次|班次|场次|频次|人次|次序|序|数量|人数|单数|件数|笔数|票数|总数|天数|量|总单|场|趟|里程|号|码|编|票|率|比例|系数|积分|评分|得分|总分$|年龄|等级|地|方式|状态|银行|户|姓名|人$|员$|累计|本年|年度|上月|上期|上次|往|去年|历史|销售|业绩|流水|营业|营收|订单|充值|回款|货款|合同|余额|押金|保证金|手续费|服务费|管理费|tax|deduct|count|hour|rate|price|date|no$|id$/i
/** 扣税后应付 is an amount to be paid, though 扣 and 税 are in it. */
const AFTER_DEDUCTION = /(?:扣|减)[^\s后前]{0,4}(?:后|前)|税后|税前|不?含税/g

/** Whether an unknown heading may stand over what is to be paid. */
export function mayBePaid(heading: string): boolean {
  return PAYABLE.test(bareHeading(heading)) && !isNoPay(heading)
}

/** What is taken off, what is left, or what somebody made of the amount in the end: 扣款, 余额, 核定金额, 金额2. */
const CHANGED =
  /扣款|补扣|奖扣|奖惩|增减|加减|代扣|应扣|扣除|扣减|扣发|扣回|罚款|借支|预支|预付|预借|已支|已付|已发|已打款|已结(?!束)|支取|已领|垫付|抵扣|余额|结余|剩余|未结|尚欠|尾款|核定|核准|核减|审定|确认|复核|更正|修正|修改|调整|最终|新金额|金额[\d一二三新]/
const NO_CHANGE = /税|社保|公积金|号|日期|时间|人$|员$|状态|结果|意见|情况|上月|上期|累计|银行|卡|押金|保证金/

/** Whether an unknown heading may stand over what changes an amount that does not say of itself that it is paid. */
export function mayChangePay(heading: string): boolean {
  const bare = bareHeading(heading)
  return CHANGED.test(bare) && !NO_CHANGE.test(bare) && !meansAnother(heading)
}

const RATIO =
  /^(?:本[次期月批]|实际)?(?:应?发放?|支付|付款|打款|结算|计发|兑现|绩效|考核|出勤|折算)?(?:比例|系数|百分比|折扣|比率|进度)$/

/** Which part of the amount is paid, or what it is still to be multiplied by: 发放比例, 系数; not how it came about, 提成比例. */
export function isRatioOfPay(heading: string): boolean {
  return RATIO.test(bareHeading(heading))
}

/** 80%, 0.8, 八折; not 100%, 1 or 全额. */
export function isPartOfPay(text: string): boolean {
  const bare = text.normalize('NFKC').replace(/\s/g, '')
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(bare) ?? []
  if (number !== undefined)
    return percent === '%' ? Number(number) !== 100 : Number(number) !== 1 && Number(number) !== 100
  return /^(?:[\d.一二三四五六七八九]+折|百分之(?!百$|一百$).+|\d+\/\d+|一?半|半额|部分)$/.test(bare)
}

/** Whether a heading says that what stands below it is paid to nobody: 工号, 工时, 个税. */
export function isNoPay(heading: string): boolean {
  return meansAnother(heading) || NO_PAY.test(bareHeading(heading).replace(AFTER_DEDUCTION, ''))
}

const TAKEN_OFF =
  /扣款|补扣|奖扣|奖惩|增减|加减|应扣|扣除|扣减|扣发|扣回|罚款|借支|预支|预付|预借|已支|已付|已发|已打款|已结(?!束)|支取|已领|垫付|抵扣/
const PAID_AT_ALL =
  /^(?:本[次期月批]|实际|最终|未|待|尚未|核定|审定|应|实)(?:应|实)?(?:支付|付款?|发放?|打款|结算)?(?:金额|款项?|总额|合计|额)?$/

/** What a column beside the amount says of it by its heading alone. */
export function amountDoubt(heading: string): Pick<ColumnDoubt, 'isTakenOff' | 'hasZero'> {
  const bare = bareHeading(heading).replace(AFTER_DEDUCTION, '')
  if (TAKEN_OFF.test(bare)) return { isTakenOff: true }
  return PAID_AT_ALL.test(bare) ? { hasZero: true } : {}
}

/** Whether two readings of one field contradict each other; both as a row's texts. */
export function contradicts(
  { field, isTakenOff, hasZero }: Pick<ColumnDoubt, 'field' | 'isTakenOff' | 'hasZero'>,
  taken: string,
  other: string,
): boolean {
  if (other === '' || field === 'remark') return false
  if (field === 'amount' && isTakenOff) return isSum(other)
  if (field === 'amount') return isOtherAmount(taken, other) || (hasZero === true && isZero(other, taken))
  if (field === 'bank') return isOtherBank(taken, other)
  return taken !== other
}

const isSum = (text: string): boolean => Math.abs(Math.round(Number(text) * 100)) > 0

const isZero = (text: string, taken: string): boolean => /^0+(?:\.0+)?$/.test(text) && isSum(taken)

function isOtherAmount(taken: string, other: string): boolean {
  const fen = Math.round(Number(other) * 100)
  return Math.abs(fen) > 0 && fen !== Math.round(Number(taken) * 100)
}

/** A branch beside its bank says more, not something else. */
function isOtherBank(taken: string, other: string): boolean {
  const [one, two] = [bankIn(taken), bankIn(other)]
  return one !== undefined && two !== undefined && !one.endsWith(two) && !two.endsWith(one)
}

function bankIn(text: string): string | undefined {
  return /^(?:中国)?(.+?)银行/.exec(text)?.[1]
}
