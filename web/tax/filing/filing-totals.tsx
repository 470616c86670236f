// What the filings of a month come to, over all companies and not one page of them.

import type { FilingTotals } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { Dash } from '../../ui/display/description-list.tsx'
import { HeroMoney } from '../../ui/display/money.tsx'
import { SkeletonBar } from '../../ui/feedback/skeleton-bar.tsx'
import { CountFigure, TotalsStrip } from '../../ui/list/totals-strip.tsx'
import { totalLabels as labels } from './filing-labels.ts'

type FilingTotalsStripProps = {
  /** Undefined while nothing has come yet, null when nothing will. */
  totals: FilingTotals | undefined | null
  /** How many companies there are. */
  count: number | undefined
}

export function FilingTotalsStrip({ totals, count = 0 }: FilingTotalsStripProps) {
  const figure = (show: (totals: FilingTotals) => ReactNode) =>
    totals === null ? <Dash /> : totals === undefined ? <SkeletonBar index={0} /> : show(totals)
  const note = (report: (totals: FilingTotals) => ReactNode) => (totals ? report(totals) : '')
  return (
    <TotalsStrip
      label={labels.totals}
      totals={[
        {
          label: labels.closed,
          figure: figure(({ closedCount }) => <CountFigure count={closedCount} unit={labels.companies} />),
          note: note(() => labels.ofAll(figures(count))),
        },
        {
          label: labels.people,
          figure: figure(({ peopleCount }) => <CountFigure count={peopleCount} unit={labels.person} />),
          note: labels.peopleNote,
        },
        {
          label: labels.income,
          figure: figure(({ incomeFen }) => <HeroMoney fen={incomeFen} size={20} />),
          note: labels.incomeNote,
        },
        {
          label: labels.tax,
          figure: figure(({ taxFen }) => <HeroMoney fen={taxFen} size={20} />),
          note: note(({ untiedCount, taxFen }) => {
            if (untiedCount > 0)
              return <span className="filing-gap">{labels.untied(figures(untiedCount))}</span>
            return taxFen === 0n ? labels.noTax : labels.ties
          }),
        },
        {
          label: labels.open,
          figure: figure(({ openFen }) => <HeroMoney fen={openFen} size={20} />),
          note: note(({ openCount }) =>
            openCount === 0 ? labels.noneOpen : labels.openNote(figures(openCount)),
          ),
        },
      ]}
    />
  )
}

const figures = (count: number) => count.toLocaleString('en-US')
