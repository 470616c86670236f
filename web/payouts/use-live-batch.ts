// A batch of the list as it stands now: while its transfers run, its counts follow them.

import type { BatchRow } from '@paywages/wire/payouts/shapes.ts'
import { batchProgress } from '@paywages/wire/transfers/endpoints.ts'
import { useCall } from '../api/queries.ts'

const EVERY_MS = 3_000

/**
 * Asked of the batches under way only, by a call that is no activity of the session (D9), unlike the list itself.
 * One cell of a row asks; the others look on.
 */
export function useLiveBatch(batch: BatchRow, asks = true): BatchRow {
  const { batchId, status, processingCount } = batch
  const running = status === 'transferring' && processingCount > 0
  const { data } = useCall(
    batchProgress,
    { batchId },
    { enabled: running, refetchEvery: (progress) => (asks && progress?.endedAt === null ? EVERY_MS : false) },
  )
  if (!running || data === undefined) return batch
  const { succeededCount, failedCount, waitingCount, atBankCount } = data
  return { ...batch, succeededCount, failedCount, processingCount: waitingCount + atBankCount }
}
