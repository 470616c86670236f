// Recomputes the whole chain and holds it against the anchors: any changed, added or missing entry shows (D34).

import { text } from 'node:stream/consumers'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import type { Services } from '../app-services.ts'
import { CHAIN_START, sealDigest } from './chain.ts'
import { ANCHORS_PREFIX, type Anchor } from './seal-entries.ts'
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
  const anchors = await readAnchors(services)
  const digests = new Map<string, string>()
  let previous = CHAIN_START
  let last = 0n
  let entries = 0
  for (;;) {
    const seals = await services.database.read((tx) => sealsAfter(tx, last, 200))
    if (seals.length === 0) break
    for (const seal of seals) {
      const fault = await checkSeal(services, seal, previous)
      if (fault) faults.push(fault)
      digests.set(String(seal.sealId), seal.digest)
      entries += seal.entryCount
      previous = seal.digest
      last = seal.sealId
    }
  }
  for (const { key, anchor } of anchors) {
    if (anchor === undefined) faults.push(`the anchor ${key} cannot be read`)
    else if (digests.get(anchor.sealId) !== anchor.digest)
      faults.push(`the anchor ${key} names a seal that is gone or changed`)
  }
  const unsealed = await services.database.read(countUnsealed)
  return { seals: digests.size, entries, unsealed, anchors: anchors.length, faults }
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

type FoundAnchor = { readonly key: string; readonly anchor: Anchor | undefined }

async function readAnchors(services: Services): Promise<FoundAnchor[]> {
  const anchors: FoundAnchor[] = []
  for await (const { key } of services.files.list(ANCHORS_PREFIX)) {
    anchors.push({ key, anchor: await readAnchor(services, key) })
  }
  return anchors
}

async function readAnchor(services: Services, key: string): Promise<Anchor | undefined> {
  try {
    const body = await services.files.get(key)
    return body && (JSON.parse(await text(body.stream)) as Anchor)
  } catch (error) {
    // A store that is away says nothing about the log; anything else was done to the anchor.
    if (error instanceof StoreUnavailable) throw error
    return undefined
  }
}
