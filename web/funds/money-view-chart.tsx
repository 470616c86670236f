// The days of the fund summary as bars: what was paid out, its fees, or how many payments.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { type MoneyDay, moneyDays } from '@paywages/wire/funds/money-view.ts'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { DayBars } from '../ui/chart/day-bars.tsx'
import type { DayPart, Measure } from '../ui/chart/day-scale.ts'
import { useFollow } from '../ui/list/use-follow.ts'
import { moneyChartLabels as labels } from './labels.ts'
import { barsOf } from './money-view-days.ts'

type Showing = 'amounts' | 'fees' | 'times'

const succeeded: DayPart = { label: labels.succeeded, tone: 'primary' }
const failed: DayPart = { label: labels.failed, tone: 'failure' }

const SHOWN: Readonly<
  Record<
    Showing,
    {
      readonly measure: Measure
      readonly parts: readonly DayPart[]
      readonly of: (day: MoneyDay) => readonly bigint[]
    }
  >
> = {
  amounts: { measure: 'money', parts: [succeeded, failed], of: (day) => [day.succeededFen, day.failedFen] },
  fees: { measure: 'money', parts: [{ label: labels.fee, tone: 'primary' }], of: (day) => [day.feeFen] },
  times: {
    measure: { counts: labels.times },
    parts: [succeeded, failed],
    of: (day) => [BigInt(day.succeededCount), BigInt(day.failedCount)],
  },
}

const OPTIONS = (['amounts', 'fees', 'times'] as const).map((value) => ({ value, label: labels[value] }))
const HEIGHT = 110

type MoneyChartProps = {
  input: InputOf<typeof moneyDays>
  from: Day
  to: Day
  rows: readonly unknown[] | undefined
}

export function MoneyChart({ input, from, to, rows }: MoneyChartProps) {
  const [showing, setShowing] = useState<Showing>('amounts')
  const query = useCall(moneyDays, input, { keepPrevious: true })
  useFollow(rows, query)
  const { by, bars } = useMemo(() => barsOf(query.data?.rows ?? [], from, to), [query.data, from, to])
  const { measure, parts, of } = SHOWN[showing]
  const days = useMemo(() => bars.map((bar) => ({ day: bar.day, values: of(bar) })), [bars, of])
  if (query.isError) {
    return (
      <p className="money-chart-failed" role="alert">
        {labels.broken}
        <Button type="link" size="small" onClick={() => void query.refetch()}>
          {labels.retry}
        </Button>
      </p>
    )
  }
  return (
    <div className="money-chart" data-stale={query.isPlaceholderData} aria-busy={query.isFetching}>
      <DayBars
        title={by === 'day' ? labels.byDay : labels.byMonth}
        days={query.data === undefined ? [] : days}
        parts={parts}
        measure={measure}
        height={HEIGHT}
        beside={
          <Segmented
            size="small"
            aria-label={labels.show}
            options={OPTIONS}
            value={showing}
            onChange={setShowing}
          />
        }
      />
    </div>
  )
}
