/** The clock of the machine on which everything but PostgreSQL runs, moved while a fault is made: this process's own, and that of every process started from then on. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'

const MOVED = pathToFileURL(join(import.meta.dirname, '..', '..', 'e2e', 'moved-clock.mjs')).href

export async function moveClock(days: number): Promise<void> {
  process.env.CLOCK_AHEAD_MS = String(days * DAY_MS)
  if (!process.env.NODE_OPTIONS?.includes(MOVED))
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${MOVED}`.trim()
  // It asks for CLOCK_AHEAD_MS each time.
  await import(MOVED)
}

/** So many days ahead, and still in this month: what is approved in one month is not started in the next. */
export function withinMonth(days: number): { readonly before: number; readonly after: number } {
  const isEarly = Number(shanghaiDay(new Date()).slice(-2)) <= 15
  return isEarly ? { before: 0, after: days } : { before: -days, after: 0 }
}
