// When failed logins lock a name: five within fifteen minutes, for fifteen minutes (D9).

export const LOCKOUT = { failures: 5, windowMs: 15 * 60_000, lockMs: 15 * 60_000 } as const

/**
 * Until when the name is locked, given its failures (any order), or undefined when it is not.
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
