// Chooses between the month's filings, the quarter's report and people above the limit; the address keeps it.

import { Segmented } from 'antd'
import { useGo, usePageSearch } from '../../ui/page/address.ts'
import { viewLabels as labels } from './filing-labels.ts'
import './filing-views.css'

const FILING_PAGE = '/taxfiling'

export const FILING_VIEWS = ['month', 'quarter', 'high'] as const
export type FilingView = (typeof FILING_VIEWS)[number]

/** Whoever does not manage has one view only, whatever the address says. */
export function filingViewIn(named: string | undefined, manages: boolean): FilingView {
  return (manages && FILING_VIEWS.find((view) => view === named)) || 'month'
}

export function FilingViews({ view }: { view: FilingView }) {
  const go = useGo()
  // The month is the same question in both lists.
  const { month } = usePageSearch()
  return (
    <div className="filing-views">
      <Segmented<FilingView>
        aria-label={labels.views}
        value={view}
        options={FILING_VIEWS.map((one) => ({ value: one, label: labels[one] }))}
        onChange={(next) => go(FILING_PAGE, { month, view: next === 'month' ? undefined : next })}
      />
    </div>
  )
}
