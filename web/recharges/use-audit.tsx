// Approves a recharge after a confirmation that names payer, amount and balance (docs/LOOK.md, 07).

import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { auditRecharge } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeDetail } from '@paywages/wire/recharges/shapes.ts'
import { call } from '../api/client.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { auditLabels as labels } from './labels.ts'
import { refreshRecharges } from './use-recharge-actions.ts'

export function similarIds({ similar }: RechargeDetail): string {
  return similar.map(({ rechargeId }) => rechargeNumber(rechargeId)).join('、')
}

/** Resolves to true when the recharge was approved. */
export function useApproval(recharge: RechargeDetail): () => Promise<boolean> {
  const confirmedStep = useConfirmedStep()
  return async () => {
    const { rechargeId, amountFen, payerName, similar } = recharge
    const outcome = await confirmedStep({
      title: labels.approveTitle,
      object: labels.object(payerName, rechargeId),
      body: <AmountBlock label={labels.amount} fen={amountFen} lines={linesOf(recharge)} />,
      warning: labels.approveWarning,
      ...(similar.length === 0 ? {} : { acknowledge: labels.acknowledge(similarIds(recharge)) }),
      action: labels.approveAction(signedYuan(amountFen)),
      send: () => call(auditRecharge, { rechargeId, approves: true, confirmDuplicate: similar.length > 0 }),
      done: labels.approved,
      refresh: refreshRecharges,
    })
    return outcome.at === 'done'
  }
}

function linesOf(recharge: RechargeDetail): readonly AmountLine[] {
  const { payerName, receiverBank, payDay, spendableFen, amountFen } = recharge
  return [
    { label: labels.payer, value: payerName },
    { label: labels.receiver, value: receiverBank },
    { label: labels.payDay, value: payDay },
    { label: labels.now, value: signedYuan(spendableFen) },
    { label: labels.afterwards, value: signedYuan(spendableFen + amountFen), sum: true },
  ]
}
