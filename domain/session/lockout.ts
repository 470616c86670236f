// When failed logins lock an account for one device or address, and when they slow it down for all that are not known (D9).

export const LOCKOUT = { failures: 5, windowMs: 15 * 60_000, lockMs: 15 * 60_000 } as const

/** Of an account, over all addresses: twenty failures are free, then the wait doubles with every five more. */
export const SLOWDOWN = { failures: 20, step: 5, waitMs: 30_000, maxWaitMs: 5 * 60_000 } as const

/** Failures before this no longer matter to either rule. */
export function failuresMatterFrom(now: Date): Date {
  return new Date(now.getTime() - LOCKOUT.windowMs - LOCKOUT.lockMs)
}

/**
 * Until when a subject is locked, given its failures (any order), or undefined when it is not.
 * A lock starts at the failure that completed five within the window; attempts while locked are not counted.
 */
export function lockedUntil(
  failures: readonly Date[],
  now: Date,
  limit: number = LOCKOUT.failures,
): Date | undefined {
  const times = failures.map((failure) => failure.getTime()).sort((a, b) => a - b)
  for (let last = times.length - 1; last >= limit - 1; last--) {
    const end = times[last] ?? 0
    const first = times[last - limit + 1] ?? 0
    const until = end + LOCKOUT.lockMs
    if (end - first < LOCKOUT.windowMs && now.getTime() < until) return new Date(until)
  }
  return undefined
}

/** Until when a device that is not known must wait for its next attempt at an account that is guessed at from many addresses. */
export function slowedUntil(failures: readonly Date[], now: Date): Date | undefined {
  const recent = failures
    .map((failure) => failure.getTime())
    .filter((at) => now.getTime() - at < LOCKOUT.windowMs)
  if (recent.length < SLOWDOWN.failures) return undefined
  const doubled = Math.floor((recent.length - SLOWDOWN.failures) / SLOWDOWN.step)
  const until = Math.max(...recent) + Math.min(SLOWDOWN.waitMs * 2 ** doubled, SLOWDOWN.maxWaitMs)
  return now.getTime() < until ? new Date(until) : undefined
}
