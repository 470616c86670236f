// Stops sending a batch whose orders are not what was approved, calls people, and goes on once they are again (D17).

import { randomUUID } from 'node:crypto'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { findBrokenSeal } from '../payouts/find-broken-seal.ts'
import { OrdersChanged, ordersHold } from './approved-orders.ts'
import { matchDebits, withdrawDoubtful } from './match-debits.ts'
import { pausedQueues, setPaused } from './queue-pause-store.ts'

/** Runs a claim; where its orders were changed, nothing is claimed and the batch is paused. */
export async function orPause<T>(services: Services, claim: () => Promise<T[]>): Promise<T[]> {
  try {
    return await claim()
  } catch (error) {
    if (!(error instanceof OrdersChanged)) throw error
    await pauseBatch(services, error)
    return []
  }
}

async function pauseBatch(services: Services, changed: OrdersChanged): Promise<void> {
  const { batchId } = changed
  const at = services.clock.now()
  const paused = await services.database.transact(async (tx) => {
    // Another lane may have found the same.
    if (!(await setPaused(tx, batchId, at))) return false
    await record(tx, batchId, 'pause-batch', at)
    return true
  })
  if (!paused) return
  services.metrics.transferAlarms.inc({ alarm: 'orders-changed' })
  services.log.error(
    { batchId: Number(batchId), err: changed },
    'the orders of a batch are not what was approved',
  )
}

/** Once somebody has put the approved values back; returns how many batches go on. */
export async function resumePaused(services: Services): Promise<number> {
  let resumed = 0
  for (const batchId of await services.database.query(pausedQueues)) {
    const at = services.clock.now()
    resumed += await services.database.transact(async (tx) => {
      if (!(await ordersHold(tx, services, batchId))) return 0
      if ((await findBrokenSeal(tx, services, Number(batchId))) !== undefined) return 0
      if (!(await setPaused(tx, batchId, null))) return 0
      // Left out of every match while it was paused.
      const doubtful = await matchDebits(tx, services, Number(batchId))
      await withdrawDoubtful(
        tx,
        services,
        doubtful.filter(({ debit }) => debit.known),
        { at },
      )
      await record(tx, batchId, 'resume-batch', at)
      return 1
    })
  }
  return resumed
}

async function record(
  tx: Tx,
  batchId: bigint,
  action: 'pause-batch' | 'resume-batch',
  at: Date,
): Promise<void> {
  const batch = await findBatch(tx, { of: 'everything' }, Number(batchId))
  const origin = { at, address: '', requestId: randomUUID(), hostname: '' }
  await recordAnonymousEntry(tx, origin, {
    action,
    object: {
      kind: 'payout-batch',
      id: String(batchId),
      name: batch ? `${batch.batchNo} ${batch.fileName}` : '',
    },
    providerId: batch?.providerId ?? null,
  })
}
