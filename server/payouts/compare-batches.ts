// A batch held against an earlier one of its company, as its approvers read it.

import { COMPARABLE_BATCHES, comparedBatch } from '@paywages/domain/payouts/batch-comparison.ts'
import type { ComparedRow, Comparison } from '@paywages/wire/payouts/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { Refused } from '../refused.ts'
import type { BatchRecord } from './batch-store.ts'
import { differenceBetween, peopleBeside, startedBefore } from './comparison-store.ts'

type Batch = Pick<BatchRecord, 'batchId' | 'providerId' | 'startedAt' | 'fileName'>

/** With the wanted one, or else with the newest of its series. */
export async function compareBatch(tx: Tx, batch: Batch, wantedId: number | undefined): Promise<Comparison> {
  const choices = await startedBefore(tx, batch, COMPARABLE_BATCHES)
  const earlier =
    wantedId === undefined
      ? comparedBatch(batch.fileName, choices)
      : choices.find(({ batchId }) => batchId === wantedId)
  if (wantedId !== undefined && earlier === undefined) throw new Refused('not-found')
  const figures = earlier === undefined ? null : await differenceBetween(tx, batch.batchId, earlier.batchId)
  return { earlier: earlier ?? null, choices, figures }
}

export async function compareRows(
  tx: Tx,
  batch: Batch,
  earlierId: number,
  rowIds: readonly number[],
): Promise<ComparedRow[]> {
  const choices = await startedBefore(tx, batch, COMPARABLE_BATCHES)
  if (!choices.some(({ batchId }) => batchId === earlierId)) throw new Refused('not-found')
  return peopleBeside(tx, batch.batchId, earlierId, rowIds)
}
