// Holds what was published against the log and against itself: a cut end, a rewritten chain, a missing or foreign anchor (ADR 33).

import type { KeyRing } from '../adapters/personal-data/key-ring.ts'
import { type Anchor, isGenuine, readAnchorKey } from './anchor.ts'
import type { FoundAnchor, Published } from './read-anchors.ts'

/** What the log holds up to a seal. */
export type SealFacts = { readonly digest: string; readonly entries: string }

type Log = ReadonlyMap<string, SealFacts>

const OLDER = 'the log is older than anchor'

/** What every database restored to an earlier point shows. */
export const isOlderThanAnchor = (fault: string) => fault.startsWith(OLDER)

export function anchorFaults(keys: KeyRing, published: Published, log: Log): string[] {
  const { own, copies, copiesName } = published
  const anchors = numbered([...own, ...copies])
  return [
    ...unreadable(keys, [...own, ...copies]),
    ...contradictions(anchors, own, log),
    ...missing(published),
    ...differing(own, copies, copiesName),
    ...unchained(anchors),
  ]
}

/** One for each number, in their order. */
function numbered(found: readonly FoundAnchor[]): Anchor[] {
  const byNumber = new Map<number, Anchor>()
  for (const { anchor } of found)
    if (anchor && anchor.number > 0 && !byNumber.has(anchor.number)) byNumber.set(anchor.number, anchor)
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

function unreadable(keys: KeyRing, found: readonly FoundAnchor[]): string[] {
  return found.flatMap(({ key, anchor }) => {
    if (anchor === undefined) return [`the anchor ${key} cannot be read`]
    if (anchor.number === 0) return []
    if (!keys.byId(anchor.keyId, 'audit-chain'))
      return [`the anchor ${key} was made with the key ${anchor.keyId}, which is not in SECRET_KEY_OLD`]
    const fits = readAnchorKey(key)?.number === anchor.number && isGenuine(keys, anchor)
    return fits ? [] : [`the anchor ${key} was not made here`]
  })
}

const holds = (anchor: Anchor, log: Log): boolean => {
  const seal = log.get(anchor.sealId)
  if (seal?.digest !== anchor.digest) return false
  return anchor.number === 0 || seal.entries === anchor.entries
}

/** What an operator acknowledged as lost by a restore is no longer asked for. */
function isGivenUp(anchor: Anchor, anchors: readonly Anchor[]): boolean {
  return anchors.some(
    ({ number, restored }) =>
      restored !== undefined && number > anchor.number && BigInt(anchor.sealId) > BigInt(restored.keptSealId),
  )
}

/** What the log is asked for, in its order, and what of it the log does not hold. */
export function heldAgainst(anchors: readonly Anchor[], log: Log) {
  const standing = anchors.filter((anchor) => !isGivenUp(anchor, anchors))
  return { standing, lost: new Set(standing.filter((anchor) => !holds(anchor, log))) }
}

function contradictions(anchors: readonly Anchor[], own: readonly FoundAnchor[], log: Log): string[] {
  const daily = own.flatMap(({ anchor }) => (anchor?.number === 0 ? [anchor] : []))
  const { standing, lost } = heldAgainst([...daily, ...anchors], log)
  const newest = standing.at(-1)
  if (lost.size === 0 || newest === undefined) return []
  if (endsBefore(standing, lost))
    return [
      `${OLDER} ${newest.number} of ${newest.at}, which names seal ${newest.sealId}: its end was cut off or written anew, or the database was restored to an earlier point (docs/OPERATIONS.md)`,
    ]
  return [...lost].map(({ number, at }) => `anchor ${number} of ${at} names a seal that is gone or changed`)
}

/** From some anchor on nothing is as it was published, and everything before is. */
export function endsBefore(anchors: readonly Anchor[], lost: ReadonlySet<Anchor>): boolean {
  const first = anchors.findIndex((anchor) => lost.has(anchor))
  return first >= 0 && anchors.slice(first).every((anchor) => lost.has(anchor))
}

/** Every anchor of the newest two days, the last of each earlier day, and the newest that was ever published. */
function missing({ own, copies, copiesName, newest, uncopied }: Published): string[] {
  const anchors = numbered(own)
  const there = new Set(anchors.map(({ number }) => number))
  const wanted = new Set<number>(newest ? [newest.number] : [])
  const days = new Set([...new Set(anchors.map(({ day }) => day))].slice(-2))
  for (const { day, number, lastOfEarlierDay } of anchors) {
    if (lastOfEarlierDay > 0) wanted.add(lastOfEarlierDay)
    if (days.has(day) && number - 1 > lastOfEarlierDay) wanted.add(number - 1)
  }
  for (const { number } of numbered(copies).slice(-1)) wanted.add(number)
  const inCopies = new Set(copies.map(({ anchor }) => anchor?.number))
  const newestCopied = newest && copiesName !== '' && uncopied.size === 0 && !inCopies.has(newest.number)
  return [
    ...[...wanted].filter((number) => !there.has(number)).map((number) => `anchor ${number} is missing`),
    ...(newestCopied ? [`anchor ${newest.number} is missing in the ${copiesName}`] : []),
  ]
}

function differing(own: readonly FoundAnchor[], copies: readonly FoundAnchor[], name: string): string[] {
  const copied = new Map(numbered(copies).map((anchor) => [anchor.number, anchor]))
  return numbered(own)
    .filter(({ number, signature }) => (copied.get(number)?.signature ?? signature) !== signature)
    .map(({ number }) => `anchor ${number} is another one in the ${name}`)
}

function unchained(anchors: readonly Anchor[]): string[] {
  const byNumber = new Map(anchors.map((anchor) => [anchor.number, anchor]))
  return anchors
    .filter(({ number, previous }) => (byNumber.get(number - 1)?.signature ?? previous) !== previous)
    .map(({ number }) => `anchor ${number} does not follow the one before it`)
}
