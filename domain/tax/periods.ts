// Which months of a provider are closed for tax, and in which period a payout is declared (D16, D31, docs/rules/tax.md).

import { addMonths, type Month, shanghaiMonth, startOfDay } from '../calendar/shanghai.ts'

/** A start is booked at the moment its operation began: what began before midnight may be written a little after it. */
const CLOSING_MS = 10 * 60_000

/** The last month whose payouts have all been started. */
export function lastClosable(now: Date): Month {
  const over = addMonths(shanghaiMonth(now), -1)
  const from = startOfDay(`${shanghaiMonth(now)}-01`).getTime() + CLOSING_MS
  return now.getTime() < from ? addMonths(over, -1) : over
}

/**
 * The months to close now, oldest first: none is left out between the first payout and the last closable month, so that every
 * payout is declared in the period it belongs to.
 */
export function monthsToClose(
  firstPayout: Month | undefined,
  lastClosed: Month | undefined,
  now: Date,
): Month[] {
  const first = lastClosed === undefined ? firstPayout : addMonths(lastClosed, 1)
  const months: Month[] = []
  if (first === undefined) return months
  for (let month = first; month <= lastClosable(now); month = addMonths(month, 1)) months.push(month)
  return months
}

/** A payout counts where it succeeded; what came back later is taken back in the period that is closed then. */
export const ENTRY_KINDS = ['paid', 'reversed'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A quarter as "2026-Q4". */
export type Quarter = string

export function isQuarter(text: string): boolean {
  return /^\d{4}-Q[1-4]$/.test(text)
}

export function monthsOfQuarter(quarter: Quarter): readonly [Month, Month, Month] {
  const first = `${quarter.slice(0, 4)}-${String((Number(quarter.slice(6)) - 1) * 3 + 1).padStart(2, '0')}`
  return [first, addMonths(first, 1), addMonths(first, 2)]
}

export function quarterOf(month: Month): Quarter {
  return `${month.slice(0, 4)}-Q${Math.floor((Number(month.slice(5)) - 1) / 3) + 1}`
}
