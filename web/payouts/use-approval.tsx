// Approves an audit or a review after a confirmation that names file, amount, people, fee and total (LOOK.md, 07).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { decideBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { call } from '../api/client.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirm } from '../ui/feedback/confirm.tsx'
import { checkLabels, decisionLabels as labels } from './labels.ts'
import { useDecided } from './use-decided.ts'

export type Approval = 'approve-audit' | 'approve-review'

export function useApproval(batch: BatchHead): (approval: Approval) => Promise<void> {
  const confirm = useConfirm()
  const decided = useDecided()
  return async (approval) => {
    const decision = decisionOf(approval)
    if (decision === undefined) return
    const { batchId, duplicateCount, grossFen } = batch
    const amount = signedYuan(grossFen)
    const isAudit = approval === 'approve-audit'
    let outcome: unknown
    const agreed = await confirm({
      title: isAudit ? labels.auditTitle : labels.reviewTitle,
      object: labels.object(batch.fileName, batch.batchNo),
      body: <AmountBlock label={labels.amount} fen={grossFen} lines={linesOf(batch)} />,
      warning: isAudit ? labels.auditWarning : labels.reviewWarning,
      ...(duplicateCount === 0
        ? {}
        : { acknowledge: labels.acknowledge(duplicateCount.toLocaleString('en-US')) }),
      act: isAudit ? labels.auditAct(amount) : labels.reviewAct(amount),
      run: async () => {
        const ask = { batchId, ...decision, confirmedDuplicates: duplicateCount }
        outcome = await call(decideBatch, ask).catch(decided.keepOpenOnOutage)
      },
    })
    if (agreed) await decided.finish(outcome)
  }
}

function linesOf(batch: BatchHead): readonly AmountLine[] {
  const { peopleCount, payableCount, serviceRate, feeFen, grossFen, taxFen, withholdsTax } = batch
  const people = labels.peopleOf(peopleCount.toLocaleString('en-US'), payableCount.toLocaleString('en-US'))
  return [
    { label: labels.people, value: people },
    ...(withholdsTax
      ? [
          { label: labels.tax, value: signedYuan(taxFen) },
          { label: labels.net, value: signedYuan(grossFen - taxFen) },
        ]
      : []),
    { label: labels.fee, note: checkLabels.rate(formatRatePercent(serviceRate)), value: signedYuan(feeFen) },
    { label: labels.settlement, value: signedYuan(grossFen + feeFen), sum: true },
  ]
}
