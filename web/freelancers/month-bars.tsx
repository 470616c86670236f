// A person's income of the last six months against the monthly limit.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { barFigure, scaleOf } from '../ui/chart/day-scale.ts'
import { dayBarsLabels } from '../ui/labels.ts'
import { monthLabels as labels } from './labels.ts'
import { MonthBarsChart } from './month-bars-chart.tsx'
import { drawsLimit, type MonthIncome } from './month-scale.ts'
import '../ui/chart/day-bars.css'
import './month-bars.css'

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
          {highest === 0n ? null : <span className="day-bars-unit">{dayBarsLabels.unit(unit)}</span>}
        </span>
      </figcaption>
      <div className="month-bars-drawing">
        {highest === 0n ? (
          <p className="month-bars-quiet">{labels.quiet}</p>
        ) : (
          <MonthBarsChart
            months={months}
            scale={scale}
            limitFen={drawn ? limitFen : undefined}
            summary={summaryOf(months)}
          />
        )}
      </div>
      <MonthProofs months={months} />
      <MonthTable months={months} />
    </figure>
  )
}

/** Tax and whether it is proven, month by month; the table below says the same to those who hear the page. */
function MonthProofs({ months }: { months: readonly MonthIncome[] }) {
  if (months.every(({ taxProof }) => taxProof === '')) return null
  return (
    <ul className="month-proofs" aria-hidden="true">
      <li className="month-proofs-heads">
        <span>{labels.taxYuan}</span>
        <span>{labels.proof}</span>
      </li>
      {months.map(({ month, taxFen, taxProof }) => (
        <li key={month}>
          <span className="month-proofs-tax">
            {taxProof === '' ? labels.noProof : formatYuanGrouped(taxFen)}
          </span>
          <span data-proven={taxProof === labels.proven}>{taxProof || labels.noProof}</span>
        </li>
      ))}
    </ul>
  )
}

/** The same figures for those who do not see bars. */
function MonthTable({ months }: { months: readonly MonthIncome[] }) {
  return (
    <table className="day-bars-table">
      <caption>{labels.chart}</caption>
      <thead>
        <tr>
          {[labels.month, labels.amount, labels.tax, labels.proof].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, amountFen, taxFen, taxProof }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{formatYuanGrouped(amountFen)}</td>
            <td>{formatYuanGrouped(taxFen)}</td>
            <td>{taxProof || labels.noProof}</td>
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
