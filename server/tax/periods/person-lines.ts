// A person's lines on a month's declaration: one for each way in which payouts were withheld, as the tax client takes them (ADR 107).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type AdjustmentItem, termOf } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import {
  historyOf,
  type MonthPart,
  perPaymentMonths,
  type TaxCounting,
  type WithheldAs,
} from '@paywages/domain/tax/counted-history.ts'
import { bareLine, declaredLines } from '@paywages/domain/tax/declared-lines.ts'
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
  /** By which its figures are explained. */
  readonly counting: TaxCounting
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
  /** Adjustments that are declared with this period, by item. */
  readonly adjusted: ItemSums
  /** The months of those among them that earlier periods booked before the person's first declared income of the year. */
  readonly carriedMonths: readonly Month[]
}

export type ItemSums = Readonly<Partial<Record<AdjustmentItem, Fen>>>

/** As whom the last payout of the month names the person, and by what it was taxed. */
export type Named = Pick<
  PersonFigures,
  'idHash' | 'name' | 'sealed' | 'method' | 'gapRule' | 'counting' | 'withholds'
>

/** What payouts come to, without adjustments. */
export type PayoutFigures = Omit<PersonFigures, keyof Named | 'adjusted' | 'carriedMonths'>

export const withheldAsOf = ({ withholds, method }: Pick<Named, 'withholds' | 'method'>): WithheldAs =>
  withholds ? method : 'none'

/** How payouts were withheld: those of the year so far, and those of the period. */
export type Ways = {
  readonly year: ReadonlySet<WithheldAs>
  readonly booked: ReadonlySet<WithheldAs>
  /** Whether no earlier period of the year declares anything of the person. */
  readonly isFirst: boolean
}

/**
 * One line of all payouts where the last one was counted so, or all of the year are alike; else one for each way that the month books, and one for what it declares without income (ADR 139).
 * `figuresOf` gives what the payouts of one way come to, or all of them.
 */
export function personLines(
  named: Named,
  ways: Ways,
  figuresOf: (way?: WithheldAs) => PayoutFigures,
  adjustments: readonly BookedSum[] = [],
): PersonFigures[] {
  const { counting } = named
  // What was booked while nothing of theirs was declared stood on no line yet, and counts with the accumulation (ADR 130).
  const carries = (way: WithheldAs) => ways.isFirst && counting === 'first-income' && way === 'cumulative'
  if (counting === 'all' || ways.year.size <= 1) {
    const whole = figuresOf()
    const months = withTerms(whole.months, adjustments)
    const told = adjustments.filter(({ own }) => own || carries(withheldAsOf(named)))
    return [withAdjusted({ ...named, ...whole, months }, told)]
  }
  const month = { ...ways, last: withheldAsOf(named), counting, entered: adjustments.some(({ own }) => own) }
  const lines = declaredLines(month)
  const bare = bareLine(month)
  const parts = [...ways.year].flatMap((way) => partsOf(way, figuresOf(way).months))
  const entered = partsOf('entered', adjustments.map(termsOfMonth))
  const home = homeOf(lines, parts)
  return lines.map((way) => {
    const method = way === 'none' ? named.method : way
    const months = historyOf(way, counting, [...parts, ...entered]).toSorted((a, b) =>
      a.month < b.month ? -1 : 1,
    )
    const figures = figuresOf(way)
    const declared = figures.declared || way === bare
    const line = { ...named, method, withholds: way !== 'none', ...figures, declared, months }
    const told = adjustments.filter((one) => (one.own || carries(way)) && home(one) === way)
    return withAdjusted(line, told)
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

const NO_MONTHS: readonly Month[] = []

/** With the adjustments that are declared with it. */
function withAdjusted(
  person: Omit<PersonFigures, 'adjusted' | 'carriedMonths'>,
  told: readonly BookedSum[],
): PersonFigures {
  if (told.length === 0) return { ...person, adjusted: {}, carriedMonths: NO_MONTHS }
  const adjusted: Partial<Record<AdjustmentItem, Fen>> = {}
  for (const { item, fen } of told) adjusted[item] = (adjusted[item] ?? 0n) + fen
  const carried = new Set(told.filter(({ own }) => !own).map(({ month }) => month))
  return {
    ...person,
    booked: withTerms(person.booked, told),
    adjusted,
    carriedMonths: [...carried].toSorted(),
  }
}

const withTerms = (months: readonly MonthSoFar[], adjustments: readonly BookedSum[]) =>
  adjustments.length === 0 ? months : monthsSoFar([...months, ...adjustments.map(termsOfMonth)])

const termsOfMonth = ({ month, item, fen }: BookedSum): MonthSoFar => ({
  month,
  incomeFen: 0n,
  withheldFen: 0n,
  [termOf(item)]: fen,
})
