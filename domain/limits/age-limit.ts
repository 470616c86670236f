// The age of a freelancer: 18 to 60 inclusive on the day (D15).

import type { Day } from '../calendar/shanghai.ts'

export const YOUNGEST = 18
export const OLDEST = 60

/** Completed years on that day; someone born on 29 February turns a year older on 1 March. */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

export function ageAllowed(birth: Day, day: Day): boolean {
  const age = ageOn(birth, day)
  return age >= YOUNGEST && age <= OLDEST
}
