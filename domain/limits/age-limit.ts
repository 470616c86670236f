// The age of a freelancer: 18 to 60 inclusive on the day (D15).

import type { Day } from '../calendar/shanghai.ts'

export const MIN_AGE = 18
export const MAX_AGE = 60

/** Completed years on that day; someone born on 29 February turns a year older on 1 March. */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

export function ageAllowed(birth: Day, day: Day): boolean {
  const age = ageOn(birth, day)
  return age >= MIN_AGE && age <= MAX_AGE
}

/** The day before the sixty-first birthday; someone born on 29 February keeps that day until the end of the month. */
export function lastAllowedDay(birth: Day): Day {
  const birthday = `${Number(birth.slice(0, 4)) + MAX_AGE + 1}${birth.slice(4)}`
  const next = new Date(`${birthday}T00:00:00Z`)
  return new Date(next.getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
}
