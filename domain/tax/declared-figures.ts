// The columns of a withholding declaration, in fen: rounded for print so that they still add up in a line (docs/rules/tax.md).

import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { Declaration } from './declaration.ts'
import { type BasisFen, type BasisPoints, roundedFen, shareOf } from './exact.ts'
import { sumTerms } from './formula-terms.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import { type TaxMethod, type TaxTables, tableOn } from './tax-table.ts'
import type { TaxTrace } from './trace.ts'

export type DeclaredFigures = {
  /** Of this period alone; costs follow its income and may be below zero. */
  readonly costsFen: Fen
  readonly deductionFen: Fen
  /** Adjustments that this period books; below zero where they undo earlier ones. */
  readonly exemptFen: Fen
  readonly otherDeductionFen: Fen
  readonly reliefFen: Fen
  /** The first month of what the tax due is worked out from. */
  readonly countsFrom: Month
  /** What it is worked out from: of the year so far, since the gap, or of the month where each is settled by itself. */
  readonly countedIncomeFen: Fen
  readonly countedCostsFen: Fen
  readonly deductionMonths: number
  readonly countedDeductionFen: Fen
  readonly countedExemptFen: Fen
  readonly countedOtherDeductionFen: Fen
  readonly taxableFen: Fen
  readonly rateBasisPoints: BasisPoints
  readonly quickDeductionFen: Fen
  readonly beforeReliefFen: Fen
  readonly countedReliefFen: Fen
  readonly dueFen: Fen
  readonly withheldBeforeFen: Fen
  /** Due, less withheld before and in this period: set against later payments, or borne by them. */
  readonly openFen: Fen
}

const NOTHING = {
  countedIncomeFen: 0n,
  countedCostsFen: 0n,
  deductionMonths: 0,
  countedDeductionFen: 0n,
  countedExemptFen: 0n,
  countedOtherDeductionFen: 0n,
  taxableFen: 0n,
  rateBasisPoints: 0n,
  quickDeductionFen: 0n,
  beforeReliefFen: 0n,
  countedReliefFen: 0n,
  dueFen: 0n,
}

/** What a period books of a person beside the sums that the declaration has. */
export type DeclaredPeriod = {
  readonly period: Month
  readonly method: TaxMethod
  /** Of payouts that withheld; the others are not declared. */
  readonly declaredIncomeFen: Fen
  /** What the period books, by payment month: its own, and what it corrects of others; and its adjustments. */
  readonly booked: readonly MonthSoFar[]
}

export function declaredFigures(
  declaration: Declaration,
  of: DeclaredPeriod,
  tables: TaxTables = TAX_TABLES,
): DeclaredFigures {
  const { trace } = declaration
  const { costsFen, deductionFen } = ofPeriod(trace, of, tables)
  const { exemptFen, otherDeductionFen, reliefFen } = sumTerms(of.booked)
  return {
    ...(trace === undefined ? NOTHING : counted(trace)),
    costsFen,
    deductionFen,
    exemptFen,
    otherDeductionFen,
    reliefFen,
    countsFrom: trace?.method === 'cumulative' ? trace.countsFrom : declaration.countsFrom,
    withheldBeforeFen: declaration.countedTaxFen - bookedOfCounted(declaration, of.booked),
    openFen: declaration.openFen,
  }
}

/** What the period corrects outside of the months that count was never part of what they had withheld before. */
function bookedOfCounted({ countsFrom, countsTo }: Declaration, booked: readonly MonthSoFar[]): Fen {
  return booked
    .filter(({ month }) => month >= countsFrom && month <= countsTo)
    .reduce((sum, { withheldFen }) => sum + withheldFen, 0n)
}

function ofPeriod(
  trace: TaxTrace | undefined,
  { period, method, declaredIncomeFen }: DeclaredPeriod,
  tables: TaxTables,
): Pick<DeclaredFigures, 'costsFen' | 'deductionFen'> {
  if (trace?.method === 'per-payment')
    return { costsFen: roundedFen(trace.allowanceBasisFen), deductionFen: 0n }
  if (method === 'per-payment') return { costsFen: 0n, deductionFen: 0n }
  // No day sorts after the 31st, whatever the month's length.
  const share = tableOn(tables.cumulative, `${period}-31`)?.costShareBasisPoints ?? 0n
  const earns = trace?.monthsCounted.at(-1) === period
  return {
    costsFen: roundedFen(shareOf(declaredIncomeFen, share)),
    deductionFen: earns ? (trace?.deductions.at(-1)?.perMonthFen ?? 0n) : 0n,
  }
}

function counted(trace: TaxTrace): Pick<DeclaredFigures, keyof typeof NOTHING> {
  const costsBasisFen: BasisFen =
    trace.method === 'cumulative' ? trace.costsBasisFen : trace.allowanceBasisFen
  const countedCostsFen = roundedFen(costsBasisFen)
  const countedDeductionFen = trace.method === 'cumulative' ? trace.deductionFen : 0n
  const { exemptFen, otherDeductionFen } = trace
  const taxableFen = trace.incomeFen - countedCostsFen - countedDeductionFen - exemptFen - otherDeductionFen
  return {
    countedIncomeFen: trace.incomeFen,
    countedCostsFen,
    deductionMonths: trace.method === 'cumulative' ? trace.monthsCounted.length : 0,
    countedDeductionFen,
    countedExemptFen: exemptFen,
    countedOtherDeductionFen: otherDeductionFen,
    taxableFen: taxableFen > 0n ? taxableFen : 0n,
    rateBasisPoints: trace.bracket.rateBasisPoints,
    quickDeductionFen: trace.bracket.quickDeductionFen,
    beforeReliefFen: trace.taxBeforeReliefFen,
    countedReliefFen: trace.reliefFen,
    dueFen: trace.taxFen,
  }
}
