// Recomputes the whole chain and holds it against the anchors: any changed, added or missing entry shows (D34).

import type { Services } from '../app-services.ts'
import { anchorFaults, type SealFacts } from './anchor-faults.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import { readPublished } from './read-anchors.ts'
import { countUnsealed, type Seal, sealedTexts, sealsAfter } from './store.ts'

export type ChainReport = {
  readonly seals: number
  readonly entries: number
  readonly unsealed: number
  readonly anchors: number
  /** Empty when the log is whole. */
  readonly faults: readonly string[]
}

export async function verifyChain(services: Services): Promise<ChainReport> {
  const faults: string[] = []
  // Read before the seals, so that an anchor made meanwhile names no seal that was not looked at.
  const published = await readPublished(services)
  // Only what anchors name is kept: seals are made every few seconds for as long as there is a log.
  const named = new Set([...published.own, ...published.copies].map(({ anchor }) => anchor?.sealId))
  const log = new Map<string, SealFacts>()
  let seals = 0
  let previous = CHAIN_START
  let last = 0n
  let entries = 0
  for (;;) {
    const chunk = await services.database.read((tx) => sealsAfter(tx, last, 200))
    if (chunk.length === 0) break
    seals += chunk.length
    for (const seal of chunk) {
      const fault = await checkSeal(services, seal, previous)
      if (fault) faults.push(fault)
      entries += seal.entryCount
      const sealId = String(seal.sealId)
      if (named.has(sealId)) log.set(sealId, { digest: seal.digest, entries: String(entries) })
      previous = seal.digest
      last = seal.sealId
    }
  }
  faults.push(...anchorFaults(services.keys, published, log))
  const unsealed = await services.database.read(countUnsealed)
  return { seals, entries, unsealed, anchors: published.own.length, faults }
}

async function checkSeal(services: Services, seal: Seal, previous: string): Promise<string | undefined> {
  const key = services.keys.byId(seal.keyId, 'audit-chain')
  if (!key) return `seal ${seal.sealId} was made with the key ${seal.keyId}, which is not in SECRET_KEY_OLD`
  const texts = await services.database.read((tx) => sealedTexts(tx, seal.sealId))
  if (texts.length !== seal.entryCount)
    return `seal ${seal.sealId} covers ${seal.entryCount} entries but ${texts.length} are there`
  return sealDigest(key, previous, texts) === seal.digest
    ? undefined
    : `seal ${seal.sealId} does not match its entries`
}
