// A person's lines on a month's declaration: one for each way in which payouts were withheld, as the tax client takes them (ADR 107).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { type AdjustmentItem, termOf } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import {
  historyOf,
  type MonthPart,
  perPaymentMonths,
  type TaxCounting,
  WITHHELD_AS,
  type WithheldAs,
} from '@paywages/domain/tax/counted-history.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { type MonthSoFar, monthsSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import type { BookedSum } from '../adjustments/booked-store.ts'

/** One line of a person; a month in which payouts were withheld in several ways has several (ADR 107). */
export type PersonFigures = {
  readonly idHash: string
  readonly name: string
  readonly sealed: string
  readonly method: TaxMethod
  readonly gapRule: GapRule
  readonly withholds: boolean
  /** Booked in this period. */
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly payments: number
  /** Entries of other months' payouts, and what they add. */
  readonly corrections: number
  readonly correctedIncomeFen: Fen
  readonly correctedTaxFen: Fen
  /** All that this period books, by payment month. */
  readonly booked: readonly MonthSoFar[]
  /** Of payouts that withheld; false and zero where none did. */
  readonly declared: boolean
  readonly declaredIncomeFen: Fen
  /** What counts of what stood of the year when the period was closed, by payment month. */
  readonly months: readonly MonthSoFar[]
  /** Adjustments that this period books, by item. */
  readonly adjusted: ItemSums
}

export type ItemSums = Readonly<Partial<Record<AdjustmentItem, Fen>>>

/** As whom the last payout of the month names the person, and by what it was taxed. */
export type Named = Pick<PersonFigures, 'idHash' | 'name' | 'sealed' | 'method' | 'gapRule' | 'withholds'> & {
  readonly counting: TaxCounting
}

/** What payouts come to, without adjustments. */
export type PayoutFigures = Omit<PersonFigures, keyof Named | 'adjusted'>

export const withheldAsOf = ({ withholds, method }: Pick<Named, 'withholds' | 'method'>): WithheldAs =>
  withholds ? method : 'none'

/**
 * One line of all payouts where the last one was counted so, or all of the year are alike; else one for each way that the month books.
 * `figuresOf` gives what the payouts of one way come to, or all of them.
 */
export function personLines(
  { counting, ...named }: Named,
  ways: { readonly year: ReadonlySet<WithheldAs>; readonly booked: ReadonlySet<WithheldAs> },
  figuresOf: (way?: WithheldAs) => PayoutFigures,
  adjustments: readonly BookedSum[] = [],
): PersonFigures[] {
  if (counting === 'all' || ways.year.size <= 1) {
    const whole = figuresOf()
    const months = withTerms(whole.months, adjustments)
    return [withOwn({ ...named, ...whole, months }, adjustments)]
  }
  // Without a payout in the month there is an adjustment, which stands with the last payout before.
  const lines =
    ways.booked.size === 0 ? [withheldAsOf(named)] : WITHHELD_AS.filter((way) => ways.booked.has(way))
  const parts = [...ways.year].flatMap((way) => partsOf(way, figuresOf(way).months))
  const entered = partsOf('entered', adjustments.map(termsOfMonth))
  const home = homeOf(lines, parts)
  return lines.map((way) => {
    const method = way === 'none' ? named.method : way
    const months = historyOf(way, counting, [...parts, ...entered]).toSorted((a, b) =>
      a.month < b.month ? -1 : 1,
    )
    const line = { ...named, method, withholds: way !== 'none', ...figuresOf(way), months }
    const own = adjustments.filter((one) => home(one) === way)
    return withOwn(line, own)
  })
}

const partsOf = (withheldAs: MonthPart['withheldAs'], months: readonly MonthSoFar[]): MonthPart[] =>
  months.map((month) => ({ ...month, withheldAs }))

/** On which of the lines an adjustment of the month stands: by the income that it counts with, where that has a line. */
function homeOf(lines: readonly WithheldAs[], parts: readonly MonthPart[]) {
  const taken = perPaymentMonths(parts)
  return ({ month }: BookedSum): WithheldAs | undefined => {
    const wanted = taken.has(month) ? 'per-payment' : 'cumulative'
    return lines.includes(wanted) ? wanted : lines[0]
  }
}

/** With the adjustments that the month itself books. */
function withOwn(person: Omit<PersonFigures, 'adjusted'>, adjustments: readonly BookedSum[]): PersonFigures {
  const own = adjustments.filter((one) => one.own)
  const adjusted: Partial<Record<AdjustmentItem, Fen>> = {}
  for (const { item, fen } of own) adjusted[item] = (adjusted[item] ?? 0n) + fen
  return { ...person, booked: withTerms(person.booked, own), adjusted }
}

const withTerms = (months: readonly MonthSoFar[], adjustments: readonly BookedSum[]) =>
  adjustments.length === 0 ? months : monthsSoFar([...months, ...adjustments.map(termsOfMonth)])

const termsOfMonth = ({ month, item, fen }: BookedSum): MonthSoFar => ({
  month,
  incomeFen: 0n,
  withheldFen: 0n,
  [termOf(item)]: fen,
})
