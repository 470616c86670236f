// Which days of the bank's record are held against our books, whatever our clock says (ADR 165).

import { addDays, type Day, shanghaiDay } from '../calendar/shanghai.ts'

export type DaysKnown = {
  /** Up to here the books and the bank's record were seen to agree. */
  readonly commonDay: Day
  /** The last moment at which anything was written that the database or its anchors still know. */
  readonly lastKnown: Date | null
  readonly now: Date
  /** The bank's own clock, where it has told it. */
  readonly bankNow: Date | undefined
}

/** A bank whose own clock was set back may hold days that it says are to come; none is further back than this unnoticed. */
const BANK_BEHIND_DAYS = 31

/**
 * From the earliest to the latest that any of them names: a clock that is wrong makes the span longer, never empty. What was written while
 * a clock was years ahead names no day of a bank that tells its own: there nothing was executed yet.
 */
export function comparedDays({ commonDay, lastKnown, now, bankNow }: DaysKnown): { first: Day; last: Day } {
  const today = shanghaiDay(now)
  const others = [lastKnown, bankNow].flatMap((moment) => (moment ? [shanghaiDay(moment)] : []))
  const last = latest([commonDay, today, ...others])
  const farthest = bankNow ? addDays(latest([commonDay, shanghaiDay(bankNow)]), BANK_BEHIND_DAYS) : last
  return { first: earliest([commonDay, today]), last: earliest([last, farthest]) }
}

/** The first day that the bank still holds, which keeps its record for so many days before its own. */
export function firstHeld(known: DaysKnown, recordDays: number): Day {
  const today = known.bankNow ? shanghaiDay(known.bankNow) : comparedDays(known).last
  return addDays(today, -recordDays)
}

/** Never later than the bank's own day: a clock that was ahead would hide the days in between from the next comparison. */
export function agreedUntil({ now, bankNow }: Pick<DaysKnown, 'now' | 'bankNow'>, apartMs: number): Day {
  const moment = Math.min(now.getTime(), bankNow?.getTime() ?? Number.POSITIVE_INFINITY)
  // The day goes on at the bank for as long as clocks may differ.
  return shanghaiDay(new Date(moment - apartMs))
}

const earliest = (days: readonly Day[]): Day => days.reduce((one, other) => (other < one ? other : one))
const latest = (days: readonly Day[]): Day => days.reduce((one, other) => (other > one ? other : one))
