// Publishes the newest seal every few minutes where the database does not reach, and keeps what is published small (D34).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { fileStorePlace } from '../adapters/audit-anchors/file-store-place.ts'
import type { Services } from '../app-services.ts'
import { type Anchor, keyOfAnchor, type RestoreNote, signAnchor } from './anchor.ts'
import { anchorKeys, readHead, writeHead } from './anchor-head.ts'
import { sealEntries } from './seal-entries.ts'
import { countSealed, lastSeal, sealOf } from './store.ts'

/** The log does not hold what was published: only an operator can say that this is right. */
export class LogBehindAnchor extends Error {
  override readonly name = 'LogBehindAnchor'

  constructor(number: number) {
    super(`the audit log does not hold the seal of anchor ${number}; run npm run verify-audit`)
  }
}

/** Nothing is published while nothing was sealed, and nothing over an anchor that the log contradicts. */
export async function anchorChain(services: Services): Promise<Anchor | undefined> {
  await sealEntries(services)
  const newest = await newestAnchor(services)
  const ahead = await anchorAhead(services)
  if (ahead !== undefined) {
    services.metrics.auditBehindAnchor.set(1)
    throw new LogBehindAnchor(ahead)
  }
  services.metrics.auditBehindAnchor.set(0)
  const anchor = await publishHead(services, newest)
  await copyAnchors(services)
  return anchor
}

/** The newest anchor, where the log does not hold what it names; undefined where it does. */
export async function anchorAhead(services: Services): Promise<number | undefined> {
  const { newest } = await readHead(services)
  return newest && !(await isInLog(services, newest)) ? newest.number : undefined
}

async function isInLog(services: Services, { sealId, digest }: Anchor): Promise<boolean> {
  const seal = await services.database.read((tx) => sealOf(tx, BigInt(sealId)))
  return seal?.digest === digest
}

/** Publishes the newest seal as the next anchor; nothing when it is published already. */
export async function publishHead(
  services: Services,
  newest: Anchor | undefined,
  restored?: RestoreNote,
): Promise<Anchor | undefined> {
  const { head, entries } = await services.database.read(async (tx) => ({
    head: await lastSeal(tx),
    entries: await countSealed(tx),
  }))
  if (!head || (head.digest === newest?.digest && !restored)) return undefined
  const at = services.clock.now()
  const day = shanghaiDay(at)
  const isNewDay = newest !== undefined && newest.day !== day
  const anchor = signAnchor(services.keys, {
    number: (newest?.number ?? 0) + 1,
    day,
    at: at.toISOString(),
    sealId: String(head.sealId),
    digest: head.digest,
    entries: String(entries),
    previous: newest?.signature ?? '',
    lastOfEarlierDay: isNewDay ? newest.number : (newest?.lastOfEarlierDay ?? 0),
    ...(restored ? { restored } : {}),
  })
  const { uncopied } = await readHead(services)
  const copying = services.auditBucket ? [...uncopied, keyOfAnchor(anchor)] : []
  // First of all, so that a crash before the next line does not make another anchor of the same number.
  await writeHead(services, { newest: anchor, uncopied: copying })
  await publish(services, anchor)
  if (isNewDay) await pruneAnchors(services)
  return anchor
}

export async function newestAnchor(services: Services): Promise<Anchor | undefined> {
  const { newest } = await readHead(services)
  if (newest) await publish(services, newest)
  return newest
}

function publish(services: Services, anchor: Anchor): Promise<void> {
  return fileStorePlace(services.files).publish(keyOfAnchor(anchor), JSON.stringify(anchor))
}

/** Of today and yesterday every anchor stays, of each earlier day the last one. */
async function pruneAnchors(services: Services): Promise<void> {
  const place = fileStorePlace(services.files)
  const kept = await anchorKeys(place)
  const days = [...new Set(kept.map(({ day }) => day))].sort().slice(0, -2)
  for (const day of days) {
    const own = kept.filter((one) => one.day === day).sort((a, b) => a.number - b.number)
    for (const { key } of own.slice(0, -1)) await place.remove?.(key)
  }
}

/** Whatever the second place does not have yet; it may have been away for a while. */
async function copyAnchors(services: Services): Promise<void> {
  const { auditBucket } = services
  const head = await readHead(services)
  if (!auditBucket || head.uncopied.length === 0) return
  const place = fileStorePlace(services.files)
  for (const key of head.uncopied) {
    const text = await place.read(key)
    // One that was pruned meanwhile is not the last of its day, which is there.
    if (text !== undefined) await auditBucket.publish(key, text)
  }
  await writeHead(services, { ...head, uncopied: [] })
}
