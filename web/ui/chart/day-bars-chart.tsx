// The drawing of day bars: peak and today labelled directly, some days named below.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { dayBarsLabels as labels } from '../labels.ts'
import { BarChart } from './bar-chart.tsx'
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
  readonly height: number
  /** A value in full, as the tip tells it. */
  readonly words: (value: bigint) => string
  readonly wordUnit: string
  readonly summary: string
  readonly today: Day | undefined
}

const COLOURS = { primary: 'var(--primary)', mid: 'var(--primary-mid)', failure: '#dc3b30' } as const
const MAX_NAMES = 7

export function DayBarsChart(props: DayBarsChartProps) {
  const { days, parts, scale, highest, words, wordUnit } = props
  const named = new Set(namedDays(days, MAX_NAMES))
  const labelled = labelledDays(props)
  const bars = days.map((bar) => ({
    key: bar.day,
    name: named.has(bar) ? shortDay(bar.day) : undefined,
    figure: labelled.includes(bar) ? barFigure(Number(totalOf(bar)) / scale.per) : undefined,
    parts: parts.map(({ tone }, index) => ({
      value: Number(bar.values[index] ?? 0n) / scale.per,
      fill: COLOURS[tone],
    })),
  }))
  return (
    <BarChart
      bars={bars}
      ticks={axisTicks(Number(highest) / scale.per, scale.unit === 'count')}
      gap={0.2}
      maxBar={28}
      marginTop={18}
      marginRight={16}
      height={props.height}
      summary={props.summary}
      tipOf={(index) => ({
        title: labels.tipDay(days[index]?.day ?? ''),
        figures: parts.map(({ label, tone }, part) => ({
          ...{ label, tone },
          words: `${words(days[index]?.values[part] ?? 0n)} ${wordUnit}`,
        })),
      })}
    />
  )
}

/** The peak, and today where there is something and it is not the peak itself. */
function labelledDays({ days, highest, today }: DayBarsChartProps): readonly DayBar[] {
  if (highest === 0n) return []
  const peak = days.find((bar) => totalOf(bar) === highest)
  const now = days.find((bar) => bar.day === today && bar !== peak && totalOf(bar) > 0n)
  return [peak, now].filter((bar) => bar !== undefined)
}
