// This month's days so far and the same days of last month, whatever the lengths of the two.

import { addMonths, DAY_MS, type Day, type Month } from '../calendar/shanghai.ts'

/** Both ends belong to it. */
export type DayRange = { readonly from: Day; readonly to: Day }

export function monthSoFar(today: Day): DayRange {
  return { from: `${today.slice(0, 7)}-01`, to: today }
}

/** A day that last month did not have stands against its last one. */
export function sameDaysLastMonth(today: Day): DayRange {
  const month = addMonths(today.slice(0, 7), -1)
  const date = Math.min(Number(today.slice(8)), lengthOf(month))
  return { from: `${month}-01`, to: `${month}-${String(date).padStart(2, '0')}` }
}

function lengthOf(month: Month): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
}

/** So many days up to and with that one, the oldest first. */
export function daysUpTo(day: Day, count: number): readonly Day[] {
  const last = Date.parse(`${day}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
