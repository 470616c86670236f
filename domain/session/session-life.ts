// When a session ends by itself: idle too long, or older than a working day (D9).

export type SessionLimits = { readonly idleMs: number; readonly absoluteMs: number }

export type SessionTimes = { readonly startedAt: Date; readonly lastActiveAt: Date }

export function sessionExpired(times: SessionTimes, limits: SessionLimits, now: Date): boolean {
  const idleMs = now.getTime() - times.lastActiveAt.getTime()
  const ageMs = now.getTime() - times.startedAt.getTime()
  return idleMs >= limits.idleMs || ageMs >= limits.absoluteMs
}
