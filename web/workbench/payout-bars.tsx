// The payouts of the last 30 days as bars, last month's in the mid tint; its place is reserved before it is drawn.

import type { Workbench } from '@paywages/wire/workbench/shapes.ts'
import { DayBars } from '../ui/chart/day-bars.tsx'
import type { DayBar, DayPart } from '../ui/chart/day-scale.ts'
import { PageLink } from '../ui/page/page-link.tsx'
import { chartLabels as labels } from './labels.ts'

const HEIGHT = 196
const SUMMARY_PAGE = '/moneyview'

type Days = Workbench['days']

export function PayoutBars({ days }: { days: Days }) {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const { parts, bars } = barsOf(days)
  return (
    <DayBars
      title={labels.title}
      days={bars}
      parts={parts}
      today={last}
      height={HEIGHT}
      legend="below"
      beside={
        <PageLink className="section-link" to={SUMMARY_PAGE} search={{ from: first, to: last }}>
          {labels.more}
        </PageLink>
      }
    />
  )
}

/** A part for each month, so that its days have its colour and the legend its name. */
export function barsOf(days: Days): { parts: readonly DayPart[]; bars: readonly DayBar[] } {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))]
  const parts = months.map((month, index): DayPart => {
    const tone = index === months.length - 1 ? 'primary' : 'mid'
    return { label: labels.month(Number(month.slice(5))), tone }
  })
  const bars = days.map(({ day, succeededFen }) => ({
    day,
    values: months.map((month) => (day.startsWith(month) ? succeededFen : 0n)),
  }))
  return { parts, bars }
}
