// The status of a batch as its tag; withdrawn and finished are told apart from rejected and running.

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { statusLabels } from './labels.ts'

const TONES: Readonly<Record<BatchStatus, Tone>> = {
  auditing: 'wait',
  reviewing: 'wait',
  'audit-rejected': 'bad',
  ready: 'go',
  'review-rejected': 'bad',
  transferring: 'run',
}

type BatchTagProps = {
  status: BatchStatus
  withdrawn: boolean
  /** Every transfer has its result. */
  finished?: boolean
}

export function BatchTag({ status, withdrawn, finished = false }: BatchTagProps) {
  if (withdrawn) return <StatusTag tone="off">{statusLabels.withdrawn}</StatusTag>
  if (status === 'transferring' && finished) return <StatusTag tone="ok">{statusLabels.finished}</StatusTag>
  return (
    <StatusTag tone={TONES[status]} live={status === 'transferring'}>
      {statusLabels[status]}
    </StatusTag>
  )
}
