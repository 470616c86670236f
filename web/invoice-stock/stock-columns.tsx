// The columns of a month's stock.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import type { ReactNode } from 'react'
import { providerLabels } from '../records/labels.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { stockLabels as labels } from './labels.ts'
import { ShortTypes, StockTag } from './stock-tag.tsx'

const WIDE = { month: 88, count: 124, amount: 168, answer: 264, saved: 232, actions: 72 }
const NARROW = { month: 84, count: 112, amount: 148, answer: 184, saved: 204, actions: 64 }

export function stockColumns(
  narrow: boolean,
  actions: (row: Stock) => ReactNode,
): readonly ListColumn<Stock>[] {
  const width = narrow ? NARROW : WIDE
  return [
    { title: providerLabels.provider, dataIndex: 'providerName' },
    { title: labels.month, width: width.month, dataIndex: 'month' },
    {
      title: labels.totalCount,
      width: width.count,
      align: 'right',
      render: (_, row) => (hasFigures(row) ? row.totalCount.toLocaleString('en-US') : <Dash />),
    },
    {
      title: labels.totalAmount,
      width: width.amount,
      align: 'right',
      render: (_, row) => (hasFigures(row) ? <MoneyCell fen={row.totalFen} /> : <Dash />),
    },
    {
      title: labels.answer,
      width: width.answer,
      render: (_, row) => (
        <span className="stock-answer">
          <StockTag answer={row.answer} />
          <ShortTypes lines={row.lines} />
        </span>
      ),
    },
    { title: labels.saved, width: width.saved, render: (_, row) => <Saved row={row} /> },
    { title: labels.actions, width: width.actions, render: (_, row) => actions(row) },
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
