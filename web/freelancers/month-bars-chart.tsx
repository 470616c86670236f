// The drawing of a person's last months (docs/LOOK.md, 10): this month primary, earlier ones in the mid tint, the limit dashed.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { axisTicks, barFigure, type Scale } from '../ui/chart/day-scale.ts'
import { dayBarsLabels } from '../ui/labels.ts'
import { monthLabels as labels } from './labels.ts'
import type { MonthIncome } from './month-scale.ts'

type MonthBarsChartProps = {
  readonly months: readonly MonthIncome[]
  readonly scale: Scale
  /** Undefined where it is told in words instead. */
  readonly limitFen: bigint | undefined
  readonly summary: string
}

const HEIGHT = 148

export function MonthBarsChart({ months, scale, limitFen, summary }: MonthBarsChartProps) {
  const bars = months.map(({ month, amountFen }, index) => ({
    key: month,
    name: labels.shortMonth(month),
    parts: [
      {
        value: Number(amountFen) / scale.per,
        fill: index === months.length - 1 ? 'var(--primary)' : 'var(--primary-mid)',
      },
    ],
  }))
  const highest = Math.max(...months.map(({ amountFen }) => Number(amountFen) / scale.per))
  const limit = limitFen === undefined ? undefined : Number(limitFen) / scale.per
  return (
    <BarChart
      bars={bars}
      ticks={axisTicks(highest, false)}
      gap={0.28}
      maxBar={32}
      marginTop={20}
      marginRight={0}
      height={HEIGHT}
      summary={summary}
      limit={limit === undefined ? undefined : { value: limit, words: labels.limit(barFigure(limit)) }}
      tipOf={(index) => tipOf(months[index])}
    />
  )
}

function tipOf(income: MonthIncome | undefined) {
  const inYuan = (fen: bigint = 0n) => `${formatYuanGrouped(fen)} ${dayBarsLabels.units.yuan}`
  return {
    title: income?.month ?? '',
    figures: [
      { label: labels.amount, words: inYuan(income?.amountFen) },
      { label: labels.tax, tone: 'mid', words: inYuan(income?.taxFen) },
    ],
  }
}
