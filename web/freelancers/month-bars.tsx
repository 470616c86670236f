// A person's income of the last six months against the monthly limit; the chart's code is fetched when first shown.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { lazy, Suspense } from 'react'
import { barFigure, scaleOf } from '../ui/day-scale.ts'
import { dayBarsLabels } from '../ui/labels.ts'
import { monthLabels as labels } from './labels.ts'
import { drawsLimit, type MonthIncome } from './month-scale.ts'
import '../ui/day-bars.css'
import './month-bars.css'

const Chart = lazy(async () => ({ default: (await import('./month-bars-chart.tsx')).MonthBarsChart }))

/** Six months, quiet ones too; the last one is this month. */
type MonthBarsProps = { readonly months: readonly MonthIncome[]; readonly limitFen: Fen }

export function MonthBars({ months, limitFen }: MonthBarsProps) {
  const highest = months.reduce((most, { amountFen }) => (amountFen > most ? amountFen : most), 0n)
  const scale = scaleOf('money', highest)
  const unit = dayBarsLabels.units[scale.unit]
  const drawn = drawsLimit(highest, limitFen)
  return (
    <figure className="day-bars month-bars" aria-label={labels.chart}>
      <figcaption className="day-bars-head">
        <h2>{labels.chart}</h2>
        <span className="day-bars-notes">
          {drawn ? null : (
            <span className="month-bars-limit">
              {labels.limitFar(barFigure(Number(limitFen) / scale.per), unit)}
            </span>
          )}
          <span className="day-bars-unit">{dayBarsLabels.unit(unit)}</span>
        </span>
      </figcaption>
      <div className="month-bars-drawing">
        <Suspense fallback={null}>
          <Chart
            months={months}
            scale={scale}
            limitFen={drawn ? limitFen : undefined}
            summary={summaryOf(months)}
          />
        </Suspense>
      </div>
      <MonthTable months={months} />
    </figure>
  )
}

/** The same figures for those who do not see bars. */
function MonthTable({ months }: { months: readonly MonthIncome[] }) {
  return (
    <table className="day-bars-table">
      <caption>{labels.chart}</caption>
      <thead>
        <tr>
          {[labels.month, labels.amount, labels.tax].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, amountFen, taxFen }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{formatYuanGrouped(amountFen)}</td>
            <td>{formatYuanGrouped(taxFen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function summaryOf(months: readonly MonthIncome[]): string {
  const sum = months.reduce((total, { amountFen }) => total + amountFen, 0n)
  const words = `${labels.amount} ${formatYuanGrouped(sum)}`
  return dayBarsLabels.summary(labels.chart, months[0]?.month ?? '', months.at(-1)?.month ?? '', words)
}
