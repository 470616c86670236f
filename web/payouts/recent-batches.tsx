// The newest batches on the workbench: how far each has come, following its transfers while they run.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { recentBatches, todos, workbench } from '@paywages/wire/workbench/endpoints.ts'
import type { RecentBatch } from '@paywages/wire/workbench/shapes.ts'
import { useEffect, useId, useRef } from 'react'
import { useCurrentUser } from '../api/current-user.ts'
import { refresh, useCall } from '../api/queries.ts'
import { BATCHES_PAGE, CHECK_PAGE, checkAddress } from '../records/batch-address.ts'
import { peopleAndRows, providerLabels } from '../records/labels.ts'
import { MoneyCell } from '../ui/display/money.tsx'
import { StepDots } from '../ui/display/step-dots.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import type { ListColumn } from '../ui/list/list-column.ts'
import { ListTable } from '../ui/list/list-table.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import { useNarrow } from '../ui/page/use-narrow.ts'
import { batchDots } from './batch-dots.ts'
import { BatchLinkAction } from './batch-link-act.tsx'
import { linkFor } from './batch-links.ts'
import { BatchTag } from './batch-tag.tsx'
import { actionLabels, batchLabels, recentLabels as labels } from './labels.ts'
import './batch-columns.css'
import './recent-batches.css'
import './result-bar.css'

const ROWS = 4

const moves = (batch: RecentBatch) => batch.processingCount > 0

export function RecentBatches() {
  const heading = useId()
  const user = useCurrentUser()
  const narrow = useNarrow()
  const query = useCall(recentBatches, {}, { refetchEvery: usePace() })
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
        columns={columnsFor(several, narrow)}
        rows={failed ? [] : query.data?.rows}
        rowKey={(row) => row.batchId}
        instead={
          failed ? (
            <ErrorBlock query={query} failure={recentBatches.failure} />
          ) : query.data === undefined ? undefined : (
            <EmptyBlock title={labels.empty} hint={user.payRight ? labels.emptyPay : labels.emptyRead} />
          )
        }
        stale={false}
        dense
        skeletonRows={ROWS}
        minWidth={960}
        label={labels.title}
        onOpen={undefined}
      />
    </section>
  )
}

const MOVING_MS = 3_000
const WAITING_MS = 15_000
const STILL_MS = 30_000
const LOSES_HEART_AFTER_MS = 60_000

/** Every few seconds while something moves; what only waits for the bank, for hours perhaps, is asked about less often. */
function usePace() {
  const last = useRef({ mark: '', at: 0 })
  return (answer: { readonly rows: readonly RecentBatch[] } | undefined): number => {
    const moving = answer?.rows.filter(moves) ?? []
    if (moving.length === 0) return STILL_MS
    const mark = moving.map(({ batchId, processingCount }) => `${batchId} ${processingCount}`).join()
    const now = Date.now()
    if (last.current.mark !== mark) last.current = { mark, at: now }
    return now - last.current.at < LOSES_HEART_AFTER_MS ? MOVING_MS : WAITING_MS
  }
}

/** Once the last transfer has its answer, balance and to-dos are not what they were. */
function useFiguresFollow(moving: boolean | undefined): void {
  const before = useRef(moving)
  useEffect(() => {
    if (before.current === true && moving === false) void refresh(todos, workbench)
    before.current = moving
  }, [moving])
}

const WIDE = { company: 104, at: 152, people: 124, amount: 140, progress: 300, status: 108, actions: 88 }
const NARROW = { company: 96, at: 142, people: 112, amount: 120, progress: 210, status: 98, actions: 88 }

function columnsFor(several: boolean, narrow: boolean): readonly ListColumn<RecentBatch>[] {
  const width = narrow ? NARROW : WIDE
  const company: ListColumn<RecentBatch> = {
    title: providerLabels.provider,
    width: width.company,
    dataIndex: 'providerName',
  }
  return [
    { title: labels.file, render: (_, row) => <FileLink batch={row} /> },
    ...(several ? [company] : []),
    {
      title: labels.uploadedAt,
      width: width.at,
      render: (_, row) => <span className="batch-whole">{shanghaiMinute(row.uploadedAt)}</span>,
    },
    {
      title: labels.people,
      width: width.people,
      align: 'right',
      render: (_, row) => (
        <span className="batch-whole">{peopleAndRows(row.peopleCount, row.payableCount)}</span>
      ),
    },
    {
      title: labels.amount,
      width: width.amount,
      align: 'right',
      render: (_, row) => <MoneyCell fen={row.grossFen} />,
    },
    { title: labels.progress, width: width.progress, render: (_, row) => <ProgressCell batch={row} /> },
    {
      title: labels.status,
      width: width.status,
      render: (_, { status, withdrawn, processingCount }) => (
        <BatchTag status={status} withdrawn={withdrawn} finished={processingCount === 0} />
      ),
    },
    { title: labels.actions, width: width.actions, render: (_, row) => <RecentAction batch={row} /> },
  ]
}

function FileLink({ batch: { batchId, status, fileName } }: { batch: RecentBatch }) {
  return (
    <PageLink
      className="batch-file"
      title={fileName}
      to={CHECK_PAGE}
      search={checkAddress(batchId, status, 'read')}
    >
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

function RecentAction({ batch }: { batch: RecentBatch }) {
  const link = linkFor(batch, useCurrentUser()) ?? 'look'
  return (
    <BatchLinkAction batch={batch} link={link} words={link === 'start' ? labels.check : actionLabels[link]} />
  )
}
