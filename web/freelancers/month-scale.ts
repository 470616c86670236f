// The months of a person's income as a chart shows them: six up to this one, and whether the limit's line fits in.

import { addMonths, type Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'

export type MonthIncome = { readonly month: Month; readonly amountFen: Fen; readonly taxFen: Fen }

const MONTHS = 6

/** Months without income are there too, with nought. */
export function lastMonths(known: readonly MonthIncome[], thisMonth: Month): readonly MonthIncome[] {
  const byMonth = new Map(known.map((income) => [income.month, income]))
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = addMonths(thisMonth, index - MONTHS + 1)
    return byMonth.get(month) ?? { month, amountFen: 0n, taxFen: 0n }
  })
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
