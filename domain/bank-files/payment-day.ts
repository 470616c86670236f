// When a payment was made that a result names by its day alone: in the month in which the bank moved the money (ADR 108).

import { type Day, endOfDay, shanghaiDay } from '../calendar/shanghai.ts'

/** The last second of that day, which is after the file left us; undefined for today and for days that have not come, which are now. */
export function momentOfDay(day: Day, now: Date): Date | undefined {
  return day < shanghaiDay(now) ? new Date(endOfDay(day).getTime() - 1_000) : undefined
}
