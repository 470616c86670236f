// A batch held against an earlier one of its company, as its approvers read it.

import {
  type BatchChange,
  COMPARABLE_BATCHES,
  comparedBatch,
} from '@paywages/domain/payouts/batch-comparison.ts'
import type { ComparedRow, Comparison } from '@paywages/wire/payouts/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { Refused } from '../refused.ts'
import type { BatchRecord } from './batch-store.ts'
import type { ChangeBeside } from './change-sql.ts'
import { differenceBetween, peopleBeside, startedBefore } from './comparison-store.ts'

type Batch = Pick<BatchRecord, 'batchId' | 'providerId' | 'startedAt' | 'fileName'>

/** The wanted one, or else the newest of its series; undefined where there is none. */
async function earlierOf(tx: Tx, batch: Batch, wantedId: number | undefined) {
  const choices = await startedBefore(tx, batch, COMPARABLE_BATCHES)
  const earlier =
    wantedId === undefined
      ? comparedBatch(batch.fileName, choices)
      : choices.find(({ batchId }) => batchId === wantedId)
  if (wantedId !== undefined && earlier === undefined) throw new Refused('not-found')
  return { earlier, choices }
}

export async function compareBatch(tx: Tx, batch: Batch, wantedId: number | undefined): Promise<Comparison> {
  const { earlier, choices } = await earlierOf(tx, batch, wantedId)
  const figures = earlier === undefined ? null : await differenceBetween(tx, batch.batchId, earlier.batchId)
  return { earlier: earlier ?? null, choices, figures }
}

/** What a list of rows is narrowed by; undefined where there is nothing to compare with. */
export async function changeBeside(
  tx: Tx,
  batch: Batch,
  change: BatchChange,
  wantedId: number | undefined,
): Promise<ChangeBeside | undefined> {
  const { earlier } = await earlierOf(tx, batch, wantedId)
  return earlier === undefined ? undefined : { change, earlierId: earlier.batchId }
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
