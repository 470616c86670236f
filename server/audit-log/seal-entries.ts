// Seals finished entries into the chain, and anchors its head in the file store once a day (D34).

import { Readable } from 'node:stream'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Services } from '../app-services.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import { countSealed, countUnsealed, insertSeal, lastSeal, tryLockSealing, unsealedEntries } from './store.ts'

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

export const ANCHORS_PREFIX = 'audit-anchors/'

export type Anchor = {
  readonly sealId: string
  readonly digest: string
  readonly entries: string
  readonly at: string
}

/** Whoever cuts the end off the log would have to reach the file store as well. */
export async function anchorChain(services: Services): Promise<void> {
  await sealEntries(services)
  const { head, entries } = await services.database.read(async (tx) => ({
    head: await lastSeal(tx),
    entries: await countSealed(tx),
  }))
  if (!head) return
  const at = services.clock.now()
  const anchor: Anchor = {
    sealId: String(head.sealId),
    digest: head.digest,
    entries: String(entries),
    at: at.toISOString(),
  }
  const text = Buffer.from(JSON.stringify(anchor))
  await services.files.put(ANCHORS_PREFIX + shanghaiDay(at), Readable.from([text]), { limitBytes: 10_000 })
}
