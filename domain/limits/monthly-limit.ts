// The monthly limit per person: its default and when a provider's own figure needs a second look (D16).

import { type Fen, formatYuanGrouped } from '../money/fen.ts'

export const MONTHLY_LIMIT_DEFAULT_FEN: Fen = 92_000_00n

/** As sentences write it: 92,000. */
export const MONTHLY_LIMIT_DEFAULT_YUAN = formatYuanGrouped(MONTHLY_LIMIT_DEFAULT_FEN).replace(/\.00$/, '')

/** Above the default a freelancer may have to register for VAT, so it is never set by accident. */
export function limitNeedsConfirmation(limitFen: Fen): boolean {
  return limitFen > MONTHLY_LIMIT_DEFAULT_FEN
}

/** A person's month must stay strictly below the limit (D16). */
export function reachesLimit(monthTotalFen: Fen, limitFen: Fen): boolean {
  return monthTotalFen >= limitFen
}

/** The most that a person may still be paid: one fen less than what is missing to the limit, which may not be reached. */
export function leftBelowLimit(monthTotalFen: Fen, limitFen: Fen): Fen {
  const left = limitFen - monthTotalFen - 1n
  return left > 0n ? left : 0n
}
