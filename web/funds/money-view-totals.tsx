// What succeeded, its fee and the tax withheld in the chosen time, against the equally long time before, and a quiet line of all time.

import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { providerMoney } from '@paywages/wire/funds/money-view.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../api/queries.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { SkeletonBar } from '../ui/feedback/skeleton-bar.tsx'
import { useFollow } from '../ui/list/use-follow.ts'
import { moneyTotalsLabels as labels } from './labels.ts'
import { percentOf } from './money-view-days.ts'
import { TaxBalanceLine } from './tax-balance.tsx'
import './money-view-totals.css'

type MoneyTotalsProps = {
  input: InputOf<typeof providerMoney>
  /** How long the chosen time is. */
  days: number
  /** Those on the page: totalled again when they are others. */
  rows: readonly unknown[] | undefined
}

export function MoneyTotals({ input, days, rows }: MoneyTotalsProps) {
  const { providerId } = input
  const chosen = useCall(providerMoney, input, { keepPrevious: true })
  const ever = useCall(providerMoney, providerId === undefined ? {} : { providerId }, { keepPrevious: true })
  useFollow(rows, chosen)
  useFollow(rows, ever)
  const totals = chosen.isError ? undefined : chosen.data
  const figure = (fen: Fen | undefined, size: 24 | 32) => {
    if (fen !== undefined) return <HeroMoney fen={fen} size={size} sign={false} />
    return chosen.isError ? <Dash /> : <SkeletonBar index={0} />
  }
  const rate = totals && percentOf(totals.costFen, totals.outcomeFen, 2)
  return (
    <section
      className="money-totals"
      aria-label={labels.title}
      aria-busy={chosen.isFetching}
      data-stale={chosen.isPlaceholderData}
    >
      <dl>
        <Figure label={labels.outcome} note={totals && <Change totals={totals} days={days} />}>
          {figure(totals?.outcomeFen, 32)}
        </Figure>
        <Figure label={labels.cost} note={rate === undefined ? null : labels.averageRate(rate.toFixed(2))}>
          {figure(totals?.costFen, 24)}
        </Figure>
        {totals?.tax ? (
          <Figure label={labels.taxOfTime} note={null}>
            {figure(totals.taxFen, 24)}
          </Figure>
        ) : null}
      </dl>
      {chosen.isError ? (
        <p role="alert">
          {labels.failed}
          <Button type="link" size="small" onClick={() => void chosen.refetch()}>
            {labels.retry}
          </Button>
        </p>
      ) : (
        <p>{ever.data === undefined ? null : everOf(ever.data)}</p>
      )}
      <TaxBalanceLine tax={totals?.tax} />
    </section>
  )
}

function everOf({ outcomeFen, costFen }: { outcomeFen: Fen; costFen: Fen }): string {
  return labels.ever(formatYuanGrouped(outcomeFen), formatYuanGrouped(costFen))
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="money-note">{note}</dd>
      <dd className="money-figure">{children}</dd>
    </div>
  )
}

type ChangeProps = {
  totals: { outcomeFen: Fen; before: { outcomeFen: Fen } | null }
  days: number
}

/** More is green; less is no failure and so not red. */
function Change({ totals: { outcomeFen, before }, days }: ChangeProps) {
  if (before === null) return null
  const length = days.toLocaleString('en-US')
  const percent = percentOf(outcomeFen - before.outcomeFen, before.outcomeFen, 1)
  if (percent === undefined) return outcomeFen === 0n ? null : labels.noneBefore(length)
  const words = `${Math.abs(percent).toLocaleString('en-US', { minimumFractionDigits: 1 })}%`
  return (
    <>
      {percent === 0 ? null : (
        <b data-way={percent > 0 ? 'up' : 'down'}>
          <span aria-hidden="true">{percent > 0 ? labels.up : labels.down} </span>
          <span className="money-unseen">{percent > 0 ? labels.rise : labels.fall}</span>
          {words}
        </b>
      )}
      {percent === 0 ? words : null} {labels.against(length)}
    </>
  )
}
