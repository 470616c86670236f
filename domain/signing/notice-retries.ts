// How long an invitation by text message is tried, and how long it waits after each failure.

export const MAX_NOTICE_ATTEMPTS = 5

const MINUTE_MS = 60_000
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]

/** When the next attempt may come, after so many; none comes after the last. */
export function nextNoticeAttempt(attempts: number, now: Date): Date | undefined {
  if (attempts >= MAX_NOTICE_ATTEMPTS) return undefined
  return new Date(now.getTime() + (WAITS_MS[attempts - 1] ?? MINUTE_MS))
}
