// The state of a payout row and of a transfer as tags: the same tone for the same state everywhere.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { StatusTag, type Tone } from '../ui/status-tag.tsx'
import { historyLabels, rowStatusLabels, stateLabels } from './labels.ts'

const ROW_TONES: Readonly<Record<RowStatus, Tone>> = {
  processing: 'run',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'off',
}

export function RowStatusTag({ status }: { status: RowStatus }) {
  return (
    <StatusTag tone={ROW_TONES[status]} live={status === 'processing'}>
      {rowStatusLabels[status]}
    </StatusTag>
  )
}

const STATE_TONES: Readonly<Record<TransferState, Tone>> = {
  reserved: 'run',
  sending: 'run',
  'in-doubt': 'run',
  manual: 'wait',
  succeeded: 'ok',
  failed: 'bad',
  returned: 'bad',
}

/** Null where a row never became a transfer. */
export function TransferStateTag({ state }: { state: TransferState | null }) {
  if (state === null) return <StatusTag tone="off">{historyLabels.unsent}</StatusTag>
  const tone = STATE_TONES[state]
  return (
    <StatusTag tone={tone} live={tone === 'run'}>
      {stateLabels[state]}
    </StatusTag>
  )
}
