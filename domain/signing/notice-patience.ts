// How long an invitation by text message is tried, and how long it waits after each failure.

export const MOST_NOTICE_TRIES = 5

const MINUTE_MS = 60_000
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]

/** When the next try may come, after so many; none comes after the last. */
export function nextNoticeTry(tries: number, now: Date): Date | undefined {
  if (tries >= MOST_NOTICE_TRIES) return undefined
  return new Date(now.getTime() + (WAITS_MS[tries - 1] ?? MINUTE_MS))
}
