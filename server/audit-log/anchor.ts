// One anchor: which seal was the newest at a moment, signed, and chained to the anchor before it (ADR 33).

import { createHmac } from 'node:crypto'
import { ANCHORS_PREFIX } from '../adapters/audit-anchors/anchor-place.ts'
import type { KeyRing } from '../adapters/personal-data/key-ring.ts'

/** An operator's word that the database was restored, and the log before it ends earlier than was published. */
export type RestoreNote = {
  readonly by: string
  readonly reason: string
  /** The newest published seal that is still there; what was published after it is given up. */
  readonly keptSealId: string
}

export type AnchorBody = {
  readonly number: number
  /** In Shanghai. */
  readonly day: string
  readonly at: string
  readonly sealId: string
  readonly digest: string
  readonly entries: string
  /** The signature of the anchor before this one; empty for the first. */
  readonly previous: string
  /** The number of the last anchor of an earlier day, which is kept for good; 0 where there is none. */
  readonly lastOfEarlierDay: number
  readonly restored?: RestoreNote
}

export type Anchor = AnchorBody & { readonly keyId: string; readonly signature: string }

export function signAnchor(keys: KeyRing, body: AnchorBody): Anchor {
  const signature = signatureOf(keys, keys.currentId, body)
  return { ...body, keyId: keys.currentId, signature: signature ?? '' }
}

function signatureOf(keys: KeyRing, keyId: string, body: AnchorBody): string | undefined {
  const key = keys.byId(keyId, 'audit-chain')
  const fields = [
    body.number,
    body.day,
    body.at,
    body.sealId,
    body.digest,
    body.entries,
    body.previous,
    body.lastOfEarlierDay,
    body.restored?.by ?? null,
    body.restored?.reason ?? null,
    body.restored?.keptSealId ?? null,
  ]
  return (
    key &&
    createHmac('sha256', key)
      .update(`anchor\n${JSON.stringify(fields)}`)
      .digest('hex')
  )
}

export function isGenuine(keys: KeyRing, anchor: Anchor): boolean {
  return anchor.signature !== '' && signatureOf(keys, anchor.keyId, anchor) === anchor.signature
}

/** In the order of their numbers, with the day in the name: what may be pruned is told without opening it. */
export function keyOfAnchor({ number, day }: { number: number; day: string }): string {
  return `${ANCHORS_PREFIX}${String(number).padStart(9, '0')}-${day}`
}

const KEY = /^audit-anchors\/(\d{9})-(\d{4}-\d{2}-\d{2})$/

export function readAnchorKey(key: string): { number: number; day: string } | undefined {
  const [, number, day] = KEY.exec(key) ?? []
  return number === undefined || day === undefined ? undefined : { number: Number(number), day }
}

/** Signed or not is asked elsewhere; what is no anchor at all is undefined. */
export function parseAnchor(text: string): Anchor | undefined {
  try {
    const anchor = JSON.parse(text) as Partial<Anchor>
    const whole = Number.isSafeInteger(anchor.number) && typeof anchor.sealId === 'string'
    return whole && typeof anchor.digest === 'string' ? (anchor as Anchor) : undefined
  } catch {
    return undefined
  }
}
