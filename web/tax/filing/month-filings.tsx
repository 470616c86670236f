// The filings of a month, company by company: what they total, whether they tie, and the declaration to download.

import { addMonths, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { listFilings } from '@paywages/wire/tax/endpoints.ts'
import type { Filing } from '@paywages/wire/tax/shapes.ts'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../../api/current-user.ts'
import { useProviderFilter } from '../../records/use-provider-filter.ts'
import type { Filter } from '../../ui/list/list-filters.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { useShown } from '../../ui/page/use-shown.ts'
import { ImportDrawer } from '../imports/import-drawer.tsx'
import { CorrectionsDrawer } from './corrections-drawer.tsx'
import { FILINGS_WIDTH, filingColumns } from './filing-columns.tsx'
import { filingPurpose, filingLabels as labels } from './filing-labels.ts'
import { FilingOfferCell } from './filing-offer.tsx'
import { filingOffer } from './filing-state.ts'
import { FilingTotalsStrip } from './filing-totals.tsx'
import './month-filings.css'

export function MonthFilings({ views }: { views?: ReactNode }) {
  const narrow = useNarrow()
  const user = useCurrentUser()
  const now = new Date()
  const corrections = useShown<Filing>()
  const imports = useShown<Filing>()
  return (
    <div className="month-filings">
      <ListPage
        endpoint={listFilings}
        filters={useFilingFilters(now)}
        purpose={filingPurpose(user)}
        notice={views}
        strip={(answer, failed) => (
          <FilingTotalsStrip
            totals={failed ? null : answer?.beside}
            count={failed ? undefined : answer?.count}
          />
        )}
        columns={filingColumns({
          narrow,
          now,
          onCorrections: corrections.show,
          actions: (row) => (
            <FilingOfferCell filing={row} offer={filingOffer(row, user, now)} onImports={imports.show} />
          ),
        })}
        rowKey={(row) => row.providerId}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        twoLines
        minWidth={narrow ? FILINGS_WIDTH.narrow : FILINGS_WIDTH.wide}
      />
      <CorrectionsDrawer filing={corrections.shown} open={corrections.open} onClose={corrections.close} />
      <ImportDrawer
        filing={imports.shown}
        open={imports.open}
        onClose={imports.close}
        onChoices={(filing) => {
          imports.close()
          corrections.show(filing)
        }}
      />
    </div>
  )
}

function useFilingFilters(now: Date): readonly Filter<'month' | 'providerId'>[] {
  const company = useProviderFilter(200)
  const thisMonth = shanghaiMonth(now)
  return [
    {
      kind: 'month',
      name: 'month',
      label: labels.month,
      width: 136,
      initial: addMonths(thisMonth, -1),
      latest: thisMonth,
    },
    company,
  ]
}
