// What a month without income does to the figures of the year at one payer (D45): a provider's setting, kept with each batch.

import type { Month } from '../calendar/shanghai.ts'

/**
 * `everything`: the whole accumulation begins anew after the gap, as the example published with Announcement 2025 No. 16 has it.
 * `months`: only the months that earn the deduction are counted anew. `nothing`: all of the year counts, and a month without
 * income only earns no deduction.
 */
export const GAP_RULES = ['everything', 'months', 'nothing'] as const
export type GapRule = (typeof GAP_RULES)[number]

export const DEFAULT_GAP_RULE: GapRule = 'everything'

/** One place a month from January to the month of the payment, undefined where there was no income. */
export type YearSlots<Slot> = readonly (Slot | undefined)[]

export type CountedYear<Slot> = {
  /** Whose income, costs and tax withheld are in the figure, oldest first. */
  readonly earning: readonly Slot[]
  /** Those of them that earn the monthly deduction. */
  readonly deducting: readonly Slot[]
}

export function countedYear<Slot>(slots: YearSlots<Slot>, rule: GapRule): CountedYear<Slot> {
  const run = slots.slice(slots.lastIndexOf(undefined) + 1).filter((slot) => slot !== undefined)
  const all = slots.filter((slot) => slot !== undefined)
  return {
    earning: rule === 'everything' ? run : all,
    deducting: rule === 'nothing' ? all : run,
  }
}

/**
 * Months that lie before the payment's own and have no income but what the bank has not answered yet: if that turns out unpaid,
 * there was a gap, and the difference is corrected in the next period. Where nothing restarts there is nothing to decide.
 */
export function undecidedMonths(
  deducting: readonly { readonly month: Month; readonly decided: boolean }[],
  rule: GapRule,
): Month[] {
  if (rule === 'nothing') return []
  return deducting.filter(({ decided }) => !decided).map(({ month }) => month)
}
