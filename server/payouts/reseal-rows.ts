// Seals payout rows anew under the current key, batch by batch, and vouches anew for what was approved (D17, D33).

import type { Tx } from '../adapters/postgres/database.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { insertApproval, lastContentHash } from './approval-store.ts'
import { findBatch } from './batch-store.ts'
import { contentHash, refuseChangedContent } from './content-hash.ts'
import { forgetNames, rememberNames } from './registration-store.ts'
import { batchesToReseal, rowsToReseal, updateSeals } from './reseal-store.ts'
import { openRow, sealRow } from './seal-row.ts'

const PIECE = 1_000

/** Batches whose content no longer matches its approval are left alone and told: their seals are evidence. */
export async function resealRows(house: House): Promise<{ rows: number; leftAlone: number[] }> {
  const leftAlone: number[] = []
  let rows = 0
  for (const batchId of await house.database.look((tx) => batchesToReseal(tx, house.keys.currentId))) {
    const done = await house.database.transact((tx) => resealBatch(tx, house, batchId))
    if (done === undefined) leftAlone.push(batchId)
    else rows += done
  }
  if (rows > 0) await house.database.transact(forgetNames)
  return { rows, leftAlone }
}

async function resealBatch(tx: Tx, house: House, batchId: number): Promise<number | undefined> {
  const batch = await findBatch(tx, { of: 'everything' }, batchId, 'lock')
  if (!batch) return undefined
  const vouched = await lastContentHash(tx, batchId)
  if (vouched) {
    try {
      await refuseChangedContent(tx, house, batch, 'review')
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }
  let done = 0
  for (;;) {
    const piece = await rowsToReseal(tx, batchId, house.keys.currentId, PIECE)
    if (piece.length === 0) break
    await updateSeals(
      tx,
      piece.map(({ rowId, sealed }) => ({ rowId, ...sealRow(house.cipher, openRow(house.cipher, sealed)) })),
    )
    done += piece.length
  }
  await rememberNames(tx, BigInt(batchId))
  if (vouched) {
    await insertApproval(tx, batchId, {
      step: 'reseal',
      accountId: vouched.accountId,
      passed: true,
      reason: '',
      at: house.clock.now(),
      contentHash: await contentHash(tx, house, batch),
      keyId: house.keys.currentId,
    })
  }
  return done
}
