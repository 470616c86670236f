/** The life of a secret key: which ring may start, who seals what lies under older keys anew, and when a key may be retired (ADR 87). */

/** In the order in which they were first written with. */
export type KnownKey = { readonly keyId: string; readonly retired: boolean }

export type HeldKeys = {
  /** The one that everything new is sealed under. */
  readonly currentId: string
  /** All that can be read with, the current one among them. */
  readonly ids: readonly string[]
}

export type RingFit =
  | { readonly fits: true }
  | { readonly fits: false; readonly why: 'lacks-key' | 'writes-with-retired'; readonly keyId: string }

/** A process that lacks a key which is still in use would fail at the first value under it, in the middle of somebody's work. */
export function ringFit(known: readonly KnownKey[], held: HeldKeys): RingFit {
  for (const { keyId, retired } of known) {
    if (retired && keyId === held.currentId) return { fits: false, why: 'writes-with-retired', keyId }
    if (!retired && !held.ids.includes(keyId)) return { fits: false, why: 'lacks-key', keyId }
  }
  return { fits: true }
}

/** Only holders of the newest key seal older values anew: those still set up with the earlier one would turn them back. */
export function sealsAnew(known: readonly KnownKey[], currentId: string): boolean {
  const inUse = known.filter(({ retired }) => !retired)
  return inUse.length > 1 && inUse.at(-1)?.keyId === currentId
}

export type KeyUse = { readonly what: string; readonly count: number }

export type Retirement =
  | { readonly may: true }
  | { readonly may: false; readonly why: 'unknown' | 'retired' | 'newest' }
  | { readonly may: false; readonly why: 'written-with'; readonly processes: readonly string[] }
  | { readonly may: false; readonly why: 'in-use'; readonly uses: readonly KeyUse[] }

/** `writers` are processes that lately sealed under this key: what they write next would lie under a key that is gone. */
export function judgeRetirement(
  known: readonly KnownKey[],
  keyId: string,
  writers: readonly string[],
  uses: readonly KeyUse[],
): Retirement {
  const key = known.find((one) => one.keyId === keyId)
  if (!key) return { may: false, why: 'unknown' }
  if (key.retired) return { may: false, why: 'retired' }
  if (known.filter(({ retired }) => !retired).at(-1)?.keyId === keyId) return { may: false, why: 'newest' }
  if (writers.length > 0) return { may: false, why: 'written-with', processes: writers }
  const left = uses.filter(({ count }) => count > 0)
  return left.length > 0 ? { may: false, why: 'in-use', uses: left } : { may: true }
}
