// Wraps the data keys of batches anew under the current secret: one value a batch, no row is touched (ADR 41, ADR 87).

import { SealBroken } from '../adapters/personal-data/seal-broken.ts'
import type { Position, Renewed } from '../adapters/postgres/sealed-column.ts'
import type { Services } from '../app-services.ts'
import { batchesByKey, storeDataKey, wrappedBehind } from './reseal-store.ts'

const PIECE = 200

export async function rewrapDataKeys(services: Services, after: Position | undefined): Promise<Renewed> {
  const { cipher, keys, database } = services
  return database.transact(async (tx) => {
    const [behind = 0] = after ?? []
    const batches = await wrappedBehind(tx, keys.currentId, BigInt(String(behind)), PIECE)
    let broken = 0
    for (const { batchId, ...wrapped } of batches) {
      try {
        await storeDataKey(tx, Number(batchId), cipher.dataKeys.rewrap(batchId, wrapped))
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        broken += 1
      }
    }
    const last = batches.at(-1)
    return {
      renewed: batches.length - broken,
      broken,
      next: last && batches.length === PIECE ? [last.batchId] : undefined,
    }
  })
}

/** Batches in the old form have no data key; the worker brings them to the new one by itself, under the current key. */
export async function dataKeyUses(services: Services): Promise<ReadonlyMap<string, number>> {
  return services.database.query((tx) => batchesByKey(tx))
}
