// /payimport: one batch row by row, its totals, its warnings and its way, with the decisions this person may take.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { batchHead, batchRows } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { useCall } from '../api/queries.ts'
import { UnsignedNote } from '../invitations/unsigned-note.tsx'
import { batchIdIn, modeIn } from '../records/batch-address.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { ApprovalRail } from './approval-rail.tsx'
import { batchActions } from './batch-person.ts'
import { BatchTag } from './batch-tag.tsx'
import { BatchTotals } from './batch-totals.tsx'
import { CheckActions } from './check-actions.tsx'
import { CheckRows } from './check-rows.tsx'
import { CheckSkeleton } from './check-skeleton.tsx'
import { checkLabels as labels, railLabels } from './labels.ts'
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
      <PageTitle
        title={batch.fileName}
        tag={<CheckedTag batch={batch} />}
        purpose={
          <>
            {subtitleOf(batch)}
            <UnsignedNote batch={batch} />
          </>
        }
        actions={<CheckActions batch={batch} actions={actions} reads={reads} />}
      />
      <EndedNotice batch={batch} />
      <BatchTotals batch={batch} />
      <div className="check-columns">
        <CheckRows batch={batch} maySwitch={!reads && actions.has('cancel-rows')} />
        <ApprovalRail batch={batch} actions={actions} />
      </div>
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

function subtitleOf({ batchNo, providerName, history, uploadedAt }: BatchHead): string {
  const upload = history.find((entry) => entry.step === 'upload')
  const uploader = upload?.realName || upload?.account || ''
  return labels.subtitle(batchNo, providerName, uploader, shanghaiMinute(uploadedAt))
}

/** Why it was rejected or withdrawn comes first: it is what one opens such a batch for. */
function EndedNotice({ batch }: { batch: BatchHead }) {
  const last = batch.history.at(-1)
  if (last === undefined || last.passed) return null
  const who = railLabels.by(last.realName || last.account, shanghaiMinute(last.at))
  const what =
    last.step === 'withdraw'
      ? railLabels.withdrawn
      : last.step === 'audit'
        ? railLabels.auditRejected
        : railLabels.reviewRejected
  return (
    <Notice tone={last.step === 'withdraw' ? 'wait' : 'bad'} title={last.reason || railLabels.noReason}>
      {what} · {who}
    </Notice>
  )
}
