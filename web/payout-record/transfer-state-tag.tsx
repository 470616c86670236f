// The state of a transfer as a tag, in more words than the row it pays has.

import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { StatusTag, type Tone } from '../ui/display/status-tag.tsx'
import { historyLabels, stateLabels } from './labels.ts'

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
  const tone = STATE_TONES[state] ?? 'off'
  return (
    <StatusTag tone={tone} live={tone === 'run'}>
      {stateLabels[state] ?? state}
    </StatusTag>
  )
}
