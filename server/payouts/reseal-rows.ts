// Seals payout rows again under the current key, batch by batch, and vouches again for what was approved (D17, D33).

import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { insertApproval, lastContentHash } from './approval-store.ts'
import { findBatch } from './batch-store.ts'
import { approvedContentHash, contentHash } from './content-hash.ts'
import { deleteNames, storeNames } from './registration-store.ts'
import { batchesToReseal, rowsToReseal, updateSeals } from './reseal-store.ts'
import { openRow, sealRow } from './seal-row.ts'

const PIECE = 1_000

/** Batches whose content no longer matches its approval are left alone and told: their seals are evidence. */
export async function resealRows(
  services: Services,
  orders: OrdersOfBatch,
): Promise<{ rows: number; leftAlone: number[] }> {
  const leftAlone: number[] = []
  let rows = 0
  for (const batchId of await services.database.query((tx) => batchesToReseal(tx, services.keys.currentId))) {
    const done = await services.database.transact((tx) => resealBatch(tx, services, batchId, orders))
    if (done === undefined) leftAlone.push(batchId)
    else rows += done
  }
  if (rows > 0) await services.database.transact(deleteNames)
  return { rows, leftAlone }
}

/** What a started batch orders of the bank belongs to another slice; it is fixed again where it held before. */
export type OrdersOfBatch = {
  hold(tx: Tx, services: Services, batchId: bigint): Promise<boolean>
  fix(tx: Tx, services: Services, batchId: bigint): Promise<void>
}

async function resealBatch(
  tx: Tx,
  services: Services,
  batchId: number,
  orders: OrdersOfBatch,
): Promise<number | undefined> {
  const batch = await findBatch(tx, { of: 'everything' }, batchId, 'lock')
  if (!batch) return undefined
  const vouched = await lastContentHash(tx, batchId)
  if (vouched) {
    try {
      await approvedContentHash(tx, services, batch, 'review')
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }
  const held = await orders.hold(tx, services, BigInt(batchId))
  let done = 0
  for (;;) {
    const piece = await rowsToReseal(tx, batchId, services.keys.currentId, PIECE)
    if (piece.length === 0) break
    await updateSeals(
      tx,
      piece.map(({ rowId, sealed }) => ({
        rowId,
        ...sealRow(services.cipher, openRow(services.cipher, sealed)),
      })),
    )
    done += piece.length
  }
  await storeNames(tx, BigInt(batchId))
  if (held) await orders.fix(tx, services, BigInt(batchId))
  if (vouched) {
    await insertApproval(tx, batchId, {
      step: 'reseal',
      accountId: vouched.accountId,
      passed: true,
      reason: '',
      at: services.clock.now(),
      contentHash: await contentHash(tx, services, batch),
      keyId: services.keys.currentId,
    })
  }
  return done
}
