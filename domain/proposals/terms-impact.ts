// What a change of a provider's rate means in money, for the second person who confirms it (D47).

import type { Fen } from '../money/fen.ts'
import { feeRoundedHalfUp, type Rate } from '../money/rate.ts'

/** So many days back are looked at. */
export const IMPACT_DAYS = 30

/** How much more (or less, below 0) the same payouts would have cost in fees; undefined where the rate stays. */
export function feeChange(paidFen: Fen, from: Rate, to: Rate): Fen | undefined {
  if (from === to) return undefined
  return feeRoundedHalfUp(paidFen, to) - feeRoundedHalfUp(paidFen, from)
}
