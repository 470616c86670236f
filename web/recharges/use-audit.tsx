// Approves a recharge after a confirmation that names payer, amount and balance (LOOK.md, 07).

import { auditRecharge } from '@paywages/wire/recharges/endpoints.ts'
import type { RechargeDetail } from '@paywages/wire/recharges/shapes.ts'
import { call } from '../api/client.ts'
import type { CallRefused } from '../api/refused.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { auditLabels as labels } from './labels.ts'
import { outcomeOf, tellOutcome } from './outcome.ts'

export function similarIds({ similar }: RechargeDetail): string {
  return similar.map(({ rechargeId }) => rechargeId).join('、')
}

/** Resolves to true when the recharge was approved. */
export function useApproval(recharge: RechargeDetail): () => Promise<boolean> {
  const confirm = useConfirm()
  return async () => {
    const { rechargeId, amountFen, payerName, similar } = recharge
    let refusal: CallRefused | undefined
    const agreed = await confirm({
      title: labels.approveTitle,
      object: labels.object(payerName, rechargeId),
      body: <AmountBlock label={labels.amount} fen={amountFen} lines={linesOf(recharge)} />,
      warning: labels.approveWarning,
      ...(similar.length === 0 ? {} : { acknowledge: labels.acknowledge(similarIds(recharge)) }),
      act: labels.approveAct(signedYuan(amountFen)),
      run: async () => {
        const ask = { rechargeId, approves: true, confirmDuplicate: similar.length > 0 }
        refusal = await outcomeOf(call(auditRecharge, ask))
      },
    })
    return agreed && (await tellOutcome(refusal, labels.done))
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
