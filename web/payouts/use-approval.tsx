// Approves an audit or a review: batch and risks are asked at this moment, every high risk is checked, and what changed meanwhile is asked again.

import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead, batchRisks, batchRows, decideBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead, ListedRisk } from '@paywages/wire/payouts/shapes.ts'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { fetchNow, refresh } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'
import { ApproveDialog, reviewsLeft } from './approve-dialog.tsx'
import { decisionLabels as labels } from './labels.ts'
import { checksOf, isTyped, type RiskDrafts } from './risk-drafts.ts'
import { useRowChoice } from './use-row-choice.ts'
import { riskLabels } from './warning-labels.ts'

export type Approval = 'approve-audit' | 'approve-review'

type Asked = { readonly approval: Approval; readonly batch: BatchHead; readonly risks: readonly ListedRisk[] }

type ApprovalSteps = {
  readonly busy: boolean
  readonly approve: (approval: Approval) => Promise<void>
  readonly dialog: ReactNode
}

const RISK_REFUSALS: readonly string[] = ['risks-changed', 'risks-unchecked']

/** Who is next: other reviewers, where the batch needs more of them. */
function doneWords(approval: Approval, batch: BatchHead): string {
  if (approval === 'approve-audit') return labels.audited
  const left = reviewsLeft(batch)
  return left > 0 ? labels.reviewedMore(left) : labels.reviewed
}

export function useApproval(batchId: number): ApprovalSteps {
  const go = useGo()
  const confirm = useConfirm()
  const { choose } = useRowChoice()
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const [drafts, setDrafts] = useState<RiskDrafts>({})
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  // A second click may come before the button is shown busy: it must not act again.
  const acting = useRef(false)

  /** What is confirmed is what is true now. */
  async function ask(approval: Approval): Promise<void> {
    const [batch, { risks }] = await Promise.all([
      fetchNow(batchHead, { batchId }),
      fetchNow(batchRisks, { batchId }),
    ])
    setAsked({ approval, batch, risks })
  }

  async function once(act: () => Promise<void>): Promise<void> {
    if (acting.current) return
    acting.current = true
    setBusy(true)
    await act().catch(toastRefusal)
    acting.current = false
    setBusy(false)
  }

  const approve = (approval: Approval) =>
    once(async () => {
      await ask(approval)
      setDrafts({})
      setChanged(false)
      setOpen(true)
    })

  const send = ({ approval, batch, risks }: Asked) =>
    once(async () => {
      const decision = decisionOf(approval)
      if (decision === undefined) return
      try {
        await call(decideBatch, { batchId, ...decision, checkedRisks: checksOf(risks, drafts) })
      } catch (error) {
        if (!(error instanceof CallRefused) || error.outage) throw error
        return refused(approval, error)
      }
      setOpen(false)
      toastSuccess(doneWords(approval, batch))
      go(BATCHES_PAGE)
    })

  /** Other risks are asked again; any other answer ends the question, and the page shows what is true now. */
  async function refused(approval: Approval, error: CallRefused): Promise<void> {
    if (RISK_REFUSALS.includes(error.code)) {
      await ask(approval)
      setChanged(true)
    } else {
      setOpen(false)
      toastRefusal(error)
    }
    await refresh(batchHead, batchRows)
  }

  async function close(): Promise<void> {
    const loses = isTyped(drafts)
    const question = { title: riskLabels.leave, action: riskLabels.leaveAction, danger: true }
    if (!loses || (await confirm(question))) setOpen(false)
  }

  const dialog = asked && (
    <ApproveDialog
      isAudit={asked.approval === 'approve-audit'}
      batch={asked.batch}
      risks={asked.risks}
      drafts={drafts}
      open={open}
      busy={busy}
      changed={changed}
      onDraft={(riskId, draft) => setDrafts((all) => ({ ...all, [riskId]: draft }))}
      onApprove={() => void send(asked)}
      onLook={() => {
        setOpen(false)
        choose({ view: 'notice', kind: undefined })
      }}
      onClose={() => void close()}
    />
  )
  return { busy, approve, dialog }
}
