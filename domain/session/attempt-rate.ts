// A token bucket: so many attempts at once, then one in every so many milliseconds (D9).

export type Rate = { readonly capacity: number; readonly refillMs: number }

/** How many tokens were out at a moment; they come back one by one. */
export type Bucket = { readonly spent: number; readonly at: number }

/** Attempts of one address, and attempts at one account by devices that are not known; those that succeed are given back. */
export const ADDRESS_RATE: Rate = { capacity: 30, refillMs: 2_000 }
export const ACCOUNT_RATE: Rate = { capacity: 30, refillMs: 10_000 }
/** How long an address is remembered for attempts that did not succeed: they refuse nobody, and put it behind others in line. */
export const FAULT_RATE: Rate = { capacity: Number.POSITIVE_INFINITY, refillMs: 60_000 }

export function spentTokens(bucket: Bucket | undefined, rate: Rate, now: number): number {
  if (bucket === undefined) return 0
  // A clock that went back gives nothing back, and takes nothing.
  return Math.max(0, bucket.spent - Math.max(0, now - bucket.at) / rate.refillMs)
}

/** Takes a token, or tells how long there is none. */
export function takeToken(
  bucket: Bucket | undefined,
  rate: Rate,
  now: number,
): { readonly bucket: Bucket } | { readonly waitMs: number } {
  const spent = spentTokens(bucket, rate, now)
  if (spent + 1 > rate.capacity) return { waitMs: Math.ceil((spent + 1 - rate.capacity) * rate.refillMs) }
  return { bucket: { spent: spent + 1, at: now } }
}

export function giveTokenBack(bucket: Bucket | undefined, rate: Rate, now: number): Bucket {
  return { spent: Math.max(0, spentTokens(bucket, rate, now) - 1), at: now }
}
