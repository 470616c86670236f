// The columns of paid rows that no statement lists.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { LinkedRow } from '@paywages/wire/bank-statements/shapes.ts'
import { BatchLink } from '../records/batch-link.tsx'
import { PayeeCell } from '../records/payee-account.tsx'
import { RowStatusTag } from '../records/row-status-tag.tsx'
import { MoneyCell } from '../ui/display/money.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { unlistedLabels as labels } from './labels.ts'

export const unlistedColumns: readonly ListColumn<LinkedRow>[] = [
  {
    title: labels.payoutTime,
    width: 168,
    render: (_, row) => <span className="unbroken">{shanghaiSecond(row.payoutAt)}</span>,
  },
  {
    title: labels.batchNo,
    width: 136,
    render: (_, row) => <BatchLink batchId={row.batchId} batchNo={row.batchNo} />,
  },
  { title: labels.name, width: 112, dataIndex: 'name' },
  { title: labels.account, render: (_, row) => <PayeeCell payee={row} stacked={false} /> },
  {
    title: labels.net,
    width: 140,
    align: 'right',
    render: (_, row) => <MoneyCell fen={row.netFen} />,
  },
  { title: labels.reference, width: 220, dataIndex: 'reference' },
  { title: labels.state, width: 92, render: (_, row) => <RowStatusTag status={row.status} /> },
]
