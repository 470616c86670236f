// Seals finished entries into the chain (D34).

import type { Services } from '../app-services.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import { countUnsealed, insertSeal, lastSeal, tryLockSealing, unsealedEntries } from './store.ts'

const BATCH = 5_000

/** Returns how many entries were sealed. Any number of workers may call it at any time. */
export async function sealEntries(services: Services): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await sealBatch(services)
    sealed += count
    if (count < BATCH) break
  }
  services.metrics.auditUnsealed.set(await services.database.read(countUnsealed))
  return sealed
}

async function sealBatch(services: Services): Promise<number> {
  return services.database.transact(async (tx) => {
    if (!(await tryLockSealing(tx))) return 0
    const entries = await unsealedEntries(tx, BATCH)
    if (entries.length === 0) return 0
    const previous = (await lastSeal(tx))?.digest ?? CHAIN_START
    const digest = sealDigest(
      services.keys.current('audit-chain'),
      previous,
      entries.map((entry) => entry.text),
    )
    const seal = {
      entryCount: entries.length,
      keyId: services.keys.currentId,
      digest,
      at: services.clock.now(),
    }
    await insertSeal(
      tx,
      seal,
      entries.map((entry) => entry.entryId),
    )
    return entries.length
  })
}
