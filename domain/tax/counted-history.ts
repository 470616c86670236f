// Which of a person's income at one payer counts with a payment: what was withheld by the same method, as the tax client accumulates it (ADR 107).

import type { Month } from '../calendar/shanghai.ts'
import { type MonthSoFar, monthsSoFar } from './month-so-far.ts'
import type { TaxMethod } from './tax-table.ts'

/** By which method a payout was withheld; 'none' where its payer did not withhold. */
export type WithheldAs = TaxMethod | 'none'

/** In the order in which a person's lines stand on a declaration. */
export const WITHHELD_AS: readonly WithheldAs[] = ['cumulative', 'per-payment', 'none']

/**
 * `all`: whatever the payer paid, as the first releases counted. `method`: only what was withheld by the same method (ADR 107).
 * `first-income`: the same, and what was entered for months before the year's first income counts with it (ADR 130).
 */
export const TAX_COUNTINGS = ['all', 'method', 'first-income'] as const
export type TaxCounting = (typeof TAX_COUNTINGS)[number]

/** Of every start from now on; kept with the batch, so that what was started before stays explained by what it was taxed by. */
export const COUNTING_NOW: TaxCounting = 'first-income'

/** A month's payouts of one way of withholding, or what two people entered for it. */
export type MonthPart = MonthSoFar & { readonly withheldAs: WithheldAs | 'entered' }

/**
 * The history of a payment, or of a person's line on a declaration. What was withheld otherwise makes no month and is in no figure; it is kept
 * beside, to be told. What two people entered for a month with income per payment belongs to that income, where nothing is carried and it
 * could not be made good later; everything else entered belongs to the accumulation.
 */
export function historyOf(
  withheldAs: WithheldAs,
  counting: TaxCounting,
  parts: readonly MonthPart[],
): readonly MonthSoFar[] {
  if (counting === 'all') return monthsSoFar(parts.map(({ withheldAs: _, ...month }) => month))
  const taken = perPaymentMonths(parts)
  return monthsSoFar(
    parts.flatMap(({ withheldAs: own, ...month }) => {
      if (own === withheldAs) return [month]
      if (own === 'entered') return withheldAs === 'cumulative' && taken.has(month.month) ? [] : [month]
      return [besides(month)]
    }),
  )
}

/** Months in which something stands that was withheld per payment. */
export function perPaymentMonths(parts: readonly MonthPart[]): ReadonlySet<Month> {
  const sums = monthsSoFar(parts.filter(({ withheldAs }) => withheldAs === 'per-payment'))
  return new Set(sums.filter(({ incomeFen }) => incomeFen > 0n).map(({ month }) => month))
}

const besides = ({ month, incomeFen, withheldFen }: MonthSoFar): MonthSoFar => ({
  month,
  incomeFen: 0n,
  withheldFen: 0n,
  otherwise: { incomeFen, withheldFen },
})

/** The income of these months that does not count, and the months that have any. */
export function notCounted(
  history: readonly MonthSoFar[],
  first: Month,
  last: Month,
): { readonly otherwiseFen: bigint; readonly monthsOtherwise: readonly Month[] } {
  if (!history.some(({ otherwise }) => otherwise !== undefined))
    return { otherwiseFen: 0n, monthsOtherwise: [] }
  const found = history.filter(
    ({ month, otherwise }) => month >= first && month <= last && (otherwise?.incomeFen ?? 0n) > 0n,
  )
  return {
    otherwiseFen: found.reduce((sum, { otherwise }) => sum + (otherwise?.incomeFen ?? 0n), 0n),
    monthsOtherwise: [...new Set(found.map(({ month }) => month))].sort(),
  }
}
