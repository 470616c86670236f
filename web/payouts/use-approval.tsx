// Approves an audit or a review after a confirmation that names file, amount, people, fee and total (docs/LOOK.md, 07).

import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import { decisionOf } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead, batchRows, decideBatch } from '@paywages/wire/payouts/endpoints.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/queries.ts'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { AmountBlock, type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { useConfirmedStep } from '../ui/feedback/confirmed-step.ts'
import { toastSuccess } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'
import { checkLabels, decisionLabels as labels } from './labels.ts'

export type Approval = 'approve-audit' | 'approve-review'

export function useApproval(batch: BatchHead): (approval: Approval) => Promise<void> {
  const confirmedStep = useConfirmedStep()
  const go = useGo()
  return async (approval) => {
    const decision = decisionOf(approval)
    if (decision === undefined) return
    const { batchId, duplicateCount, grossFen } = batch
    const amount = signedYuan(grossFen)
    const isAudit = approval === 'approve-audit'
    const { at } = await confirmedStep({
      title: isAudit ? labels.auditTitle : labels.reviewTitle,
      object: labels.object(batch.fileName, batch.batchNo),
      body: <AmountBlock label={labels.amount} fen={grossFen} lines={linesOf(batch)} />,
      warning: isAudit ? labels.auditWarning : labels.reviewWarning,
      ...(duplicateCount === 0
        ? {}
        : { acknowledge: labels.acknowledge(duplicateCount.toLocaleString('en-US')) }),
      action: isAudit ? labels.auditAction(amount) : labels.reviewAction(amount),
      send: () => call(decideBatch, { batchId, ...decision, confirmedDuplicates: duplicateCount }),
    })
    if (at === 'refused') await refresh(batchHead, batchRows)
    if (at !== 'done') return
    toastSuccess(labels.done)
    go(BATCHES_PAGE)
  }
}

function linesOf(batch: BatchHead): readonly AmountLine[] {
  const { peopleCount, payableCount, serviceRate, feeFen, grossFen, taxFen, vatFen, withholdsTax } = batch
  const people = labels.peopleOf(peopleCount.toLocaleString('en-US'), payableCount.toLocaleString('en-US'))
  return [
    { label: labels.people, value: people },
    ...(withholdsTax ? [{ label: labels.tax, value: signedYuan(taxFen) }] : []),
    ...(vatFen === 0n ? [] : [{ label: labels.vat, value: signedYuan(vatFen) }]),
    ...(withholdsTax || vatFen > 0n
      ? [{ label: labels.net, value: signedYuan(grossFen - taxFen - vatFen) }]
      : []),
    { label: labels.fee, note: checkLabels.rate(formatRatePercent(serviceRate)), value: signedYuan(feeFen) },
    { label: labels.settlement, value: signedYuan(grossFen + feeFen), sum: true },
  ]
}
