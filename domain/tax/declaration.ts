// What is declared of a person for a month: the period's figures, and the year's figures that explain them (docs/rules/tax.md).

import { addMonths, type Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { hasTerms, sumTerms } from './formula-terms.ts'
import type { GapRule } from './gap-rule.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import { type TaxMethod, type TaxTables, tableOn } from './tax-table.ts'
import type { TaxTrace } from './trace.ts'
import { DEFAULT_TAX_SETTINGS, type TaxCase, withhold } from './withhold.ts'

export type PersonPeriod = {
  readonly method: TaxMethod
  /** Booked in this period: payouts that succeeded, less what came back of earlier periods; may be below zero. */
  readonly incomeFen: Fen
  readonly taxFen: Fen
  /** What stood when the period was closed, by payment month, this period's included: as if nothing that came back had been. */
  readonly months: readonly MonthSoFar[]
}

export type Declaration = {
  readonly incomeFen: Fen
  readonly taxFen: Fen
  /** Of the calendar year, up to and with this period, however it was withheld. */
  readonly yearIncomeFen: Fen
  readonly yearTaxFen: Fen
  /** How the tax due comes about; undefined where nothing is left of what counts. */
  readonly trace: TaxTrace | undefined
  /** The first and the last month of what the tax due is worked out from: of the year, since the gap, or of the month. */
  readonly countsFrom: Month
  readonly countsTo: Month
  /** Withheld of those months. */
  readonly countedTaxFen: Fen
  /** Tax due on what stands less what was withheld of it: below zero is set against later payments. */
  readonly openFen: Fen
}

/**
 * The figures are those of the engine for one payment of the whole month, which are the same for any way of dividing it (docs/rules/tax.md:
 * two payments in one month count as one).
 */
export function declareMonth(
  person: PersonPeriod,
  period: Month,
  options: Pick<TaxCase, 'settings' | 'tables'> = {},
): Declaration {
  const january = `${period.slice(0, 4)}-01`
  const year = inOrder(person.months.filter(({ month }) => month >= january && month <= period))
  const first = firstMonth(person.method, period, options.tables ?? TAX_TABLES)
  const relevant = year.filter(({ month }) => month >= first)
  const last = relevant.findLast(({ incomeFen }) => incomeFen > 0n)
  const otherwise = besides(year)
  const sums = {
    incomeFen: person.incomeFen,
    taxFen: person.taxFen,
    yearIncomeFen: sum(year, 'incomeFen') + sum(otherwise, 'incomeFen'),
    yearTaxFen: sum(year, 'withheldFen') + sum(otherwise, 'withheldFen'),
    countsTo: period,
  }
  if (last === undefined) {
    const countedTaxFen = sum(relevant, 'withheldFen')
    return { ...sums, trace: undefined, countsFrom: first, countedTaxFen, openFen: -countedTaxFen }
  }
  const { trace } = withhold({
    ...options,
    method: person.method,
    // No day sorts after the 31st, whatever the month's length.
    payment: { day: `${last.month}-31`, amountFen: last.incomeFen },
    history: historyOf(relevant, last.month, (options.settings ?? DEFAULT_TAX_SETTINGS).gapRule),
  })
  const countsFrom =
    trace.method === 'cumulative' && trace.gapRule === 'everything' ? trace.countsFrom : first
  const countedTaxFen = sum(
    relevant.filter(({ month }) => month >= countsFrom),
    'withheldFen',
  )
  return { ...sums, trace, countsFrom, countedTaxFen, openFen: trace.taxFen - countedTaxFen }
}

/**
 * What stood before the last month with income, and the terms of that month itself. Those of later months without income count with it too,
 * unless a gap begins everything anew: then they lie outside of what is accumulated.
 */
function historyOf(months: readonly MonthSoFar[], last: Month, gapRule: GapRule): MonthSoFar[] {
  const later = months.filter(({ month }) => month >= last && (month === last || gapRule !== 'everything'))
  const terms = sumTerms(later)
  const before = months.filter(({ month }) => month < last)
  const nothing = { month: last, incomeFen: 0n, withheldFen: 0n }
  for (const one of besides(later.filter(({ month }) => month === last)))
    before.push({ ...nothing, otherwise: one })
  if (hasTerms(terms)) before.push({ ...nothing, ...terms })
  return before
}

/** The first month that may count. Those before the first cumulative table were settled payment by payment: the engine does not count them either. */
function firstMonth(method: TaxMethod, period: Month, tables: TaxTables): Month {
  if (method === 'per-payment') return period
  let month = `${period.slice(0, 4)}-01`
  while (month < period && tableOn(tables.cumulative, `${month}-31`) === undefined)
    month = addMonths(month, 1)
  return month
}

/** Most come so: to look costs a tenth of sorting. */
const inOrder = (months: readonly MonthSoFar[]): readonly MonthSoFar[] =>
  months.every(({ month }, at) => at === 0 || (months[at - 1] as MonthSoFar).month <= month)
    ? months
    : months.toSorted((a, b) => (a.month < b.month ? -1 : 1))

/** What was withheld otherwise, or not at all. */
const besides = (months: readonly MonthSoFar[]) =>
  months.map(({ otherwise }) => otherwise).filter((one) => one !== undefined)

const sum = (
  months: readonly Pick<MonthSoFar, 'incomeFen' | 'withheldFen'>[],
  field: 'incomeFen' | 'withheldFen',
): Fen => months.reduce((all, month) => all + month[field], 0n)
