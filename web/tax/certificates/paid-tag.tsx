// Whether the tax of a person's month is paid, by the proof of the provider's month (D30).

import { isPaid, type ProofStatus } from '@paywages/domain/tax/proof-status.ts'
import { StatusTag } from '../../ui/display/status-tag.tsx'
import { paidLabels as labels } from './certificate-labels.ts'

export function PaidTag({ status }: { status: ProofStatus | null }) {
  if (status === null) return <StatusTag tone="off">{labels.notWithheld}</StatusTag>
  return isPaid(status) ? (
    <StatusTag tone="ok">{labels.paid}</StatusTag>
  ) : (
    <StatusTag tone="wait">{labels.unpaid}</StatusTag>
  )
}
