// Business days and months in Asia/Shanghai, which has been UTC+8 without summer time since 1992.

const OFFSET_MS = 8 * 3_600_000
export const DAY_MS = 24 * 3_600_000

/** A calendar day as "YYYY-MM-DD" and a month as "YYYY-MM". */
export type Day = string
export type Month = string

export function shanghaiDay(at: Date): Day {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10)
}

export function shanghaiMonth(at: Date): Month {
  return shanghaiDay(at).slice(0, 7)
}

/** The first instant of that Shanghai day. */
export function startOfDay(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS)
}

/** The first instant after that Shanghai day: ranges are half-open. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/** The day that begins then, or else the next one. */
export function firstWholeDay(from: Date): Day {
  const day = shanghaiDay(from)
  return startOfDay(day) < from ? addDays(day, 1) : day
}

/** "2026-11-13 09:12" in Shanghai, as lists show a time. */
export function shanghaiMinute(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}

/** "2026-11-13 09:12:05" in Shanghai, as histories and the audit log show a time. */
export function shanghaiSecond(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** How many days there are from one to another, both counted. */
export function daysFrom(first: Day, last: Day): number {
  return 1 + Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
}

/** "2026-11-30" shifted by whole days: (1) → "2026-12-01". */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** "2026-11" shifted by whole months: (-1) → "2026-10". */
export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** A day that the calendar has: no thirtieth of February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}
