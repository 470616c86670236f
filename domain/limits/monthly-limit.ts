// The monthly limit per person: its default and when a provider's own figure needs a second look (D16).

import type { Fen } from '../money/fen.ts'

export const MONTHLY_LIMIT_DEFAULT_FEN: Fen = 92_000_00n

/** As sentences write it: 92000. */
export const MONTHLY_LIMIT_DEFAULT_YUAN = MONTHLY_LIMIT_DEFAULT_FEN / 100n

/** Above the default a freelancer may have to register for VAT, so it is never set by accident. */
export function limitNeedsConfirmation(limitFen: Fen): boolean {
  return limitFen > MONTHLY_LIMIT_DEFAULT_FEN
}

/** A person's month must stay strictly below the limit (D16). */
export function reachesLimit(monthTotalFen: Fen, limitFen: Fen): boolean {
  return monthTotalFen >= limitFen
}
