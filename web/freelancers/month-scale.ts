// How a person's months and limit are drawn: whether the limit's line fits in, and how much of it is taken.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'

export type MonthIncome = {
  readonly month: Month
  readonly amountFen: Fen
  readonly taxFen: Fen
  /** Empty where nothing was paid. */
  readonly taxProof: string
}

/** Drawn only where bars would still be read beside it: else the limit is told in words. */
export function drawsLimit(highest: Fen, limitFen: Fen): boolean {
  return highest * 4n >= limitFen
}

/** How much of the month's limit is taken, in hundredths of a percent of it; together never more than all. */
export function sharesOf(limit: { readonly limitFen: Fen; readonly paidFen: Fen; readonly openFen: Fen }): {
  readonly paid: number
  readonly open: number
} {
  if (limit.limitFen <= 0n) return { paid: 0, open: 0 }
  const share = (fen: Fen) => Number((fen * 10_000n) / limit.limitFen) / 100
  const paid = Math.min(100, share(limit.paidFen))
  return { paid, open: Math.min(100 - paid, share(limit.openFen)) }
}
