// /auditrecharge: one recharge beside its receipt, with approve and reject for those who may (spec §2, D25).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { RechargeAction } from '@paywages/domain/recharges/recharge-status.ts'
import { auditRecharge, rechargeDetail } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeDetail } from '@paywages/wire/recharges/shapes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCurrentUser } from '../api/current-user.ts'
import { rechargeIdIn, VERIFY_PAGE } from '../records/recharge-address.ts'
import { AmountBlock } from '../ui/display/amount-block.tsx'
import { Timeline } from '../ui/display/timeline.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { FilePreview } from '../ui/files/file-preview.tsx'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { usePageSearch } from '../ui/page/address.ts'
import { useGoBack } from '../ui/page/go-back.ts'
import { PageTitle } from '../ui/page/page-title.tsx'
import { RecordPage } from '../ui/page/record-page.tsx'
import { arrivalLabels, auditLabels as labels, rechargeLabels } from './labels.ts'
import { RechargeAmount, RechargeFacts } from './recharge-facts.tsx'
import { rechargeSteps } from './recharge-steps.ts'
import { ArrivalTag, RechargeTag } from './recharge-tag.tsx'
import { similarIds, useApproval } from './use-audit.tsx'
import { refreshRecharges, useRechargeActions } from './use-recharge-actions.ts'
import './audit-recharge-page.css'

export function AuditRechargePage() {
  const rechargeId = rechargeIdIn(usePageSearch())
  return (
    <RecordPage
      endpoint={rechargeDetail}
      input={rechargeId === undefined ? undefined : { rechargeId }}
      skeletonRows={8}
    >
      {(recharge) => <AuditedRecharge key={recharge.rechargeId} recharge={recharge} />}
    </RecordPage>
  )
}

function AuditedRecharge({ recharge }: { recharge: RechargeDetail }) {
  const actions = useRechargeActions()(recharge)
  const { providerName, creatorName, creator, createdAt, rechargeId } = recharge
  return (
    <>
      <PageTitle
        title={labels.title(rechargeId)}
        tag={
          <>
            <RechargeTag recharge={recharge} /> <ArrivalTag recharge={recharge} />
          </>
        }
        purpose={labels.subtitle(providerName, creatorName || creator, shanghaiMinute(createdAt))}
        actions={<AuditActions recharge={recharge} actions={actions} />}
      />
      <AuditNotice recharge={recharge} />
      <div className="audit-recharge">
        <div>
          <RechargeAmount recharge={recharge} />
          <RechargeFacts recharge={recharge} />
          <h2 className="recharge-section">{rechargeLabels.progress}</h2>
          <Timeline steps={rechargeSteps(recharge, actions)} />
        </div>
        <section aria-label={rechargeLabels.receipt}>
          <h2 className="recharge-section audit-receipt-title">{rechargeLabels.receipt}</h2>
          <FilePreview fileId={recharge.receiptFileId} name={recharge.receiptName} size="page" />
        </section>
      </div>
    </>
  )
}

/** What an auditor must know before deciding, or why there is nothing to decide. */
function AuditNotice({ recharge }: { recharge: RechargeDetail }) {
  const user = useCurrentUser()
  const { status, withdrawn, reason, decidedAt, auditorName, auditor, similar, creatorId } = recharge
  if (status === 'rejected' && decidedAt !== null) {
    return (
      <Notice tone={withdrawn ? 'wait' : 'bad'} title={reason || labels.noReason}>
        {withdrawn ? labels.withdrawn : labels.rejected} ·{' '}
        {labels.by(auditorName || auditor, shanghaiMinute(decidedAt))}
      </Notice>
    )
  }
  if (status !== 'pending') return null
  return (
    <>
      {creatorId === user.accountId ? (
        <Notice tone="info" title={labels.ownTitle}>
          {labels.own}
        </Notice>
      ) : null}
      {recharge.needsManager ? (
        <Notice tone="wait" title={arrivalLabels.noticeTitle}>
          {user.manager || user.superManager ? arrivalLabels.noticeManager : arrivalLabels.notice}
        </Notice>
      ) : null}
      {similar.length === 0 ? null : (
        <Notice tone="wait" title={labels.similarTitle}>
          {labels.similar(similarIds(recharge))}
        </Notice>
      )}
    </>
  )
}

type AuditActionsProps = { recharge: RechargeDetail; actions: ReadonlySet<RechargeAction> }

function AuditActions({ recharge, actions }: AuditActionsProps) {
  const back = useGoBack(VERIFY_PAGE)
  const approve = useApproval(recharge)
  const [rejecting, setRejecting] = useState(false)
  return (
    <>
      <Button onClick={back}>{labels.back}</Button>
      {actions.has('audit') ? (
        <Button danger onClick={() => setRejecting(true)}>
          {labels.reject}
        </Button>
      ) : null}
      {actions.has('approve') ? (
        <Button type="primary" onClick={() => void approve().then((done) => done && back())}>
          {labels.approve}
        </Button>
      ) : null}
      <RejectDialog
        recharge={recharge}
        open={rejecting}
        onClose={() => setRejecting(false)}
        onRejected={back}
      />
    </>
  )
}

type RejectDialogProps = {
  recharge: RechargeDetail
  open: boolean
  onClose: () => void
  onRejected: () => void
}

function RejectDialog({ recharge, open, onClose, onRejected }: RejectDialogProps) {
  const { rechargeId, payerName, amountFen, payDay } = recharge
  return (
    <ReasonDialog
      open={open}
      name="reject-recharge"
      words={{
        title: labels.rejectTitle,
        action: labels.rejectAction,
        reason: labels.reason,
        reasonHint: labels.reasonHint,
        done: labels.refused,
      }}
      object={labels.object(payerName, rechargeId)}
      body={
        <AmountBlock
          label={labels.amount}
          fen={amountFen}
          lines={[{ label: labels.payDay, value: payDay }]}
        />
      }
      rules={rulesFor(auditRecharge, 'reason')}
      send={(reason) => call(auditRecharge, { rechargeId, approves: false, reason })}
      refresh={refreshRecharges}
      onDone={onRejected}
      onClose={onClose}
    />
  )
}
