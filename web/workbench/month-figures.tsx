// Four figures of this month against the same days of last month; each leads to the rows behind it.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { failureRate, growthOf, pointsBetween, type Way } from '@paywages/domain/workbench/growth.ts'
import { monthSoFar } from '@paywages/domain/workbench/same-days.ts'
import type { MonthFigures as Figures } from '@paywages/wire/workbench/shapes.ts'
import type { ReactNode } from 'react'
import { HeroMoney } from '../ui/display/money.tsx'
import { PageLink, type PageSearch } from '../ui/page/page-link.tsx'
import { monthLabels as labels } from './labels.ts'
import './month-figures.css'

const DETAIL_PAGE = '/paydetail'
const SUMMARY_PAGE = '/moneyview'

type MonthProps = { now: Figures; before: Figures }

export function MonthFigures({ now, before }: MonthProps) {
  const days = monthSoFar(shanghaiDay(new Date()))
  return (
    <ul className="month-figures">
      <Figure label={labels.amount} to={DETAIL_PAGE} search={{ ...days, status: '1' }}>
        <HeroMoney fen={now.succeededFen} size={20} />
        <GrowthWords now={now.succeededFen} before={before.succeededFen} good="up" />
      </Figure>
      <Figure label={labels.people} to={DETAIL_PAGE} search={{ ...days, status: '1' }}>
        <b className="month-count">{now.succeededCount.toLocaleString('en-US')}</b>
        <GrowthWords now={BigInt(now.succeededCount)} before={BigInt(before.succeededCount)} good="up" />
      </Figure>
      <Figure label={labels.fee} to={SUMMARY_PAGE} search={days}>
        <HeroMoney fen={now.feeFen} size={20} />
        <GrowthWords now={now.feeFen} before={before.feeFen} />
      </Figure>
      <Figure label={labels.rate} to={DETAIL_PAGE} search={{ ...days, status: '2' }}>
        <RateFigure now={now} before={before} />
      </Figure>
    </ul>
  )
}

type FigureProps = { label: string; to: string; search: PageSearch; children: ReactNode }

function Figure({ label, to, search, children }: FigureProps) {
  return (
    <li>
      <PageLink className="month-figure" to={to} search={search}>
        <span className="month-label">{label}</span>
        {children}
      </PageLink>
    </li>
  )
}

/** From there on a percentage says nothing any more. */
const TENFOLD = 10_000

type GrowthProps = { now: bigint; before: bigint; good?: Way }

function GrowthWords({ now, before, good }: GrowthProps) {
  const growth = growthOf(now, before)
  if (growth === undefined) return <span className="month-note">{labels.noneBefore}</span>
  const { way, tenths } = growth
  const figure = tenths < TENFOLD ? labels.percent((tenths / 10).toFixed(1)) : labels.tenfold
  return <Change way={way} good={way === good} figure={figure} against />
}

/** Fewer failures are good; more of them are the one thing here that is red. */
function RateFigure({ now, before }: MonthProps) {
  const rate = failureRate(now.failedCount, now.succeededCount)
  const rateBefore = failureRate(before.failedCount, before.succeededCount)
  if (rate === undefined) {
    return (
      <>
        <b className="month-count month-none">—</b>
        <span className="month-note">{labels.noRate}</span>
      </>
    )
  }
  return (
    <>
      <b className="month-count">
        {decimals(rate)}
        <span className="month-unit">%</span>
      </b>
      {rateBefore === undefined ? (
        <span className="month-note">{labels.noRateBefore}</span>
      ) : (
        <PointWords now={rate} before={rateBefore} />
      )}
    </>
  )
}

function PointWords({ now, before }: { now: number; before: number }) {
  const { way, hundredths } = pointsBetween(now, before)
  const figure = labels.points(String(hundredths / 100))
  return <Change way={way} good={way === 'down'} bad={way === 'up'} figure={figure} />
}

const decimals = (hundredths: number) => (hundredths / 100).toFixed(2)

type ChangeProps = { way: Way; good: boolean; bad?: boolean; figure: string; against?: boolean }

function Change({ way, good, bad = false, figure, against = false }: ChangeProps) {
  if (way === 'same') return <span className="month-note">{labels.same}</span>
  return (
    <span className="month-note">
      <b data-tone={good ? 'good' : bad ? 'bad' : undefined}>
        <span aria-hidden="true">{way === 'up' ? '↑' : '↓'}</span>
        <span className="for-ears">{labels[way]}</span> {figure}
      </b>
      {against ? ` ${labels.against}` : <span className="for-ears"> {labels.against}</span>}
    </span>
  )
}
