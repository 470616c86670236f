// Takes an operator's word that the database was restored, and publishes it: anchors after the restored point are given up (ADR 33).

import { randomUUID } from 'node:crypto'
import { fileStorePlace } from '../adapters/audit-anchors/file-store-place.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Anchor } from './anchor.ts'
import { publishHead } from './anchor-chain.ts'
import { endsBefore, heldAgainst, type SealFacts } from './anchor-faults.ts'
import { writeHead } from './anchor-head.ts'
import { readPublished } from './read-anchors.ts'
import { recordAnonymousEntry } from './record-entry.ts'
import { sealEntries } from './seal-entries.ts'
import { countSealedUntil, sealOf } from './store.ts'

export type Acknowledged =
  | { readonly anchor: Anchor; readonly given: number; readonly keptSealId: string }
  | { readonly refused: 'nothing-lost' | 'changed-in-the-middle' }

/** Keeps back what a restore must, before the anchors that tell of it are given up. */
export type HoldRestore = (tx: Tx, services: Services) => Promise<unknown>

/** Refused where the log is whole, and where it differs from what was published in another way than by its end. */
export async function acknowledgeRestore(
  services: Services,
  { by, reason, hold }: { by: string; reason: string; hold: HoldRestore },
): Promise<Acknowledged> {
  const anchors = await allAnchors(services)
  const { standing, lost } = heldAgainst(anchors, await sealsNamedBy(services, anchors))
  if (lost.size === 0) return { refused: 'nothing-lost' }
  if (!endsBefore(standing, lost)) return { refused: 'changed-in-the-middle' }
  const kept = standing.findLast((anchor) => !lost.has(anchor))
  const keptSealId = kept?.sealId ?? '0'
  const at = services.clock.now()
  const origin = { at, address: '', requestId: randomUUID(), hostname: '' }
  await services.database.transact(async (tx) => {
    await hold(tx, services)
    await recordAnonymousEntry(tx, origin, {
      action: 'acknowledge-restore',
      object: { kind: 'audit-log', id: keptSealId, name: by },
      reason,
      after: { keptSeal: keptSealId, anchors: lost.size },
    })
  })
  await sealEntries(services)
  const anchor = await publishHead(services, anchors.at(-1), { by, reason, keptSealId })
  if (!anchor) throw new Error('nothing was sealed that could be anchored')
  return { anchor, given: lost.size, keptSealId }
}

/** The file store may have been restored as well: what only the second place still knows is put back into it. */
async function allAnchors(services: Services): Promise<Anchor[]> {
  const { own, copies, uncopied } = await readPublished(services)
  const place = fileStorePlace(services.files)
  const there = new Set(own.map(({ key }) => key))
  const lacking = copies.filter(({ key }) => !there.has(key))
  for (const { key, anchor } of lacking) if (anchor) await place.publish(key, JSON.stringify(anchor))
  const anchors = [...own, ...lacking]
    .flatMap(({ anchor }) => anchor ?? [])
    .sort((a, b) => a.number - b.number || a.at.localeCompare(b.at))
  if (lacking.length > 0) await writeHead(services, { newest: anchors.at(-1), uncopied: [...uncopied] })
  return anchors
}

async function sealsNamedBy(services: Services, anchors: readonly Anchor[]): Promise<Map<string, SealFacts>> {
  const log = new Map<string, SealFacts>()
  await services.database.read(async (tx) => {
    for (const { sealId } of anchors) {
      const seal = await sealOf(tx, BigInt(sealId))
      if (seal)
        log.set(sealId, { digest: seal.digest, entries: String(await countSealedUntil(tx, seal.sealId)) })
    }
  })
  return log
}
