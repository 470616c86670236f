// Succeeded and failed transfers of a batch as a bar with counts; there are none before transfers run (spec §4).

import type { BatchRow } from '@paywages/wire/payouts/shapes.ts'
import { Dash } from '../ui/display/description-list.tsx'
import { batchLabels } from './labels.ts'
import { useLiveBatch } from './use-live-batch.ts'
import './result-bar.css'

export function ResultBar({ batch, bar }: { batch: BatchRow; bar: boolean }) {
  const { status, succeededCount, failedCount, processingCount } = useLiveBatch(batch)
  if (status !== 'transferring') return <Dash />
  const words = batchLabels.resultWords(succeededCount, failedCount, processingCount)
  return (
    <span className="result-bar" title={words}>
      {bar ? (
        <span className="result-track" aria-hidden="true">
          <i className="result-ok" style={{ flexGrow: succeededCount }} />
          <i className="result-bad" style={{ flexGrow: failedCount }} />
          <i className="result-run" style={{ flexGrow: processingCount }} />
        </span>
      ) : null}
      <span className="result-counts">
        {succeededCount.toLocaleString('en-US')} /{' '}
        <span data-failed={failedCount > 0}>{failedCount.toLocaleString('en-US')}</span>
      </span>
    </span>
  )
}
