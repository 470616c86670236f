// How long the balance lasts at the pace of the last days: a claim in whole working days, or none.

import type { Fen } from '../money/fen.ts'

/** The days whose pace is taken, today with them. */
export const PACE_DAYS = 30
/** The workbench draws one tick a working day, and no more than these. */
export const RUNWAY_TICKS = 20
/** Below that it is time to recharge. */
export const LOW_RUNWAY_DAYS = 5
/** A longer runway is no figure worth telling to the day. */
export const LONG_RUNWAY_DAYS = 250

export type Runway = {
  /** Payouts and fees of an average working day. */
  readonly dailyFen: Fen
  /** Whole working days. */
  readonly days: number
}

/** Nothing was paid: nothing is claimed. What is owed already lasts no day. */
export function runwayOf(availableFen: Fen, spentFen: Fen, workingDays: number): Runway | undefined {
  if (spentFen <= 0n || workingDays <= 0) return undefined
  const working = BigInt(workingDays)
  // One division at the end: an average rounded first would lengthen or shorten the way.
  const days = availableFen <= 0n ? 0n : (availableFen * working) / spentFen
  return { dailyFen: spentFen / working, days: days > 9_999n ? 9_999 : Number(days) }
}

export function isLowRunway(days: number): boolean {
  return days < LOW_RUNWAY_DAYS
}

export function litTicks(days: number): number {
  return Math.min(days, RUNWAY_TICKS)
}
