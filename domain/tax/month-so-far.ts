// What one payer has paid one person and withheld, summed by payment month: all the history that either method needs.

import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { type FormulaTerms, hasTerms, sumTerms } from './formula-terms.ts'

/**
 * Only rows that count (succeeded or in flight) are in it. A failed or returned row is simply left out, with its income and its
 * tax; what the other rows then withheld too much or too little comes right in the next payment.
 */
export interface MonthSoFar extends Partial<FormulaTerms> {
  readonly month: Month
  readonly incomeFen: Fen
  readonly withheldFen: Fen
  /** The part of the income that the bank has not answered yet; it counts until it turns out unpaid. */
  readonly pendingFen?: Fen
  /** Paid in that month and withheld otherwise or not at all: in no figure, and told beside (counted-history.ts). */
  readonly otherwise?: { readonly incomeFen: Fen; readonly withheldFen: Fen }
}

/** Sums rows by month, in the order in which the months first appear. */
export function monthsSoFar(rows: readonly MonthSoFar[]): readonly MonthSoFar[] {
  if (isOneEach(rows)) return rows
  const byMonth = new Map<Month, MonthSoFar>()
  for (const row of rows) {
    const before = byMonth.get(row.month)
    byMonth.set(row.month, before ? sumOf(before, row) : row)
  }
  return [...byMonth.values()]
}

/** Whether each month stands there once, in order: then there is nothing to sum. */
function isOneEach(rows: readonly MonthSoFar[]): boolean {
  for (let at = 1; at < rows.length; at += 1)
    if ((rows[at - 1] as MonthSoFar).month >= (rows[at] as MonthSoFar).month) return false
  return true
}

/** Two parts of the same month as one. */
export function sumOf(one: MonthSoFar, other: MonthSoFar): MonthSoFar {
  const terms = sumTerms([one, other])
  return {
    month: one.month,
    incomeFen: one.incomeFen + other.incomeFen,
    withheldFen: one.withheldFen + other.withheldFen,
    pendingFen: (one.pendingFen ?? 0n) + (other.pendingFen ?? 0n),
    ...(hasTerms(terms) ? terms : {}),
    ...otherwiseOf(one, other),
  }
}

function otherwiseOf({ otherwise: one }: MonthSoFar, { otherwise: other }: MonthSoFar) {
  if (one === undefined && other === undefined) return {}
  return {
    otherwise: {
      incomeFen: (one?.incomeFen ?? 0n) + (other?.incomeFen ?? 0n),
      withheldFen: (one?.withheldFen ?? 0n) + (other?.withheldFen ?? 0n),
    },
  }
}
