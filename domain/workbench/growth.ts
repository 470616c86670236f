// How a figure stands against an earlier one: by percent, and for rates by percentage points.

export type Way = 'up' | 'down' | 'same'

/** Tenths of a percent. */
export type Growth = { readonly way: Way; readonly tenths: number }

/** Against nothing there is no growth to tell. */
export function growthOf(now: bigint, before: bigint): Growth | undefined {
  if (before <= 0n) return undefined
  const apart = now > before ? now - before : before - now
  const tenths = Number(roundedRatio(apart * 1_000n, before))
  return { way: wayOf(tenths, now > before), tenths }
}

/** Failed of all that came to an end, in hundredths of a percent; where nothing ended there is no rate. */
export function failureRate(failed: number, succeeded: number): number | undefined {
  const ended = failed + succeeded
  if (ended === 0) return undefined
  return Number(roundedRatio(BigInt(failed) * 10_000n, BigInt(ended)))
}

/** Hundredths of a percentage point. */
export type PointChange = { readonly way: Way; readonly hundredths: number }

/** Between the rates as they are shown, so that what is told ties with what is seen. */
export function pointsBetween(now: number, before: number): PointChange {
  const hundredths = Math.abs(now - before)
  return { way: wayOf(hundredths, now > before), hundredths }
}

function wayOf(apart: number, more: boolean): Way {
  if (apart === 0) return 'same'
  return more ? 'up' : 'down'
}

function roundedRatio(part: bigint, whole: bigint): bigint {
  return (part * 2n + whole) / (whole * 2n)
}
