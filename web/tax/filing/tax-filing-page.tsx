// /taxfiling: what is declared each month, reported each quarter, and who earned much over several companies (D31, docs/rules/tax.md).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { useCurrentUser } from '../../api/current-user.ts'
import { usePageSearch } from '../../ui/page/address.ts'
import { FilingViews, filingViewIn } from './filing-views.tsx'
import { HighEarners } from './high-earners.tsx'
import { MonthFilings } from './month-filings.tsx'
import { QuarterReport } from './quarter-report.tsx'

export function TaxFilingPage() {
  const manages = hasRight(useCurrentUser(), 'manager')
  const view = filingViewIn(usePageSearch().view, manages)
  if (!manages) return <MonthFilings />
  const views = <FilingViews view={view} />
  if (view === 'quarter') return <QuarterReport views={views} />
  return view === 'high' ? <HighEarners views={views} /> : <MonthFilings views={views} />
}
