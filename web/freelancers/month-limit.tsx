// What a person may still be paid this month: the figure, how much is taken, and by what.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { PersonDetail } from '@paywages/wire/freelancers/shapes.ts'
import { HeroMoney } from '../ui/display/money.tsx'
import { monthLabels as labels } from './labels.ts'
import { sharesOf } from './month-scale.ts'
import './month-limit.css'

type MonthLimitProps = {
  limit: PersonDetail['limit']
  /** Whose limit it is, where several companies are in view: each has its own. */
  company: string | undefined
}

export function MonthLimit({ limit, company }: MonthLimitProps) {
  const { paid, open } = sharesOf(limit)
  return (
    <section className="month-limit" aria-label={labels.left}>
      <div className="month-limit-head">
        <h2>{labels.left}</h2>
        <span>
          {company === undefined ? null : labels.at(company)}
          {labels.below(formatYuanGrouped(limit.limitFen))}
        </span>
      </div>
      <HeroMoney fen={limit.leftFen} size={32} />
      {/* The legend says the same in words. */}
      <div className="month-limit-bar" aria-hidden="true">
        <span data-part="paid" style={{ width: `${paid}%` }} />
        <span data-part="open" style={{ width: `${open}%` }} />
      </div>
      <p className="month-limit-legend">
        <span data-part="paid">
          {labels.paid} <b>{formatYuanGrouped(limit.paidFen)}</b>
        </span>
        <span data-part="open">
          {labels.open} <b>{formatYuanGrouped(limit.openFen)}</b>
        </span>
      </p>
      {limit.leftFen === 0n ? <p className="month-limit-over">{labels.usedUp}</p> : null}
    </section>
  )
}
