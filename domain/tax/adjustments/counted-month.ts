// In which month an adjustment counts, and how far one below zero may go (docs/rules/tax.md).

import { addMonths, type Month } from '../../calendar/shanghai.ts'
import type { Fen } from '../../money/fen.ts'

/** A closed month never changes: what is entered for it counts in the next one that is open. */
export function countedMonth(month: Month, lastClosed: Month | undefined): Month {
  return lastClosed !== undefined && month <= lastClosed ? addMonths(lastClosed, 1) : month
}

export type AdjustmentMonthRefusal = 'adjustment-month-ahead' | 'adjustment-year-over'

/**
 * A month that has not begun is a slip. Withholding settles each calendar year by itself: once December is closed, what belongs to that
 * year can lower no later payment, and is for the person's annual reconciliation.
 */
export function validateMonth(
  month: Month,
  now: { readonly month: Month; readonly lastClosed: Month | undefined },
): AdjustmentMonthRefusal | undefined {
  if (month > now.month) return 'adjustment-month-ahead'
  const year = (of: Month) => of.slice(0, 4)
  const lastYear = year(addMonths(now.month, -12))
  const over = year(month) < lastYear || year(countedMonth(month, now.lastClosed)) !== year(month)
  return over ? 'adjustment-year-over' : undefined
}

export type Counted = { readonly month: Month; readonly amountFen: Fen }

/**
 * Whether, of one person's confirmed adjustments of one item, the year's sum so far stays at zero or above in every month once that one
 * is added: below zero it would undo what nobody entered.
 */
export function staysAboveZero(confirmed: readonly Counted[], added: Counted): boolean {
  const year = added.month.slice(0, 4)
  const sums = new Map<Month, Fen>()
  for (const { month, amountFen } of [...confirmed, added])
    if (month.startsWith(year)) sums.set(month, (sums.get(month) ?? 0n) + amountFen)
  let soFar = 0n
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .every(([, fen]) => {
      soFar += fen
      return soFar >= 0n
    })
}
