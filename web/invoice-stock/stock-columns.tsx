// The columns of a month's stock.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import type { ReactNode } from 'react'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { stockLabels as labels } from './labels.ts'
import { ShortTypes, StockTag } from './stock-tag.tsx'

export function stockColumns(acts: (row: Stock) => ReactNode): readonly ListColumn<Stock>[] {
  return [
    { title: labels.company, dataIndex: 'providerName' },
    { title: labels.month, width: 88, dataIndex: 'month' },
    {
      title: labels.totalCount,
      width: 124,
      align: 'right',
      render: (_, row) => (hasFigures(row) ? row.totalCount.toLocaleString('en-US') : <Dash />),
    },
    {
      title: labels.totalAmount,
      width: 168,
      align: 'right',
      render: (_, row) => (hasFigures(row) ? <MoneyCell fen={row.totalFen} /> : <Dash />),
    },
    {
      title: labels.answer,
      width: 264,
      render: (_, row) => (
        <span className="stock-answer">
          <StockTag answer={row.answer} />
          <ShortTypes lines={row.lines} />
        </span>
      ),
    },
    { title: labels.saved, width: 232, render: (_, row) => <Saved row={row} /> },
    { title: labels.acts, width: 72, render: (_, row) => acts(row) },
  ]
}

/** 0 would say that there was a quota. */
function hasFigures({ answer }: Stock): boolean {
  return answer === 'enough' || answer === 'short'
}

function Saved({ row: { savedAt, savedBy } }: { row: Stock }) {
  if (savedAt === null) return <Dash />
  return labels.savedBy(savedBy || labels.system, shanghaiMinute(savedAt))
}
