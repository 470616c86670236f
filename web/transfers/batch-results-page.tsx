// /exceldetail: what becomes of every transfer of a batch, live while they run (spec §2, docs/LOOK.md 08).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { batchHead, batchRows, exportBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { batchProgress } from '@paywages/wire/transfers/endpoints.ts'
import type { Progress } from '@paywages/wire/transfers/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { UnsignedNote } from '../invitations/unsigned-note.tsx'
import { PayoutDrawer } from '../payout-record/payout-drawer.tsx'
import {
  BANK_FILES_PAGE,
  batchAddress,
  batchIdIn,
  CHECK_PAGE,
  checkAddress,
} from '../records/batch-address.ts'
import { providerLabels, rowStatusLabels } from '../records/labels.ts'
import { type ShownStatement, StatementDrawer } from '../records/statement-drawer.tsx'
import { StatusTag } from '../ui/display/status-tag.tsx'
import { EmptyBlock, ErrorBlock } from '../ui/feedback/state-blocks.tsx'
import { ExportButton } from '../ui/list/export-button.tsx'
import { type Filter, inputFrom, textsFromSearch } from '../ui/list/list-filters.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import { useRowAddress } from '../ui/list/use-row-address.ts'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { useLaptop, useNarrow } from '../ui/page/use-narrow.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { FailedRowsActions } from './failed-rows-actions.tsx'
import { resultLabels as labels } from './labels.ts'
import { ProgressPanel, ProgressSkeleton } from './progress-panel.tsx'
import { inTwoLines, resultColumns, resultsWidth } from './result-columns.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { useBatchProgress } from './use-batch-progress.ts'

export function BatchResultsPage() {
  const batchId = batchIdIn(usePageSearch())
  return (
    <RecordPage
      endpoint={batchHead}
      input={batchId === undefined ? undefined : { batchId }}
      skeletonRows={10}
      skeleton={<ResultsSkeleton />}
    >
      {(batch) =>
        batch.status === 'transferring' ? (
          <BatchResults key={batch.batchId} batch={batch} />
        ) : (
          <NotStarted batch={batch} />
        )
      }
    </RecordPage>
  )
}

function BatchResults({ batch }: { batch: BatchHead }) {
  const { batchId, withholdsTax } = batch
  const go = useGo()
  const narrow = useNarrow()
  const laptop = useLaptop()
  const filters = rowFilters(batch.providerName)
  const texts = textsFromSearch(filters, usePageSearch(), new Date())
  const { index, size, ...chosen } = inputFrom(filters, texts, 1)
  const always = { batchId, status: '4' } as const
  const { query, pace } = useBatchProgress(batchId, texts.status !== undefined)
  const address = useRowAddress()
  const [statement, renderCertificate] = useState<ShownStatement>()
  const progress = query.data
  const panel =
    progress !== undefined ? (
      <ProgressPanel progress={progress} pace={pace} stale={query.isError} />
    ) : query.isError ? (
      <ErrorBlock query={query} failure={batchProgress.failure} />
    ) : (
      <ProgressSkeleton />
    )
  return (
    <>
      <ListPage
        endpoint={batchRows}
        always={always}
        filters={filters}
        title={batch.fileName}
        tag={<LiveTag progress={progress} />}
        purpose={
          <>
            {subtitlesOf(batch).map((part) => (
              <span key={part} className="before-unsigned-note">
                {part}
              </span>
            ))}
            <UnsignedNote batch={batch} />
          </>
        }
        actions={
          <>
            {progress?.channel === 'file' ? (
              <Button onClick={() => go(BANK_FILES_PAGE, batchAddress(batchId))}>{labels.bankFiles}</Button>
            ) : null}
            {progress === undefined || progress.failedCount === 0 ? null : (
              <FailedRowsActions batch={batch} progress={progress} />
            )}
            {progress === undefined || progress.succeededCount === 0 ? null : (
              <EvidenceButton batchId={batchId} />
            )}
            <ExportButton endpoint={exportBatch} input={{ ...always, ...chosen }} />
          </>
        }
        notice={panel}
        columns={resultColumns({
          withholdsTax,
          narrow,
          laptop,
          onOpen: (row) => address.open(row.rowId),
          onView: renderCertificate,
        })}
        rowKey={(row) => row.rowId}
        drawer={(opened) => <PayoutDrawer opened={opened} />}
        empty={{ title: labels.empty, hint: labels.emptyHint }}
        dense
        twoLines={inTwoLines({ withholdsTax, laptop })}
        minWidth={resultsWidth({ withholdsTax, laptop })}
      />
      <StatementDrawer statement={statement} onClose={() => renderCertificate(undefined)} />
    </>
  )
}

const STATUS_OPTIONS = [
  { value: '0', label: rowStatusLabels.processing },
  { value: '1', label: rowStatusLabels.succeeded },
  { value: '2', label: rowStatusLabels.failed },
]

/** A batch is of one company, which is chosen and fixed for everyone (D43). */
function rowFilters(company: string): readonly Filter<'name' | 'providerName' | 'phone' | 'status'>[] {
  return [
    {
      kind: 'text',
      name: 'name',
      label: labels.name,
      placeholder: labels.nameHint,
      maxLength: 30,
      width: 144,
    },
    {
      kind: 'select',
      name: 'providerName',
      label: providerLabels.provider,
      options: [],
      fixed: company,
      width: 152,
    },
    {
      kind: 'text',
      name: 'phone',
      label: labels.phone,
      placeholder: labels.phoneHint,
      maxLength: 20,
      width: 168,
    },
    { kind: 'select', name: 'status', label: labels.status, options: STATUS_OPTIONS, width: 144 },
  ]
}

function LiveTag({ progress }: { progress: Progress | undefined }) {
  if (progress === undefined) return null
  return progress.endedAt === null ? (
    <StatusTag tone="run" live>
      {labels.running}
    </StatusTag>
  ) : (
    <StatusTag tone="ok">{labels.finished}</StatusTag>
  )
}

/** Each part stays whole where there is no room for both on one line. */
function subtitlesOf({ batchNo, providerName, history, uploadedAt }: BatchHead): readonly string[] {
  const start = history.findLast((entry) => entry.step === 'start')
  const starter = start?.realName || start?.account || ''
  return [
    labels.subtitleBefore(batchNo, providerName),
    labels.startedBy(starter, shanghaiMinute(start?.at ?? uploadedAt)),
  ]
}

/** The way on: a batch that has not started is decided on its check page. */
function NotStarted({ batch }: { batch: BatchHead }) {
  const go = useGo()
  const { batchId, batchNo, providerName, fileName, status } = batch
  const stopped = status === 'audit-rejected' || status === 'review-rejected'
  return (
    <>
      <PageTitle title={fileName} purpose={labels.subtitleBefore(batchNo, providerName)} />
      <EmptyBlock
        title={stopped ? labels.stopped : labels.notStarted}
        hint={stopped ? labels.stoppedHint : labels.notStartedHint}
      >
        <Button onClick={() => go(CHECK_PAGE, checkAddress(batchId, status, 'decide'))}>
          {labels.toCheck}
        </Button>
      </EmptyBlock>
    </>
  )
}
