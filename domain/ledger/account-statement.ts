// Which months a provider's account statement can be made for, and when its figures no longer change.

import { addMonths, type Month, shanghaiMonth, startOfDay } from '../calendar/shanghai.ts'

/** The first instant of a Shanghai month, and the first after it. */
export function monthBounds(month: Month): { readonly from: Date; readonly to: Date } {
  return { from: startOfDay(`${month}-01`), to: startOfDay(`${addMonths(month, 1)}-01`) }
}

/** Money is booked at the moment its operation began: what began before midnight may be written a little after it. */
export const CLOSING_MS = 10 * 60_000

export type AccountStatementRefusal = 'fund-statement-ahead' | 'fund-statement-before'

/** `first` is the month of the provider's first posting, if it has any. */
export function validateStatementMonth(
  month: Month,
  first: Month | undefined,
  now: Date,
): AccountStatementRefusal | undefined {
  if (month > shanghaiMonth(now)) return 'fund-statement-ahead'
  return first === undefined || month < first ? 'fund-statement-before' : undefined
}

/** A month that is over, with all that was booked in it; until then a statement says how far it goes. */
export function isClosed(month: Month, now: Date): boolean {
  return now.getTime() >= monthBounds(month).to.getTime() + CLOSING_MS
}
