// Decides on a reversal that another person asked for; confirming names amount and balance, and moves the money back.

import { decideReversal } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeDetail, Reversal } from '@paywages/wire/recharges/shapes.ts'
import { call } from '../api/client.ts'
import { AmountBlock, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { rulesFor } from '../ui/form/field-rules.ts'
import { ReasonDialog } from '../ui/form/reason-dialog.tsx'
import { auditLabels, kindLabels, reversalLabels as labels } from './labels.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

export function openReversalOf({ reversals }: RechargeDetail): Reversal | undefined {
  return reversals.find(({ status }) => status === 'pending')
}

/** Resolves to true when the money was moved back. */
export function useReversalConfirmation(recharge: RechargeDetail): (reversal: Reversal) => Promise<boolean> {
  const confirmedStep = useConfirmedStep()
  return async ({ reversalId, kind, amountFen, askerName, asker, reason }) => {
    const { rechargeId, payerName, spendableFen } = recharge
    const kindWord = kindLabels[kind]
    const leftFen = spendableFen - amountFen
    const lines = [
      { label: labels.askedBy, value: askerName || asker },
      { label: labels.reason, value: reason },
      { label: labels.now, value: signedYuan(spendableFen) },
      { label: labels.afterwards, value: signedYuan(leftFen), sum: true, short: leftFen < 0n },
    ]
    const outcome = await confirmedStep({
      title: labels.confirmTitle(kindWord),
      object: auditLabels.object(payerName, rechargeId),
      body: <AmountBlock label={labels.amountOf(kindWord)} fen={amountFen} lines={lines} />,
      warning: leftFen < 0n ? labels.shortWarning : labels.confirmWarning,
      action: labels.confirmAction(kindWord, signedYuan(amountFen)),
      danger: true,
      send: () => call(decideReversal, { reversalId, confirms: true }),
      done: labels.confirmed(kindWord),
      refresh: refreshRecharges,
    })
    return outcome.at === 'done'
  }
}

type EndReversalDialogProps = {
  recharge: RechargeDetail
  reversal: Reversal
  /** The asker takes the request back; anyone else refuses it. */
  own: boolean
  open: boolean
  onDone: () => void
  onClose: () => void
}

export function EndReversalDialog(props: EndReversalDialogProps) {
  const { recharge, reversal, own, open, onDone, onClose } = props
  const { reversalId, kind, amountFen } = reversal
  const kindWord = kindLabels[kind]
  const lines = [{ label: labels.askedBy, value: reversal.askerName || reversal.asker }]
  return (
    <ReasonDialog
      open={open}
      name="end-reversal"
      words={{
        title: own ? labels.takeBackTitle : labels.refuseTitle(kindWord),
        action: own ? labels.takeBackAction : labels.refuseAction,
        reason: labels.reason,
        reasonHint: labels.refuseHint,
        done: own ? labels.takenBack(kindWord) : labels.refused(kindWord),
      }}
      object={auditLabels.object(recharge.payerName, recharge.rechargeId)}
      body={<AmountBlock label={labels.amountOf(kindWord)} fen={amountFen} lines={lines} />}
      rules={rulesFor(decideReversal, 'reason')}
      send={(reason) => call(decideReversal, { reversalId, confirms: false, reason })}
      refresh={refreshRecharges}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
