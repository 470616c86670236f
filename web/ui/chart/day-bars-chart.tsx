// The drawing of day bars (docs/LOOK.md, Charts): stacked, calm, without animation; peak and today labelled directly.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { useMemo } from 'react'
import { Bar, BarChart, BarStack, CartesianGrid, ReferenceDot, Tooltip, XAxis, YAxis } from 'recharts'
import { dayBarsLabels as labels } from '../labels.ts'
import { GRID, TIP, X_AXIS, yAxis } from './axes.ts'
import {
  axisTicks,
  barFigure,
  type DayBar,
  type DayPart,
  namedDays,
  type Scale,
  shortDay,
  totalOf,
} from './day-scale.ts'

type DayBarsChartProps = {
  readonly days: readonly DayBar[]
  readonly parts: readonly DayPart[]
  readonly scale: Scale
  readonly highest: bigint
  /** A value in full, as the tooltip tells it. */
  readonly words: (value: bigint) => string
  readonly wordUnit: string
  readonly summary: string
  readonly today: Day | undefined
}

const COLOURS = { primary: 'var(--primary)', mid: 'var(--primary-mid)', failure: '#dc3b30' } as const
const FIGURE = { fill: '#0f1728', fontSize: 12, fontWeight: 600, position: 'top', offset: 6 } as const
const MAX_NAMES = 7

export function DayBarsChart(props: DayBarsChartProps) {
  const { days, parts, scale, highest } = props
  const bars = useMemo(() => days.map((bar) => heightsOf(bar, scale)), [days, scale])
  const ticks = axisTicks(Number(highest) / scale.per, scale.unit === 'count')
  const names = namedDays(days, MAX_NAMES).map(({ day }) => day)
  return (
    <BarChart
      responsive
      className="day-bars-chart"
      data={bars}
      margin={{ top: 18, right: 16, bottom: 0, left: 0 }}
      barCategoryGap="20%"
      aria-label={props.summary}
    >
      <CartesianGrid {...GRID} />
      <XAxis dataKey="day" ticks={names} tickFormatter={shortDay} {...X_AXIS} />
      <YAxis {...yAxis(ticks, ticks.at(-1) ?? 1)} />
      <Tooltip
        {...TIP}
        content={({ active, label }) => (active ? <DayTip {...props} day={String(label)} /> : null)}
      />
      <BarStack radius={[2, 2, 0, 0]}>
        {parts.map((part, index) => (
          <Bar
            key={part.label}
            dataKey={`heights.${index}`}
            name={part.label}
            fill={COLOURS[part.tone]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarStack>
      {labelledDays(props).map((bar) => (
        <ReferenceDot
          key={bar.day}
          x={bar.day}
          y={Number(totalOf(bar)) / scale.per}
          r={0}
          ifOverflow="visible"
          label={{ ...FIGURE, value: barFigure(Number(totalOf(bar)) / scale.per) }}
        />
      ))}
    </BarChart>
  )
}

type Heights = { readonly day: string; readonly heights: readonly number[] }

function heightsOf({ day, values }: DayBar, { per }: Scale): Heights {
  return { day, heights: values.map((value) => Number(value) / per) }
}

/** The peak, and today where there is something and it is not the peak itself. */
function labelledDays({ days, highest, today }: DayBarsChartProps): readonly DayBar[] {
  if (highest === 0n) return []
  const peak = days.find((bar) => totalOf(bar) === highest)
  const now = days.find((bar) => bar.day === today && bar !== peak && totalOf(bar) > 0n)
  return [peak, now].filter((bar) => bar !== undefined)
}

function DayTip({ days, parts, words, wordUnit, day }: DayBarsChartProps & { day: string }) {
  const bar = days.find((other) => other.day === day)
  if (bar === undefined) return null
  return (
    <div className="day-bars-tip">
      <p>{labels.tipDay(day)}</p>
      <dl>
        {parts.map(({ label, tone }, index) => (
          <div key={label}>
            <dt data-tone={tone}>{label}</dt>
            <dd>{`${words(bar.values[index] ?? 0n)} ${wordUnit}`}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
