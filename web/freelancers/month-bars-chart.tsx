// The drawing of a person's last months (docs/LOOK.md, 10): this month primary, earlier ones in the mid tint, the limit dashed.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { Bar, BarChart, CartesianGrid, Cell, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { GRID, TIP, X_AXIS, yAxis } from '../ui/chart/axes.ts'
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

const LIMIT = '#c77700'

export function MonthBarsChart({ months, scale, limitFen, summary }: MonthBarsChartProps) {
  const bars = months.map(({ month, amountFen }) => ({ month, height: Number(amountFen) / scale.per }))
  const highest = Math.max(...bars.map(({ height }) => height))
  const limit = limitFen === undefined ? undefined : Number(limitFen) / scale.per
  const ticks = axisTicks(highest, false)
  const top = Math.max(ticks.at(-1) ?? 1, limit ?? 0)
  return (
    <BarChart
      responsive
      className="month-bars-chart"
      data={bars}
      margin={{ top: 20, right: 0, bottom: 0, left: 0 }}
      barCategoryGap="28%"
      aria-label={summary}
    >
      <CartesianGrid {...GRID} />
      <XAxis dataKey="month" tickFormatter={labels.shortMonth} {...X_AXIS} />
      <YAxis {...yAxis(ticks, top)} />
      <Tooltip
        {...TIP}
        content={({ active, label }) => (active ? <MonthTip months={months} month={String(label)} /> : null)}
      />
      <Bar dataKey="height" radius={[2, 2, 0, 0]} maxBarSize={32} isAnimationActive={false}>
        {bars.map(({ month }, index) => (
          <Cell key={month} fill={index === bars.length - 1 ? 'var(--primary)' : 'var(--primary-mid)'} />
        ))}
      </Bar>
      {limit === undefined ? null : (
        <ReferenceLine
          y={limit}
          stroke={LIMIT}
          strokeDasharray="3 3"
          label={{
            value: labels.limit(barFigure(limit)),
            position: 'insideTopLeft',
            offset: 0,
            dy: -18,
            fill: '#8a4b00',
            fontSize: 12,
          }}
        />
      )}
    </BarChart>
  )
}

function MonthTip({ months, month }: { months: readonly MonthIncome[]; month: string }) {
  const income = months.find((other) => other.month === month)
  if (income === undefined) return null
  return (
    <div className="day-bars-tip">
      <p>{month}</p>
      <dl>
        <div>
          <dt>{labels.amount}</dt>
          <dd>{`${formatYuanGrouped(income.amountFen)} ${dayBarsLabels.units.yuan}`}</dd>
        </div>
        <div>
          <dt data-tone="mid">{labels.tax}</dt>
          <dd>{`${formatYuanGrouped(income.taxFen)} ${dayBarsLabels.units.yuan}`}</dd>
        </div>
      </dl>
    </div>
  )
}
