// The way of a recharge: submitted, audited, and whatever was reversed of it later (D25).

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { RechargeAction } from '@paywages/domain/recharges/recharge-status.ts'
import type { RechargeDetail, Reversal } from '@paywages/wire/recharges/shapes.ts'
import { signedYuan } from '../ui/display/amount-block.tsx'
import type { TimelineStep } from '../ui/display/timeline.tsx'
import { kindLabels, stepLabels as labels } from './labels.ts'

type Recharge = Pick<
  RechargeDetail,
  | 'status'
  | 'withdrawn'
  | 'reason'
  | 'createdAt'
  | 'creator'
  | 'creatorName'
  | 'decidedAt'
  | 'auditor'
  | 'auditorName'
  | 'availableAfterFen'
> & { readonly reversals: readonly Reversal[] }

export function rechargeSteps(
  recharge: Recharge,
  actions: ReadonlySet<RechargeAction>,
): readonly TimelineStep[] {
  const submitted: TimelineStep = {
    key: 'submitted',
    state: 'done',
    title: labels.submitted,
    note: labels.by(recharge.creatorName || recharge.creator, shanghaiMinute(recharge.createdAt)),
  }
  const reversals = recharge.reversals.map((reversal) => reversalStep(reversal, actions))
  return [submitted, auditStep(recharge, actions), ...reversals]
}

function auditStep(recharge: Recharge, actions: ReadonlySet<RechargeAction>): TimelineStep {
  const { status, withdrawn, decidedAt, auditor, auditorName, reason, availableAfterFen } = recharge
  if (status === 'pending' || decidedAt === null) {
    const text = actions.has('audit') ? { text: labels.yours } : {}
    return { key: 'audit', state: 'now', title: labels.audit, note: labels.waiting, ...text }
  }
  const note = labels.by(auditorName || auditor, shanghaiMinute(decidedAt))
  if (status === 'rejected') {
    const title = withdrawn ? labels.withdrawn : labels.rejected
    return { key: 'audit', state: 'stopped', title, note, text: reason || labels.noReason }
  }
  const text =
    availableAfterFen === null ? {} : { text: labels.availableAfter(signedYuan(availableAfterFen)) }
  return { key: 'audit', state: 'done', title: labels.approved, note, ...text }
}

function reversalStep(reversal: Reversal, actions: ReadonlySet<RechargeAction>): TimelineStep {
  const key = `reversal-${reversal.reversalId}`
  const kind = kindLabels[reversal.kind]
  const amount = signedYuan(reversal.amountFen)
  const asker = reversal.askerName || reversal.asker
  const decider = reversal.deciderName || reversal.decider
  if (reversal.status === 'pending' || reversal.decidedAt === null) {
    const note = labels.by(asker, shanghaiMinute(reversal.askedAt))
    const text = actions.has('confirm-reversal') ? `${reversal.reason} · ${labels.yours}` : reversal.reason
    return { key, state: 'now', title: labels.reversalAsked(kind, amount), note, text }
  }
  const at = shanghaiMinute(reversal.decidedAt)
  if (reversal.status === 'confirmed') {
    const note = labels.both(asker, decider, at)
    return { key, state: 'done', title: labels.reversalConfirmed(kind, amount), note, text: reversal.reason }
  }
  const takenBack = reversal.deciderId === reversal.askerId
  const title = takenBack ? labels.reversalTakenBack : labels.reversalRefused
  const text = reversal.decisionReason || reversal.reason
  return { key, state: 'stopped', title: title(kind, amount), note: labels.by(decider, at), text }
}
