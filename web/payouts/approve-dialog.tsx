// The confirmation of an audit or a review: amounts, every high risk to be checked, and what else deserves a look (docs/LOOK.md, 16).

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { reviewsOf } from '@paywages/domain/payouts/batch-status.ts'
import { SHOWN_WARNINGS } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { BatchHead, ListedRisk } from '@paywages/wire/payouts/shapes.ts'
import { Button, Modal } from 'antd'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { HeroMoney } from '../ui/display/money.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { uiLabels } from '../ui/labels.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { approvalLines } from './approval-lines.ts'
import { decisionLabels as labels } from './labels.ts'
import { type Missing, missingOf, type RiskDraft, type RiskDrafts } from './risk-drafts.ts'
import { RiskList } from './risk-list.tsx'
import { riskLabels, warningLabels } from './warning-labels.ts'
import '../ui/feedback/confirm.css'
import '../ui/display/amount-block.css'
import './approve-dialog.css'

type ApproveDialogProps = {
  isAudit: boolean
  batch: BatchHead
  risks: readonly ListedRisk[]
  drafts: RiskDrafts
  open: boolean
  busy: boolean
  /** The risks are others than when it was opened. */
  changed: boolean
  onDraft: (riskId: string, draft: RiskDraft) => void
  onApprove: () => void
  onLook: () => void
  onClose: () => void
}

export function ApproveDialog(props: ApproveDialogProps) {
  const { isAudit, batch, risks, drafts, open, busy, onClose } = props
  const body = useRef<HTMLDivElement>(null)
  const missing = missingOf(risks, drafts)
  const held = missing.unticked.length + missing.wordless.length > 0
  const amount = signedYuan(batch.grossFen)
  return (
    <Modal
      className="confirm approve"
      open={open}
      width={640}
      centered
      destroyOnHidden
      closable={false}
      mask={{ closable: false }}
      keyboard={!busy}
      footer={null}
      title={isAudit ? labels.auditTitle : labels.reviewTitle}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        // What is to be done first: a risk to check, or else nothing, which is 取消.
        if (shown) body.current?.querySelector<HTMLElement>('.risk input, .approve-cancel')?.focus()
      }}
    >
      <div ref={body}>
        <p className="confirm-object">{labels.object(batch.fileName, batch.batchNo)}</p>
        <AmountSummary batch={batch} />
        <p className="approve-next">
          <ShieldCheck size={14} aria-hidden="true" />
          {isAudit ? auditWords(batch) : reviewWords(batch)}
        </p>
        {props.changed ? (
          <Notice tone="wait" title={riskLabels.changed}>
            {riskLabels.changedHint}
          </Notice>
        ) : null}
        {risks.length === 0 ? null : (
          <RiskList risks={risks} drafts={drafts} busy={busy} onDraft={props.onDraft} />
        )}
        <NoticeLine batch={batch} onLook={props.onLook} />
        <div className="confirm-acts">
          <Button className="approve-cancel" size="large" disabled={busy} onClick={onClose}>
            {uiLabels.cancel}
          </Button>
          <Button
            size="large"
            type="primary"
            loading={busy && { delay: 200 }}
            disabled={held}
            aria-describedby={held ? 'approve-missing' : undefined}
            onClick={props.onApprove}
          >
            {isAudit ? labels.auditAction(amount) : labels.reviewAction(amount)}
          </Button>
        </div>
        {held ? (
          <p id="approve-missing" className="approve-missing" role="status">
            {missingWords(missing)}
          </p>
        ) : null}
      </div>
    </Modal>
  )
}

function AmountSummary({ batch }: { batch: BatchHead }) {
  return (
    <div className="amount-block approve-amount">
      <div>
        <p className="amount-label">{labels.amount}</p>
        <HeroMoney fen={batch.grossFen} size={40} />
        <p className="amount-capitals">{chineseCapitals(batch.grossFen)}</p>
      </div>
      <dl>
        {approvalLines(batch).map((line: AmountLine) => (
          <div key={line.label}>
            <dt>{line.label}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** It does not block: what of the notices stands in the rows, by kind. */
function NoticeLine({ batch, onLook }: { batch: BatchHead; onLook: () => void }) {
  const { noticeCount, noticeKinds } = batch
  if (noticeCount === 0) return null
  const kinds = SHOWN_WARNINGS.filter((kind) => noticeKinds[kind] !== undefined).map((kind) =>
    riskLabels.noticeKind(warningLabels[kind].kind, (noticeKinds[kind] ?? 0).toLocaleString('en-US')),
  )
  return (
    <p className="confirm-warning">
      <TriangleAlert size={14} aria-hidden="true" />
      <span>{riskLabels.notices(noticeCount.toLocaleString('en-US'), kinds.join('、'))}</span>
      <RowAction onClick={onLook}>{riskLabels.look}</RowAction>
    </p>
  )
}

function missingWords({ unticked, wordless }: Missing): string {
  const [first] = unticked
  if (first === undefined) return riskLabels.missingWord(wordless.length)
  const kind = warningLabels[first.kind].kind
  if (first.rowCount === 0) return riskLabels.missingPeople(unticked.length, kind)
  return riskLabels.missing(
    unticked.length,
    kind,
    first.rowCount.toLocaleString('en-US'),
    signedYuan(first.amountFen),
  )
}

const auditWords = ({ reviewersNeeded }: BatchHead): string =>
  reviewersNeeded === 1 ? labels.auditWarning : labels.auditWarningOf(reviewersNeeded)

/** How many must still review after this review. */
export const reviewsLeft = (batch: BatchHead): number => batch.reviewersNeeded - reviewsOf(batch).done - 1

/** The last review makes it ready; before it, others must review as well. */
function reviewWords(batch: BatchHead): string {
  const left = reviewsLeft(batch)
  return left > 0 ? labels.reviewMoreWarning(left) : labels.reviewWarning
}
