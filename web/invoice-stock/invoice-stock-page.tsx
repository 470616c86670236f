// /invoiceRest: the stock of invoices by company and month, kept by managers (spec §2, D28).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { STOCK_ANSWERS } from '@paywages/domain/invoice-stock/stock.ts'
import { exportStock, listStock, type Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import { stockAnswerWords } from '@paywages/wire/invoice-stock/messages.ts'
import { useState } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { useProviderFilter } from '../records/use-provider-filter.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { RowAction, RowActions } from '../ui/list/row-actions.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { EditStockDialog } from './edit-stock-dialog.tsx'
import { stockLabels as labels } from './labels.ts'
import { stockColumns } from './stock-columns.tsx'
import { StockDialog } from './stock-dialog.tsx'

export function InvoiceStockPage() {
  const narrow = useNarrow()
  const manages = hasRight(useCurrentUser(), 'manager')
  const thisMonth = shanghaiMonth(new Date())
  const filters = useStockFilters(thisMonth)
  const search = usePageSearch()
  const { index, size, ...chosen } = inputFrom(filters, textsFromSearch(filters, search, new Date()), 1)
  const { opened, open, look, close } = useOpened()
  const mayEdit = (row: Stock) => manages && row.month === thisMonth
  const actions = (row: Stock) => (
    <RowActions>
      <RowAction onClick={() => look(row)}>{mayEdit(row) ? labels.keep : labels.look}</RowAction>
    </RowActions>
  )
  const Dialog = opened && mayEdit(opened) ? EditStockDialog : StockDialog
  return (
    <>
      <ListPage
        endpoint={listStock}
        filters={filters}
        notice={
          <Notice tone="info" title={labels.rule}>
            {labels.ruleMore}
          </Notice>
        }
        actions={<ExportButton endpoint={exportStock} input={chosen} label={labels.exportAll} />}
        columns={stockColumns(narrow, actions)}
        rowKey={(row) => row.providerId}
        onOpen={look}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        dense
        minWidth={narrow ? 960 : 1_120}
      />
      {opened === undefined ? null : (
        <Dialog key={`${opened.providerId} ${opened.month}`} stock={opened} open={open} onClose={close} />
      )}
    </>
  )
}

/** Kept while the dialog closes, so that it does not empty before one's eyes. */
function useOpened() {
  const [opened, setOpened] = useState<Stock>()
  const [open, setOpen] = useState(false)
  return {
    opened,
    open,
    look: (stock: Stock) => {
      setOpened(stock)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}

const ANSWER_OPTIONS = STOCK_ANSWERS.map((answer, code) => ({
  value: String(code),
  label: stockAnswerWords[answer],
}))

function useStockFilters(thisMonth: string): readonly Filter<'month' | 'answer' | 'providerId'>[] {
  const company = useProviderFilter(200)
  return [
    { kind: 'month', name: 'month', label: labels.month, width: 136, initial: thisMonth },
    { kind: 'select', name: 'answer', label: labels.answer, options: ANSWER_OPTIONS, width: 136 },
    company,
  ]
}
