// How a withheld tax came about, in lines that a person can read and check by hand (docs/rules/tax.md).

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type BasisFen, type BasisPoints, formatBasisFen } from '@paywages/domain/tax/exact.ts'
import type { CumulativeTrace, PerPaymentTrace, TaxTrace } from '@paywages/domain/tax/trace.ts'

export type TraceLine = { readonly label: string; readonly value: string }

export function traceLines(trace: TaxTrace): TraceLine[] {
  return [...dueLines(trace), ...withheldLines(trace)]
}

export type Telling = {
  /** What the last payment is called: of a month, whose payments were withheld one by one, the whole month. */
  readonly last?: string
  /** False where papers of the first release are set again: they did not say from which month it counts. */
  readonly tellsStart?: boolean
}

/** Up to the tax due. */
export function dueLines(trace: TaxTrace, { last = '本笔', tellsStart = true }: Telling = {}): TraceLine[] {
  const head = [
    line('计算方式', trace.method === 'cumulative' ? '累计预扣法' : '按次预扣法'),
    line('依据', `${sourceOf(trace)}（${trace.tableFrom} 起执行）`),
  ]
  const body =
    trace.method === 'cumulative' ? cumulativeLines(trace, last, tellsStart) : perPaymentLines(trace, last)
  return [...head, ...body, ...levyLines(trace)]
}

/** The same for a payment that is only tried, which may bear no tax at all. */
export function calculatorLines(trace: TaxTrace | undefined): TraceLine[] {
  return trace === undefined ? [line('计算方式', '不代扣个税')] : traceLines(trace)
}

/** The announcements as people here know them; a table that is not listed shows its own name. */
const SOURCES: Readonly<Record<string, string>> = {
  'State Taxation Administration Announcement 2025 No. 16': '国家税务总局公告 2025 年第 16 号',
  'State Taxation Administration Announcement 2018 No. 61': '国家税务总局公告 2018 年第 61 号',
}

const sourceOf = (trace: TaxTrace) => SOURCES[trace.tableSource] ?? trace.tableSource

const line = (label: string, value: string): TraceLine => ({ label, value })
const yuan = (fen: bigint) => `${formatYuanGrouped(fen)} 元`
/** Grouped as money is, with all the decimals there are. */
const exactly = (amount: BasisFen) =>
  formatBasisFen(amount).replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))
const percent = (points: BasisPoints) => `${Number(points) / 100}%`

function cumulativeLines(trace: CumulativeTrace, last: string, tellsStart: boolean): TraceLine[] {
  const costs = trace.costs.map(
    ({ incomeFen, shareBasisPoints }) => `${formatYuanGrouped(incomeFen)} × ${percent(shareBasisPoints)}`,
  )
  const deductions = trace.deductions.map(
    ({ months, perMonthFen }) => `${formatYuanGrouped(perMonthFen)} × ${months} 个月`,
  )
  return [
    ...(tellsStart ? [line('累计起算月份', startOf(trace))] : []),
    line(
      tellsStart ? '累计收入' : '本年累计收入',
      `${formatYuanGrouped(trace.incomeBeforeFen)} + ${last} ${formatYuanGrouped(trace.amountFen)} = ${yuan(trace.incomeFen)}`,
    ),
    line('累计费用', `${costs.join(' + ')} = ${exactly(trace.costsBasisFen)} 元`),
    line('累计减除费用', `${deductions.join(' + ')} = ${yuan(trace.deductionFen)}`),
    line('连续取得收入的月份', trace.monthsCounted.join('、')),
    ...termLines(trace, '累计'),
    ...enteredBeforeLines(trace),
    ...pendingLines(trace),
    ...otherwiseLines(trace, '累计预扣法'),
  ]
}

/** From which month it counts, and why not from the first income of the year. */
function startOf({ countsFrom, gapMonth, gapRule, monthsOtherwise }: CumulativeTrace): string {
  if (gapMonth === undefined) return `${countsFrom}（本年首个计入的月份）`
  const none = monthsOtherwise.includes(gapMonth) ? '无按累计预扣法预扣的收入' : '无收入'
  if (gapRule === 'everything') return `${countsFrom}（${gapMonth} ${none}，累计重新起算）`
  return `${countsFrom}（${gapMonth} ${none}，仅减除费用月数重新起算）`
}

/** What the bank has not answered counts; where it decides whether there was a gap, that is said. */
function pendingLines({ pendingFen, monthsUndecided, gapRule }: CumulativeTrace): TraceLine[] {
  if (pendingFen === 0n) return []
  const what = gapRule === 'everything' ? '累计' : '减除费用月数'
  const undecided =
    monthsUndecided.length === 0
      ? '若最终未付出，差额在下期更正'
      : `其中 ${monthsUndecided.join('、')} 仅有此类收入：若最终未付出即为收入中断，${what}重新起算，差额在下期更正`
  return [line('银行尚未确认的收入', `${yuan(pendingFen)} 已计入；${undecided}`)]
}

/** What the payer paid besides, and why it is in no figure: the tax client has it under another item, or not at all (ADR 107). */
function otherwiseLines({ otherwiseFen, monthsOtherwise }: TaxTrace, method: string): TraceLine[] {
  if (monthsOtherwise.length === 0) return []
  const why = `未按${method}预扣，扣缴端不并入此项目累计`
  return [line('不计入的收入', `${monthsOtherwise.join('、')} 共 ${yuan(otherwiseFen)}，${why}`)]
}

function perPaymentLines(trace: PerPaymentTrace, last: string): TraceLine[] {
  const { allowance } = trace
  const how =
    allowance.kind === 'fixed'
      ? `定额 ${formatYuanGrouped(allowance.fixedFen)}`
      : `收入 × ${percent(allowance.shareBasisPoints)}`
  return [
    line(
      `${trace.month} 收入合计`,
      `${formatYuanGrouped(trace.incomeBeforeFen)} + ${last} ${formatYuanGrouped(trace.amountFen)} = ${yuan(trace.incomeFen)}`,
    ),
    line('减除费用', `${how} = ${exactly(trace.allowanceBasisFen)} 元`),
    ...termLines(trace, ''),
    ...otherwiseLines(trace, '按次预扣法'),
  ]
}

function levyLines(trace: TaxTrace): TraceLine[] {
  const taxable = trace.taxableBasisFen > 0n ? trace.taxableBasisFen : 0n
  const { rateBasisPoints, quickDeductionFen } = trace.bracket
  return [
    line('应纳税所得额', `${exactly(taxable)} 元`),
    line(
      '应纳税额',
      `${exactly(taxable)} × ${percent(rateBasisPoints)} − 速算扣除 ${formatYuanGrouped(quickDeductionFen)} = ${yuan(trace.taxBeforeReliefFen)}`,
    ),
    ...reliefLines(trace),
  ]
}

/** Exempt income and other lawful deductions, where two people entered any. */
function termLines({ exemptFen, otherDeductionFen }: TaxTrace, since: string): TraceLine[] {
  return [
    ...(exemptFen > 0n ? [line(`${since}免税收入`, yuan(exemptFen))] : []),
    ...(otherDeductionFen > 0n ? [line(`${since}依法确定的其他扣除`, yuan(otherDeductionFen))] : []),
  ]
}

/** The start of the accumulation is told above: why it holds something of earlier months is told here. */
function enteredBeforeLines({ monthsEnteredBefore: months }: CumulativeTrace): TraceLine[] {
  if (months.length === 0) return []
  return [line('首笔收入前的调整', `${months.join('、')} 录入的税前调整计入本年首笔收入起的累计`)]
}

function reliefLines({ method, reliefFen, taxBeforeReliefFen, taxFen }: TaxTrace): TraceLine[] {
  if (reliefFen === 0n) return []
  const label = method === 'cumulative' ? '累计减免税额' : '减免税额'
  const after = `${formatYuanGrouped(taxBeforeReliefFen)} − 减免 ${formatYuanGrouped(reliefFen)}`
  return [
    line(label, yuan(reliefFen)),
    line(
      '减免后应纳税额',
      `${after} = ${yuan(taxFen)}${taxBeforeReliefFen < reliefFen ? '（减免额超过税额，减至 0）' : ''}`,
    ),
  ]
}

function withheldLines(trace: TaxTrace): TraceLine[] {
  return [
    line('已预扣', yuan(trace.withheldBeforeFen)),
    line('本笔预扣', yuan(trace.withheldFen)),
    ...(trace.carriedOverFen > 0n ? [line('多扣结转以后抵减', yuan(trace.carriedOverFen))] : []),
    ...(trace.carriedShortFen > 0n ? [line('本笔不足、以后补扣', yuan(trace.carriedShortFen))] : []),
  ]
}
