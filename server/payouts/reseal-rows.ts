// Brings batches under the current key, and their rows from the old form of seals to the new, and vouches again for what was approved (D17, D33).

import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { insertApproval, lastContentHash } from './approval-store.ts'
import { findBatch } from './batch-store.ts'
import { digestContent } from './content-digest-store.ts'
import { contentHash, isApproved } from './content-hash.ts'
import { deleteNames, storeNames } from './registration-store.ts'
import {
  batchesToReseal,
  dataKeyOf,
  nextOldForm,
  rowsToReseal,
  storeDataKey,
  updateHashes,
  updateSeals,
} from './reseal-store.ts'
import { hashRow, openRow, type SealedBatch, sealRows } from './seal-row.ts'

const PIECE = 1_000

/** Batches whose content no longer matches its approval are left alone and told: their seals are evidence. */
export async function resealRows(
  services: Services,
  orders: OrdersOfBatch,
): Promise<{ rows: number; leftAlone: number[] }> {
  const leftAlone: number[] = []
  let rows = 0
  for (const batchId of await services.database.query((tx) => batchesToReseal(tx, services.keys.currentId))) {
    const done = await resealOne(services, batchId, orders)
    if (done === undefined) leftAlone.push(batchId)
    else rows += done
  }
  if (rows > 0) await services.database.transact(deleteNames)
  return { rows, leftAlone }
}

/**
 * Seals one batch of an earlier release anew, in one transaction, while everything goes on; a kill leaves it in one form or the
 * other. Those left alone are told once and not looked at again by this process. Tells whether there was one.
 */
export function openOldFormResealer(services: Services, orders: OrdersOfBatch): () => Promise<boolean> {
  const leftAlone: number[] = []
  return async () => {
    const batchId = await services.database.query((tx) => nextOldForm(tx, leftAlone))
    if (batchId === undefined) return false
    if ((await resealOne(services, batchId, orders)) === undefined) {
      leftAlone.push(batchId)
      services.log.error({ batchId }, 'the rows of a batch differ from what was approved, or do not open')
    }
    return true
  }
}

/** Undefined where the rows are not what was approved, or one of them does not open: nothing of the batch is changed then. */
async function resealOne(
  services: Services,
  batchId: number,
  orders: OrdersOfBatch,
): Promise<number | undefined> {
  try {
    return await services.database.transact((tx) => resealBatch(tx, services, batchId, orders), 'long')
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
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
  // Another worker was faster.
  const key = await dataKeyOf(tx, batchId)
  if (key?.dataKeyId === services.keys.currentId) return 0
  const vouched = await lastContentHash(tx, batchId)
  if (vouched && !(await isApproved(tx, services, batch, vouched))) return undefined
  const held = await orders.hold(tx, services, BigInt(batchId))
  const done = await renewRows(tx, services, batchId)
  await storeNames(tx, BigInt(batchId))
  if (held) await orders.fix(tx, services, BigInt(batchId))
  if (vouched) {
    await insertApproval(tx, batchId, {
      step: 'reseal',
      accountId: vouched.accountId,
      passed: true,
      reason: '',
      at: services.clock.now(),
      contentHash: contentHash(services, batch, await digestContent(tx, batchId)),
      keyId: services.keys.currentId,
    })
  }
  return done
}

/** A rotation wraps the batch's data key anew and leaves its seals; rows in the old form are sealed under a key of their batch. */
async function renewRows(tx: Tx, { cipher }: Services, batchId: number): Promise<number> {
  const before = await dataKeyOf(tx, batchId)
  const wrapped = before ? cipher.dataKeys.rewrap(batchId, before) : cipher.dataKeys.newKey(batchId)
  const batch: SealedBatch = { batchId, ...wrapped }
  let done = 0
  for (let after = 0n; ; ) {
    const piece = await rowsToReseal(tx, batchId, after, PIECE)
    if (piece.length === 0) break
    const plain = piece.map(({ rowNumber, sealed }) => ({ rowNumber, ...openRow(cipher, sealed) }))
    const ids = piece.map(({ rowId }) => ({ rowId }))
    const named = <R>(rows: readonly R[]) =>
      rows.map((row, index) => ({ ...row, rowId: ids[index]?.rowId ?? 0n }))
    if (before) await updateHashes(tx, named(plain.map((row) => hashRow(cipher, row))))
    else await updateSeals(tx, named(sealRows(cipher, batch, plain)))
    done += piece.length
    after = piece.at(-1)?.rowId ?? after
  }
  await storeDataKey(tx, batchId, wrapped)
  return done
}
