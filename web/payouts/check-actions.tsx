// The buttons of the check page: what the rules of batches give this person, and the download for everyone.

import type { BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import { exportBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { batchAddress, CHECK_PAGE, RESULTS_PAGE } from '../records/batch-address.ts'
import { ExportButton } from '../ui/list/export-button.tsx'
import { useGo, usePageSearch } from '../ui/page/address.ts'
import { checkLabels, decisionLabels as labels, scheduleLabels, startLabels } from './labels.ts'
import { filtersFor } from './rows-address.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { type ReasonedAction, StopBatchDialog } from './stop-batch-dialog.tsx'
import { useApproval } from './use-approval.tsx'
import { useRowChoice } from './use-row-choice.ts'
import { useStart } from './use-start.tsx'

type CheckActionsProps = { batch: BatchHead; actions: ReadonlySet<BatchAction>; reads: boolean }

export function CheckActions({ batch, actions, reads }: CheckActionsProps) {
  const { choice } = useRowChoice()
  return (
    <>
      <ExportButton endpoint={exportBatch} input={filtersFor(batch, choice)} />
      {batch.status === 'transferring' ? <ResultsLink batch={batch} /> : null}
      {reads ? <DecideLink actions={actions} /> : <Decisions batch={batch} actions={actions} />}
    </>
  )
}

function ResultsLink({ batch }: { batch: BatchHead }) {
  const go = useGo()
  return (
    <Button onClick={() => go(RESULTS_PAGE, batchAddress(batch.batchId))}>{checkLabels.toResults}</Button>
  )
}

/** Opened for reading: the way to the buttons, for those who have any. */
function DecideLink({ actions }: { actions: ReadonlySet<BatchAction> }) {
  const go = useGo()
  const search = usePageSearch()
  if (actions.size === 0) return null
  const words = actions.has('reject-audit')
    ? checkLabels.toAudit
    : actions.has('reject-review')
      ? checkLabels.toReview
      : actions.has('start')
        ? checkLabels.toStart
        : checkLabels.toManage
  return (
    <Button onClick={() => go(CHECK_PAGE, { ...search, ischeck: '1' }, { replace: true })}>{words}</Button>
  )
}

function Decisions({ batch, actions }: { batch: BatchHead; actions: ReadonlySet<BatchAction> }) {
  const { busy, approve, dialog } = useApproval(batch.batchId)
  const [asked, setAsked] = useState<ReasonedAction>('withdraw')
  const [open, setOpen] = useState(false)
  const approval = (['approve-audit', 'approve-review'] as const).find((action) => actions.has(action))
  const rejection = (['reject-audit', 'reject-review'] as const).find((action) => actions.has(action))

  function request(action: ReasonedAction) {
    setAsked(action)
    setOpen(true)
  }

  return (
    <>
      {actions.has('withdraw') ? (
        <Button onClick={() => request('withdraw')}>{labels.withdraw}</Button>
      ) : null}
      {rejection === undefined ? null : (
        <Button danger onClick={() => request(rejection)}>
          {labels.reject}
        </Button>
      )}
      {approval === undefined ? null : (
        <Button type="primary" loading={busy && { delay: 200 }} onClick={() => void approve(approval)}>
          {approval === 'approve-audit' ? labels.approveAudit : labels.approveReview}
        </Button>
      )}
      {actions.has('start') ? <ScheduleButton batch={batch} /> : null}
      {actions.has('start') ? <StartButton batch={batch} /> : null}
      {dialog}
      <StopBatchDialog batch={batch} action={asked} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function ScheduleButton({ batch }: { batch: BatchHead }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {batch.schedule?.state === 'waiting' ? scheduleLabels.again : scheduleLabels.schedule}
      </Button>
      <ScheduleDialog batch={batch} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function StartButton({ batch }: { batch: BatchHead }) {
  const { busy, start } = useStart()
  return (
    <Button type="primary" loading={busy} onClick={() => void start(batch.batchId)}>
      {startLabels.start}
    </Button>
  )
}
