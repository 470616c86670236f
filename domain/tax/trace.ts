// How a withheld figure came about: plain data that a page prints line by line and a test can recompute.

import type { Day, Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { BasisFen, BasisPoints } from './exact.ts'
import type { FormulaTerms } from './formula-terms.ts'
import type { GapRule } from './gap-rule.ts'
import type { Allowance, Bracket } from './tax-table.ts'

/** From the taxable amount to the tax withheld now; both methods end in these lines. */
export interface Levy extends FormulaTerms {
  /** Below zero while deductions exceed income; the tax in all is then zero. */
  readonly taxableBasisFen: BasisFen
  readonly bracket: Bracket
  /** taxable × rate − quick deduction, rounded half up: the only rounding there is. */
  readonly taxBeforeReliefFen: Fen
  /** Less the relief, never below zero. */
  readonly taxFen: Fen
  readonly withheldBeforeFen: Fen
  /** tax in all − withheld before; below zero when too much has been withheld. */
  readonly differenceFen: Fen
  /** The difference, but never below zero and never more than the payment itself. */
  readonly withheldFen: Fen
  /** Withheld too much so far: never paid out, set against the tax of later payments of the period. */
  readonly carriedOverFen: Fen
  /** Tax that this payment was too small to bear: later payments of the period bear it. */
  readonly carriedShortFen: Fen
}

interface Inputs {
  readonly day: Day
  readonly tableFrom: Day
  readonly tableSource: string
  readonly incomeBeforeFen: Fen
  readonly amountFen: Fen
  /** Income before and this payment: of the calendar year, or of the month. */
  readonly incomeFen: Fen
  /** Paid in the same year or month and withheld otherwise or not at all: not in the figure; and in which months. */
  readonly otherwiseFen: Fen
  readonly monthsOtherwise: readonly Month[]
}

/** Several lines appear only in a year in which a new table changed the share. */
export interface CostLine {
  readonly incomeFen: Fen
  readonly shareBasisPoints: BasisPoints
  readonly costsBasisFen: BasisFen
}

/** Several lines appear only in a year in which a new table changed the monthly sum. */
export interface DeductionLine {
  readonly months: number
  readonly perMonthFen: Fen
  readonly deductionFen: Fen
}

export interface CumulativeTrace extends Inputs, Levy {
  readonly method: 'cumulative'
  readonly gapRule: GapRule
  /** The first month of what is accumulated. */
  readonly countsFrom: Month
  /** The month without income after which it began anew; undefined where there was none, or nothing begins anew. */
  readonly gapMonth: Month | undefined
  /** Whose income is in the figure. */
  readonly monthsWithIncome: readonly Month[]
  /** Which of them earn the deduction. */
  readonly monthsCounted: readonly Month[]
  /** Before the first month of what is accumulated: for which something was entered that counts in it. */
  readonly monthsEnteredBefore: readonly Month[]
  /** Of the income before: what the bank has not answered yet. */
  readonly pendingFen: Fen
  /** Months that would be a gap if what the bank has not answered turned out unpaid. */
  readonly monthsUndecided: readonly Month[]
  readonly costs: readonly CostLine[]
  readonly costsBasisFen: BasisFen
  readonly deductions: readonly DeductionLine[]
  readonly deductionFen: Fen
}

export interface PerPaymentTrace extends Inputs, Levy {
  readonly method: 'per-payment'
  readonly month: Month
  readonly allowance: Allowance
  readonly allowanceBasisFen: BasisFen
}

export type TaxTrace = CumulativeTrace | PerPaymentTrace
