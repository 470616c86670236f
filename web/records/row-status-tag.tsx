// The state of a payout row as a tag: the same tone and word for the same state everywhere.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { rowStatusLabels } from './labels.ts'

const TONES: Readonly<Record<RowStatus, Tone>> = {
  processing: 'run',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'off',
}

export function RowStatusTag({ status }: { status: RowStatus }) {
  return (
    <StatusTag tone={TONES[status]} live={status === 'processing'}>
      {rowStatusLabels[status]}
    </StatusTag>
  )
}
