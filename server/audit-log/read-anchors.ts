// Reads everything that was ever published of the audit log and is still there.

import type { AnchorPlace } from '../adapters/audit-anchors/anchor-place.ts'
import { fileStorePlace } from '../adapters/audit-anchors/file-store-place.ts'
import { StoreUnavailable } from '../adapters/file-store/store-errors.ts'
import type { Services } from '../app-services.ts'
import { type Anchor, parseAnchor } from './anchor.ts'
import { readHead } from './anchor-head.ts'

/** Undefined where it cannot be read as an anchor. Those of earlier releases have no number. */
export type FoundAnchor = { readonly key: string; readonly anchor: Anchor | undefined }

export type Published = {
  readonly own: readonly FoundAnchor[]
  /** Of the second place, where there is one. */
  readonly copies: readonly FoundAnchor[]
  readonly copiesName: string
  /** The newest that was ever published, as it was remembered apart. */
  readonly newest: Anchor | undefined
  readonly uncopied: ReadonlySet<string>
}

export async function readPublished(services: Services): Promise<Published> {
  const { auditBucket } = services
  const [own, copies] = [
    await readPlace(fileStorePlace(services.files)),
    auditBucket ? await readPlace(auditBucket) : [],
  ]
  const head = await readHead(services).catch(orUnreadable)
  return {
    own,
    copies,
    copiesName: auditBucket?.name ?? '',
    newest: head?.newest,
    uncopied: new Set(head?.uncopied ?? []),
  }
}

async function readPlace(place: AnchorPlace): Promise<FoundAnchor[]> {
  const found: FoundAnchor[] = []
  for await (const key of place.keys()) {
    const text = await place.read(key).catch(orUnreadable)
    found.push({ key, anchor: text === undefined ? undefined : readAny(text) })
  }
  return found
}

/** An earlier release wrote one anchor a day, under no number and unsigned. */
function readAny(text: string): Anchor | undefined {
  const anchor = parseAnchor(text)
  if (anchor) return anchor
  try {
    const daily = JSON.parse(text) as Partial<Anchor>
    if (typeof daily.sealId !== 'string' || typeof daily.digest !== 'string') return undefined
    return { ...(daily as Anchor), number: 0 }
  } catch {
    return undefined
  }
}

/** A store that is away says nothing about the log; anything else was done to the anchor. */
function orUnreadable(error: unknown): undefined {
  if (error instanceof StoreUnavailable) throw error
  return undefined
}
