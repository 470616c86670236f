// /payimport: one batch with its way, its totals and its rows, and the decisions this person may take.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { reviewsOf } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead, batchRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { batchIdIn, modeIn } from '../records/batch-address.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { RecordPage } from '../ui/page/record-page.tsx'
import { AccountPairs } from './account-pairs.tsx'
import { ApprovalStrip } from './approval-strip.tsx'
import { BatchComparison } from './batch-comparison.tsx'
import { batchActions } from './batch-person.ts'
import { BatchTag } from './batch-tag.tsx'
import { BatchTotals } from './batch-totals.tsx'
import { CheckActions } from './check-actions.tsx'
import { CheckRows } from './check-rows.tsx'
import { CheckSkeleton } from './check-skeleton.tsx'
import { checkLabels as labels, stripLabels } from './labels.ts'
import { netChangedWords } from './net-changed-words.ts'
import { ScheduleNotice } from './schedule-notice.tsx'
import '../ui/page/page-title.css'
import './check-page.css'

export function CheckPage() {
  const batchId = batchIdIn(usePageSearch())
  return (
    <RecordPage
      endpoint={batchHead}
      input={batchId === undefined ? undefined : { batchId }}
      skeletonRows={10}
      skeleton={<CheckSkeleton />}
    >
      {(batch) => <CheckedBatch key={batch.batchId} batch={batch} />}
    </RecordPage>
  )
}

function CheckedBatch({ batch }: { batch: BatchHead }) {
  const user = useCurrentUser()
  const reads = modeIn(usePageSearch()) === 'read'
  const actions = batchActions(user, batch)
  return (
    <>
      <div className="page-title check-title">
        <div className="page-title-words">
          <h1>
            {batch.fileName}
            <CheckedTag batch={batch} />
          </h1>
          <p>{labels.subtitle(batch.batchNo, batch.providerName)}</p>
        </div>
        <div className="page-title-actions">
          <CheckActions batch={batch} actions={actions} reads={reads} />
        </div>
      </div>
      <ApprovalStrip batch={batch} actions={actions} />
      <EndedNotice batch={batch} />
      <AccountPairs batch={batch} />
      <ScheduleNotice batch={batch} />
      <ReviewDemand batch={batch} />
      <PeopleNotes notes={batch.peopleNotes} />
      <SheetNotes notes={batch.sheetNotes} />
      <NetChanged batch={batch} />
      <BatchTotals batch={batch} />
      <BatchComparison batch={batch} />
      <CheckRows batch={batch} maySwitch={!reads && actions.has('cancel-rows')} />
    </>
  )
}

/** Transfers are over when no row waits for its result any more. */
function CheckedTag({ batch }: { batch: BatchHead }) {
  const { batchId, status, withdrawn } = batch
  const running = status === 'transferring'
  const { data } = useCall(batchRows, { batchId, status: '0', index: 0, size: 1 }, { enabled: running })
  return <BatchTag status={status} withdrawn={withdrawn} finished={data?.count === 0} />
}

/** What the approval policy of its upload asks for, where it is more than the two steps. */
function ReviewDemand({ batch }: { batch: BatchHead }) {
  const { reviewersNeeded, managerReviews, tierWords, batchCeilingFen, dayCeilingFen } = batch
  const ceilings = [
    ...(batchCeilingFen === null ? [] : [labels.batchCeilingOf(signedYuan(batchCeilingFen))]),
    ...(dayCeilingFen === null ? [] : [labels.dayCeilingOf(signedYuan(dayCeilingFen))]),
  ]
  const two = reviewersNeeded === 1 && !managerReviews && tierWords === ''
  if (two && ceilings.length === 0) return null
  const { done, managerMissing } = reviewsOf(batch)
  const manager = managerMissing
    ? reviewersNeeded === 1
      ? labels.managerOnly
      : labels.managerNeeded
    : labels.managerDone
  const words = [tierWords, ...(managerReviews ? [manager] : []), ...ceilings].filter((word) => word !== '')
  return (
    <Notice tone="info" title={labels.reviewsOf(reviewersNeeded, done)}>
      {words.length === 0 ? undefined : words.join(' · ')}
    </Notice>
  )
}

/** Who stands behind those who took part. */
function PeopleNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Notice tone="wait" title={labels.peopleNotes}>
      {notes.join('；')}
    </Notice>
  )
}

/** What of the sheet is not in the rows below. */
function SheetNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Notice tone="info" title={labels.sheetNotes}>
      {notes.join('；')}
    </Notice>
  )
}

/** Tax has changed since the sheet of net amounts was read. */
function NetChanged({ batch }: { batch: BatchHead }) {
  const words = netChangedWords(batch.netChanges)
  return words === '' ? null : (
    <Notice tone="wait" title={labels.netChanged}>
      {words}
    </Notice>
  )
}

/** Why it was rejected or withdrawn comes first: it is what one opens such a batch for. */
function EndedNotice({ batch }: { batch: BatchHead }) {
  const last = batch.history.at(-1)
  if (last === undefined || last.passed) return null
  const who = stripLabels.by(last.realName || last.account, shanghaiMinute(last.at))
  const what =
    last.step === 'withdraw'
      ? stripLabels.withdrawn
      : last.step === 'audit'
        ? stripLabels.auditRejected
        : stripLabels.reviewRejected
  return (
    <Notice tone={last.step === 'withdraw' ? 'wait' : 'bad'} title={last.reason || stripLabels.noReason}>
      {what} · {who}
    </Notice>
  )
}
