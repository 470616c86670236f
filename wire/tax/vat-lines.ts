// How the VAT of a month came about, and by which rules, in lines that a person can read and check by hand (docs/rules/tax.md).

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { Levied, MonthVat } from '@paywages/domain/tax/vat.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import type { SurchargeKind, VatRules } from '@paywages/domain/tax/vat-table.ts'
import type { VatTrace } from '@paywages/domain/tax/vat-withholding.ts'
import type { TraceLine } from './messages.ts'

export const surchargeLabels: Readonly<Record<SurchargeKind, string>> = {
  'urban-maintenance': '城市维护建设税',
  education: '教育费附加',
  'local-education': '地方教育附加',
}

export const bearerLabels: Readonly<Record<VatBearer, string>> = {
  report: '仅提示，未约定承担方',
  provider: '由供应商承担',
  person: '由收款人承担，发放时代扣',
}

/** The announcements as people here know them; one that is not listed shows its own name. */
const SOURCES: Readonly<Record<string, string>> = {
  'Ministry of Finance and State Taxation Administration Announcement 2023 No. 19':
    '财政部 税务总局公告 2023 年第 19 号',
  'Ministry of Finance and State Taxation Administration Announcement 2023 No. 12':
    '财政部 税务总局公告 2023 年第 12 号',
  'VAT Interim Regulations, Article 12': '《增值税暂行条例》第十二条',
  'VAT Law, Article 11': '《增值税法》第十一条',
  'Urban Maintenance and Construction Tax Law': '《城市维护建设税法》',
  'State Council Decree 448': '国务院令第 448 号',
  'Caizong 2010 No. 98': '财综〔2010〕98 号',
}

const sourceOf = (source: string) => SOURCES[source] ?? source
const line = (label: string, value: string): TraceLine => ({ label, value })
const yuan = (fen: bigint) => `${formatYuanGrouped(fen)} 元`
const percent = (points: bigint) => `${Number(points) / 100}%`

/** The reckoning of a month above the threshold. */
export function vatLines(vat: MonthVat): TraceLine[] {
  return [
    line('当月收入合计', `${yuan(vat.grossFen)}（${vat.month}）`),
    thresholdLine(vat.rules),
    ...leviedLines(vat.grossFen, vat),
  ]
}

/** What a row bears: on all that its company paid this month, less what it withheld before. */
export function vatWithheldLines(trace: VatTrace): TraceLine[] {
  const { month, rules, ownPaidFen, amountFen, levied, ownWithheldFen, withheldFen } = trace
  const paidFen = ownPaidFen + amountFen
  return [
    thresholdLine(rules),
    line('计税范围', `${month} 平台收入合计超过起征点，就本供应商当月全部收入代扣`),
    line(
      '本供应商当月收入',
      `${formatYuanGrouped(ownPaidFen)} + 本笔 ${formatYuanGrouped(amountFen)} = ${yuan(paidFen)}`,
    ),
    ...leviedLines(paidFen, levied),
    line('已代扣', yuan(ownWithheldFen)),
    line('本笔代扣', yuan(withheldFen)),
    ...(trace.carriedShortFen > 0n ? [line('本笔不足、以后补扣', yuan(trace.carriedShortFen))] : []),
    ...(trace.carriedOverFen > 0n ? [line('多扣、以后抵减', yuan(trace.carriedOverFen))] : []),
  ]
}

function leviedLines(
  grossFen: Fen,
  { rateBasisPoints, salesFen, vatFen, surcharges, totalFen }: Levied,
): TraceLine[] {
  const sales = `${formatYuanGrouped(grossFen)} ÷ (1 + ${percent(rateBasisPoints)})`
  return [
    line('不含税销售额', `${sales} = ${yuan(salesFen)}`),
    // From the gross: the sales as printed are rounded, and would give another fen now and then.
    line('增值税', `${sales} × ${percent(rateBasisPoints)} = ${yuan(vatFen)}`),
    ...surcharges.map(({ kind, rateBasisPoints: rate, shareBasisPoints, fen }) =>
      line(
        surchargeLabels[kind],
        `${formatYuanGrouped(vatFen)} × ${percent(rate)}${shareBasisPoints === 10_000n ? '' : ` × ${percent(shareBasisPoints)}`} = ${yuan(fen)}`,
      ),
    ),
    line('税费合计', yuan(totalFen)),
  ]
}

function thresholdLine({ threshold, lapsed }: VatRules): TraceLine {
  const { thresholdFen, source, lastDay } = threshold
  const until = lapsed ? `已于 ${lastDay} 到期，请以新公告为准` : `执行至 ${lastDay}`
  return line('起征点', `${yuan(thresholdFen)}；${sourceOf(source)}，${until}`)
}

/** The rules of a month with their sources, for those who confirm them. */
export function vatRuleLines(month: string, rules: VatRules): TraceLine[] {
  const { fullRate, reduction, surcharges, surchargeReduction } = rules
  const reduced =
    reduction === undefined
      ? ''
      : `；减按 ${percent(reduction.rateBasisPoints)}，${sourceOf(reduction.source)}，执行至 ${reduction.lastDay}`
  return [
    line('所属月份', month),
    thresholdLine(rules),
    line('起征点的适用', '当月收入合计超过起征点的，全额计税，不只就超过部分计税。'),
    line('征收率', `${percent(fullRate.rateBasisPoints)}，${sourceOf(fullRate.source)}${reduced}`),
    line('销售额', '发放金额含增值税：不含税销售额 = 收入合计 ÷ (1 + 征收率)。'),
    ...surcharges.map(({ kind, rate }) =>
      line(surchargeLabels[kind], `增值税的 ${percent(rate.rateBasisPoints)}，${sourceOf(rate.source)}`),
    ),
    ...(surchargeReduction === undefined
      ? []
      : [
          line(
            '附加税费减征',
            `按 ${percent(surchargeReduction.shareBasisPoints)} 征收，${sourceOf(surchargeReduction.source)}，执行至 ${surchargeReduction.lastDay}`,
          ),
        ]),
    line('舍入', '每个税种四舍五入到分一次；城市维护建设税按市区税率计。'),
  ]
}
