// /moneyview: what was paid out, by company and time: totals, days, and every started batch (spec §2, D23).

import { exportMoneyView, moneyView } from '@paywages/wire/funds/money-view.ts'
import { Button } from 'antd'
import { batchAddress, RESULTS_PAGE } from '../records/batch-address.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, lastDays, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { moneyViewLabels as labels } from './labels.ts'
import { MoneyChart } from './money-view-chart.tsx'
import { moneyColumns } from './money-view-columns.tsx'
import { daysBetween } from './money-view-days.ts'
import { MoneyTotals } from './money-view-totals.tsx'
import './money-view.css'

const PAGE = '/moneyview'

export function MoneyViewPage() {
  const go = useGo()
  const narrow = useNarrow()
  const filters = useMoneyFilters()
  const texts = textsFromSearch(filters, usePageSearch(), new Date())
  const { index, size, ...input } = inputFrom(filters, texts, 1)
  const { from = '', to = '' } = texts
  return (
    <div className="money-view">
      <ListPage
        endpoint={moneyView}
        filters={filters}
        purpose={labels.purpose}
        actions={<ExportButton endpoint={exportMoneyView} input={input} label={labels.export} />}
        strip={(answer) => (
          <div className="money-strip">
            <MoneyTotals input={input} days={daysBetween(from, to)} rows={answer?.rows} />
            <MoneyChart input={input} from={from} to={to} rows={answer?.rows} />
          </div>
        )}
        columns={moneyColumns(narrow)}
        rowKey={(row) => row.batchId}
        onOpen={(row) => go(RESULTS_PAGE, batchAddress(row.batchId))}
        empty={{
          title: labels.empty,
          hint: labels.emptyHint,
          actions: <Button onClick={() => go(PAGE, lastDays(90, new Date()))}>{labels.lastQuarter}</Button>,
        }}
        dense
        minWidth={narrow ? 960 : 1_100}
      />
    </div>
  )
}

function useMoneyFilters(): readonly Filter<'providerId' | 'from' | 'to'>[] {
  const company = useProviderFilter(200)
  return [company, { kind: 'date-range', from: 'from', to: 'to', label: labels.startedAt, defaultDays: 7 }]
}
