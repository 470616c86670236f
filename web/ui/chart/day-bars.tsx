// One bar a day (or month), its parts stacked, with title, unit and legend.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { ReactNode } from 'react'
import { dayBarsLabels as labels } from '../labels.ts'
import { DayBarsChart } from './day-bars-chart.tsx'
import { type DayBar, type DayPart, type Measure, scaleOf, totalOf } from './day-scale.ts'
import './day-bars.css'

export type DayBarsProps = {
  readonly title: string
  readonly days: readonly DayBar[]
  readonly parts: readonly DayPart[]
  readonly measure?: Measure
  /** Labelled beside the peak, where a chart runs up to now. */
  readonly today?: Day
  /** Of the drawing alone; the title row stands above. */
  readonly height: number
  /** Right of the title, such as a switch of what is shown. */
  readonly beside?: ReactNode
  readonly legend?: 'above' | 'below'
}

export function DayBars(props: DayBarsProps) {
  const { title, days, parts, measure = 'money', height, beside, legend = 'above' } = props
  const highest = days.reduce((most, bar) => bigger(most, totalOf(bar)), 0n)
  const scale = scaleOf(measure, highest)
  const unit = measure === 'money' ? labels.units[scale.unit] : measure.counts
  const words = (value: bigint) => (measure === 'money' ? formatYuanGrouped(value) : grouped(value))
  const squares = <Legend parts={parts} />
  return (
    <figure className="day-bars" aria-label={title}>
      <figcaption className="day-bars-head">
        <h2>{title}</h2>
        {beside}
        <span className="day-bars-notes">
          {legend === 'above' ? squares : null}
          <span className="day-bars-unit">{labels.unit(unit)}</span>
        </span>
      </figcaption>
      <div className="day-bars-drawing" style={{ height }}>
        {days.length === 0 ? null : (
          <DayBarsChart
            days={days}
            parts={parts}
            scale={scale}
            highest={highest}
            height={height}
            words={words}
            wordUnit={measure === 'money' ? labels.units.yuan : measure.counts}
            summary={summaryOf(props, words)}
            today={props.today}
          />
        )}
      </div>
      {legend === 'below' ? squares : null}
      <DayTable title={title} days={days} parts={parts} words={words} />
    </figure>
  )
}

function Legend({ parts }: { parts: readonly DayPart[] }) {
  return (
    <span className="day-bars-legend">
      {parts.map(({ label, tone }) => (
        <span key={label} data-tone={tone}>
          {label}
        </span>
      ))}
    </span>
  )
}

type DayTableProps = Pick<DayBarsProps, 'title' | 'days' | 'parts'> & { words: (value: bigint) => string }

/** The same figures for those who do not see bars. */
function DayTable({ title, days, parts, words }: DayTableProps) {
  return (
    <table className="day-bars-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labels.day}</th>
          {parts.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .filter((bar) => totalOf(bar) > 0n)
          .map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {parts.map(({ label }, index) => (
                <td key={label}>{words(values[index] ?? 0n)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function summaryOf({ title, days, parts }: DayBarsProps, words: (value: bigint) => string): string {
  const sums = parts.map(
    ({ label }, index) => `${label} ${words(days.reduce((sum, bar) => sum + (bar.values[index] ?? 0n), 0n))}`,
  )
  return labels.summary(title, days[0]?.day ?? '', days.at(-1)?.day ?? '', sums.join('，'))
}

function bigger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function grouped(value: bigint): string {
  return value.toLocaleString('en-US')
}
