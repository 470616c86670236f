// The columns of the batch list; the file name always opens the batch for reading (D17).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchRow } from '@paywages/wire/payouts/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { Dash } from '../ui/description-list.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { RowActs } from '../ui/row-acts.tsx'
import { CHECK_PAGE, checkAddress, RESULTS_PAGE, resultsAddress } from './batch-address.ts'
import { linkFor } from './batch-links.ts'
import { BatchTag } from './batch-tag.tsx'
import { actLabels, batchLabels as labels } from './labels.ts'
import { ResultBar } from './result-bar.tsx'
import './batch-columns.css'

export const batchColumns: readonly ListColumn<BatchRow>[] = [
  { title: labels.batchNo, width: 136, dataIndex: 'batchNo' },
  {
    title: labels.fileName,
    render: (_, row) => (
      <PageLink className="batch-file" to={CHECK_PAGE} search={checkAddress(row.batchId, row.status, 'read')}>
        {row.fileName}
      </PageLink>
    ),
  },
  { title: labels.company, width: 100, dataIndex: 'providerName' },
  { title: labels.uploadedAt, width: 152, render: (_, row) => shanghaiMinute(row.uploadedAt) },
  {
    title: labels.uploader,
    width: 76,
    render: (_, row) => <span title={row.uploader}>{row.uploaderName || row.uploader}</span>,
  },
  {
    title: labels.people,
    width: 80,
    align: 'right',
    render: (_, row) => <span className="batch-count">{row.peopleCount.toLocaleString('en-US')}</span>,
  },
  { title: labels.amount, width: 138, align: 'right', render: (_, row) => <MoneyCell fen={row.grossFen} /> },
  { title: labels.results, width: 148, render: (_, row) => <ResultBar batch={row} /> },
  {
    title: labels.status,
    width: 100,
    render: (_, row) => (
      <BatchTag status={row.status} withdrawn={row.withdrawn} finished={row.processingCount === 0} />
    ),
  },
  { title: labels.acts, width: 88, fixed: 'right', render: (_, row) => <BatchAct batch={row} /> },
]

function BatchAct({ batch }: { batch: BatchRow }) {
  const user = useCurrentUser()
  const link = linkFor(batch, user)
  if (link === undefined) return <Dash />
  if (link === 'results') {
    return (
      <RowActs>
        <PageLink to={RESULTS_PAGE} search={resultsAddress(batch)}>
          {actLabels.results}
        </PageLink>
      </RowActs>
    )
  }
  const mode = link === 'look' || link === 'reason' ? 'read' : 'decide'
  return (
    <RowActs>
      <PageLink to={CHECK_PAGE} search={checkAddress(batch.batchId, batch.status, mode)}>
        {actLabels[link]}
      </PageLink>
    </RowActs>
  )
}
