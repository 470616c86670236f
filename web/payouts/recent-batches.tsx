// The newest batches on the workbench: how far each has come, following its transfers while they run.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { recentBatches, todos, workbench } from '@paywages/wire/workbench/endpoints.ts'
import type { RecentBatch } from '@paywages/wire/workbench/shapes.ts'
import { useEffect, useId, useRef } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh, useCall } from '../api/queries.ts'
import { BATCHES_PAGE, CHECK_PAGE, checkAddress, RESULTS_PAGE, resultsAddress } from '../ui/batch-address.ts'
import { type ListColumn, ListTable } from '../ui/list-table.tsx'
import { MoneyCell } from '../ui/money.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { RowActs } from '../ui/row-acts.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/state-blocks.tsx'
import { StepDots } from '../ui/step-dots.tsx'
import { batchDots } from './batch-dots.ts'
import { linkFor } from './batch-links.ts'
import { BatchTag } from './batch-tag.tsx'
import { actLabels, batchLabels, recentLabels as labels } from './labels.ts'
import './batch-columns.css'
import './recent-batches.css'
import './result-bar.css'

const MOVING_MS = 3_000
const STILL_MS = 30_000
const ROWS = 4

const moves = (batch: RecentBatch) => batch.processingCount > 0

export function RecentBatches() {
  const heading = useId()
  const user = useCurrentUser()
  const query = useCall(
    recentBatches,
    {},
    { refetchEvery: (answer) => (answer?.rows.some(moves) ? MOVING_MS : STILL_MS) },
  )
  useFiguresFollow(query.data?.rows.some(moves))
  const several = !user.payRight && !user.checkRight
  const failed = query.isError && query.data === undefined
  return (
    <section className="recent-batches" aria-labelledby={heading}>
      <div className="recent-head">
        <h2 id={heading}>{labels.title}</h2>
        <PageLink to={BATCHES_PAGE}>{labels.all}</PageLink>
      </div>
      <ListTable
        columns={columnsFor(several)}
        rows={failed ? [] : query.data?.rows}
        rowKey={(row) => row.batchId}
        instead={
          failed ? (
            <ErrorBlock
              error={query.error}
              failure={recentBatches.failure}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : query.data === undefined ? undefined : (
            <EmptyBlock title={labels.empty} hint={user.payRight ? labels.emptyPay : labels.emptyRead} />
          )
        }
        stale={false}
        dense
        skeletonRows={ROWS}
        minWidth={900}
        label={labels.title}
        onOpen={undefined}
      />
    </section>
  )
}

/** Once the last transfer has its answer, balance and to-dos are not what they were. */
function useFiguresFollow(moving: boolean | undefined): void {
  const before = useRef(moving)
  useEffect(() => {
    if (before.current === true && moving === false) void refresh(todos, workbench)
    before.current = moving
  }, [moving])
}

function columnsFor(several: boolean): readonly ListColumn<RecentBatch>[] {
  const company: ListColumn<RecentBatch> = { title: labels.company, width: 104, dataIndex: 'providerName' }
  return [
    { title: labels.file, render: (_, row) => <FileLink batch={row} /> },
    ...(several ? [company] : []),
    { title: labels.uploadedAt, width: 152, render: (_, row) => shanghaiMinute(row.uploadedAt) },
    {
      title: labels.people,
      width: 88,
      align: 'right',
      render: (_, row) => row.peopleCount.toLocaleString('en-US'),
    },
    {
      title: labels.amount,
      width: 140,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.grossFen} />,
    },
    { title: labels.progress, width: 300, render: (_, row) => <ProgressCell batch={row} /> },
    {
      title: labels.status,
      width: 108,
      render: (_, { status, withdrawn, processingCount }) => (
        <BatchTag status={status} withdrawn={withdrawn} finished={processingCount === 0} />
      ),
    },
    { title: labels.acts, width: 88, render: (_, row) => <RecentAct batch={row} /> },
  ]
}

function FileLink({ batch: { batchId, status, fileName } }: { batch: RecentBatch }) {
  return (
    <PageLink className="batch-file" to={CHECK_PAGE} search={checkAddress(batchId, status, 'read')}>
      {fileName}
    </PageLink>
  )
}

function ProgressCell({ batch }: { batch: RecentBatch }) {
  const { status, succeededCount, failedCount, processingCount } = batch
  if (status !== 'transferring') return <StepDots steps={batchDots(status)} />
  const total = succeededCount + failedCount + processingCount
  return (
    <span
      className="recent-progress"
      title={batchLabels.resultWords(succeededCount, failedCount, processingCount)}
    >
      <span className="recent-track" aria-hidden="true">
        <i className="result-ok" style={{ flexGrow: succeededCount }} />
        <i className="result-bad" style={{ flexGrow: failedCount }} />
        <i className="result-run" style={{ flexGrow: processingCount }} />
      </span>
      <span className="result-counts">
        {succeededCount.toLocaleString('en-US')}
        {failedCount === 0 ? null : (
          <>
            {' · '}
            <span data-failed="true">{labels.failed(failedCount.toLocaleString('en-US'))}</span>
          </>
        )}{' '}
        {labels.of(total.toLocaleString('en-US'))}
      </span>
    </span>
  )
}

function RecentAct({ batch }: { batch: RecentBatch }) {
  const link = linkFor(batch, useCurrentUser()) ?? 'look'
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
        {link === 'start' ? labels.check : actLabels[link]}
      </PageLink>
    </RowActs>
  )
}
