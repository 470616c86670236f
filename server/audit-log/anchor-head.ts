// Remembers which anchor is the newest and which the second place lacks, so that nobody lists a store of millions every few minutes.

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AnchorPlace } from '../adapters/audit-anchors/anchor-place.ts'
import { fileStorePlace } from '../adapters/audit-anchors/file-store-place.ts'
import type { Services } from '../app-services.ts'
import { type Anchor, parseAnchor, readAnchorKey } from './anchor.ts'

/** Beside the anchors and not among them: it is written again and again. */
export const HEAD_KEY = 'audit-head'
/** A year of anchors that wait for a second place is more than anyone leaves it away. */
const MAX_HEAD_BYTES = 10_000_000

export type AnchorHead = { readonly newest: Anchor | undefined; readonly uncopied: readonly string[] }

/** Where it is lost, the anchors themselves tell it. */
export async function readHead(services: Services): Promise<AnchorHead> {
  const body = await services.files.get(HEAD_KEY)
  if (body) return JSON.parse(await text(body.stream)) as AnchorHead
  const place = fileStorePlace(services.files)
  const own = await anchorKeys(place)
  const last = own.at(-1)
  const newest = last && parseAnchor((await place.read(last.key)) ?? '')
  if (last && !newest) throw new Error(`the anchor ${last.key} cannot be read`)
  const there = services.auditBucket ? await anchorKeys(services.auditBucket) : own
  const copied = new Set(there.map(({ number }) => number))
  return {
    newest,
    uncopied: own.filter(({ number }) => !copied.has(number)).map(({ key }) => key),
  }
}

export async function writeHead(services: Services, head: AnchorHead): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(head))
  await services.files.put(HEAD_KEY, Readable.from([bytes]), { limitBytes: MAX_HEAD_BYTES })
}

/** In the order of their numbers. */
export async function anchorKeys(place: Pick<AnchorPlace, 'keys'>) {
  const found: { key: string; number: number; day: string }[] = []
  for await (const key of place.keys()) {
    const parts = readAnchorKey(key)
    if (parts) found.push({ key, ...parts })
  }
  return found.sort((a, b) => a.number - b.number)
}
