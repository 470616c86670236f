// The figures beside the amount that an approver confirms.

import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { peopleAndRows } from '../records/labels.ts'
import { type AmountLine, signedYuan } from '../ui/display/amount-block.tsx'
import { decisionLabels as labels } from './labels.ts'

export function approvalLines(batch: BatchHead): readonly AmountLine[] {
  const { peopleCount, payableCount, feeFen, grossFen, taxFen, vatFen, withholdsTax } = batch
  const people = peopleAndRows(peopleCount, payableCount)
  return [
    { label: labels.people, value: people },
    ...(withholdsTax ? [{ label: labels.tax, value: signedYuan(taxFen) }] : []),
    ...(vatFen === 0n ? [] : [{ label: labels.vat, value: signedYuan(vatFen) }]),
    ...(withholdsTax || vatFen > 0n
      ? [{ label: labels.net, value: signedYuan(grossFen - taxFen - vatFen) }]
      : []),
    { label: labels.fee, value: signedYuan(feeFen) },
    { label: labels.settlement, value: signedYuan(grossFen + feeFen), sum: true },
  ]
}
