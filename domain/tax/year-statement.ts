// A person's year at one payer, for the annual reconciliation: what stands of each payment month, by all that is declared so far (ADR 38).

import { type Month, shanghaiMonth } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { TaxCounting } from './counted-history.ts'
import { basisFen, roundedFen, shareOf } from './exact.ts'
import type { FormulaTerms } from './formula-terms.ts'
import type { GapRule } from './gap-rule.ts'
import type { EntryKind } from './periods.ts'
import { TAX_TABLES } from './tables.ts'
import { lineFor, type TaxMethod, type TaxTables, tableOn } from './tax-table.ts'

/** A calendar year as "2026". */
export type Year = string

/** Sums of declared payouts that are alike. */
export type YearBooking = {
  /** The month of the payouts, and the period in which they are declared or taken back. */
  readonly month: Month
  readonly period: Month
  readonly kind: EntryKind
  readonly withholds: boolean
  readonly method: TaxMethod
  readonly gapRule: GapRule
  readonly counting: TaxCounting
  readonly incomeFen: Fen
  readonly taxFen: Fen
}

/** Terms of the formula that two people entered; by the month in which they count. */
export type YearAdjustment = FormulaTerms & { readonly month: Month }

/** Booked in a later period than the payment month. */
export type YearCorrection = Pick<YearBooking, 'period' | 'kind' | 'incomeFen' | 'taxFen'>

export type YearMonth = {
  readonly month: Month
  /** How tax was withheld, and what a month without income did then; null where none was withheld. */
  readonly method: TaxMethod | null
  readonly gapRule: GapRule | null
  readonly incomeFen: Fen
  readonly exemptFen: Fen
  readonly costsFen: Fen
  /** The standard deduction that the month earned. */
  readonly deductionFen: Fen
  readonly otherDeductionFen: Fen
  readonly reliefFen: Fen
  readonly taxFen: Fen
  readonly corrections: readonly YearCorrection[]
}

export const YEAR_SUMS = [
  'incomeFen',
  'exemptFen',
  'costsFen',
  'deductionFen',
  'otherDeductionFen',
  'reliefFen',
  'taxFen',
] as const
export type YearSums = { readonly [K in (typeof YEAR_SUMS)[number]]: Fen }

/** Every month of the year with a booking or an entered item, oldest first; what came back leaves a month of zero with its correction. */
export function yearMonths(
  bookings: readonly YearBooking[],
  year: Year,
  { adjustments = [], tables = TAX_TABLES }: YearOptions = {},
): YearMonth[] {
  const ofYear = ({ month }: { readonly month: Month }) => month.slice(0, 4) === year
  const months = new Set([...bookings, ...adjustments].filter(ofYear).map(({ month }) => month))
  return [...months].sort().map((month) => {
    const own = bookings.filter((booking) => booking.month === month)
    const entered = adjustments.filter((adjustment) => adjustment.month === month)
    return monthOf(month, own, entered, tables)
  })
}

type YearOptions = { readonly adjustments?: readonly YearAdjustment[]; readonly tables?: TaxTables }

function monthOf(
  month: Month,
  own: readonly YearBooking[],
  entered: readonly YearAdjustment[],
  tables: TaxTables,
): YearMonth {
  const withheld = own.filter(({ withholds }) => withholds)
  // The latest booking's, where a provider changed its setting within the month.
  const last = withheld.toSorted((a, b) => (a.period < b.period ? -1 : 1)).at(-1)
  return {
    month,
    method: last?.method ?? null,
    gapRule: last?.method === 'cumulative' ? last.gapRule : null,
    incomeFen: sum(own, 'incomeFen'),
    exemptFen: sum(entered, 'exemptFen'),
    ...takenOffAll(month, withheld, last, tables),
    otherDeductionFen: sum(entered, 'otherDeductionFen'),
    reliefFen: sum(entered, 'reliefFen'),
    taxFen: sum(own, 'taxFen'),
    corrections: own
      .filter(({ period }) => period !== month)
      .toSorted((a, b) => (`${a.period}${a.kind}` < `${b.period}${b.kind}` ? -1 : 1))
      .map(({ period, kind, incomeFen, taxFen }) => ({ period, kind, incomeFen, taxFen })),
  }
}

/** Each method by itself, as its line on the declaration; where all was counted as one, by the method of that. */
function takenOffAll(
  month: Month,
  withheld: readonly YearBooking[],
  last: YearBooking | undefined,
  tables: TaxTables,
): Pick<YearMonth, 'costsFen' | 'deductionFen'> {
  if (last === undefined || last.counting === 'all')
    return takenOff(month, sum(withheld, 'incomeFen'), last?.method, tables)
  const lines = [...new Set(withheld.map(({ method }) => method))].map((method) => {
    const own = withheld.filter((one) => one.method === method)
    return takenOff(month, sum(own, 'incomeFen'), method, tables)
  })
  return { costsFen: sum(lines, 'costsFen'), deductionFen: sum(lines, 'deductionFen') }
}

/** Costs and standard deduction as the month's declaration prints them, of the income that tax was withheld from. */
function takenOff(
  month: Month,
  incomeFen: Fen,
  method: TaxMethod | undefined,
  tables: TaxTables,
): Pick<YearMonth, 'costsFen' | 'deductionFen'> {
  const nothing = { costsFen: 0n, deductionFen: 0n }
  if (method === undefined || incomeFen <= 0n) return nothing
  // No day sorts after the 31st, whatever the month's length.
  const end = `${month}-31`
  if (method === 'cumulative') {
    const table = tableOn(tables.cumulative, end)
    if (!table) return nothing
    const costsFen = roundedFen(shareOf(incomeFen, table.costShareBasisPoints))
    return { costsFen, deductionFen: table.deductionPerMonthFen }
  }
  const table = tableOn(tables.perPayment, end)
  if (!table) return nothing
  const allowance = lineFor(table.allowances, basisFen(incomeFen))
  const basis =
    allowance.kind === 'fixed' ? basisFen(allowance.fixedFen) : shareOf(incomeFen, allowance.shareBasisPoints)
  return { ...nothing, costsFen: roundedFen(basis) }
}

export function yearSums(months: readonly YearSums[]): YearSums {
  return Object.fromEntries(YEAR_SUMS.map((field) => [field, sum(months, field)])) as YearSums
}

function sum<Field extends string>(of: readonly { readonly [K in Field]: Fen }[], field: Field): Fen {
  return of.reduce((all, one) => all + one[field], 0n)
}

/** From the year of the first tax table on to the present one, the newest first. */
export function yearsUpTo(now: Date, tables: TaxTables = TAX_TABLES): Year[] {
  const begins = [...tables.perPayment, ...tables.cumulative].map(({ effectiveFrom }) => effectiveFrom)
  const first = Number(begins.sort()[0]?.slice(0, 4))
  const last = Number(shanghaiMonth(now).slice(0, 4))
  return Array.from({ length: last - first + 1 }, (_, index) => String(last - index))
}

export function isStatementYear(text: string, now: Date): boolean {
  return yearsUpTo(now).includes(text)
}

/** The year that people ask about: the one before until the end of June, when its annual reconciliation ends. */
export function usualYear(now: Date): Year {
  const month = shanghaiMonth(now)
  const year = Number(month.slice(0, 4))
  return String(month.slice(5) <= '06' ? year - 1 : year)
}

/** The last month of the year that is closed, by the last period that is. */
export function throughMonth(year: Year, lastPeriod: Month): Month {
  const december = `${year}-12`
  return lastPeriod < december ? lastPeriod : december
}

/** The number of a statement: its year and its place among all of them. */
export function yearStatementNo(year: Year, statementId: number): string {
  return `ND${year}${String(statementId).padStart(8, '0')}`
}
