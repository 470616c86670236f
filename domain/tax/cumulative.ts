// Cumulative withholding: per person, payer and calendar year of payment (docs/rules/tax.md; Announcement 2025 No. 16).

import { addMonths, type Day, type Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { notCounted, type TaxCounting } from './counted-history.ts'
import { basisFen, shareOf } from './exact.ts'
import { countedTerms, hasTerms, sumTerms } from './formula-terms.ts'
import { countedYear, type GapRule, undecidedMonths } from './gap-rule.ts'
import { levy } from './levy.ts'
import { type MonthSoFar, monthsSoFar } from './month-so-far.ts'
import type { CumulativeTable } from './tax-table.ts'
import { tableOn } from './tax-table.ts'
import type { CostLine, CumulativeTrace, DeductionLine } from './trace.ts'

interface EarningMonth {
  readonly month: Month
  readonly table: CumulativeTable
  readonly incomeFen: Fen
  readonly withheldFen: Fen
  readonly pendingFen: Fen
}

/**
 * Brackets are those of the payment day, because they apply to the accumulated figure as a whole. Costs and deduction of an earlier
 * month follow the table in force at that month's end, so a new table leaves old months as they were. Months before the first
 * table were taxed payment by payment and do not count; nor do months after the payment's own.
 */
export function cumulativeTrace(
  payment: { readonly day: Day; readonly amountFen: Fen },
  history: readonly MonthSoFar[],
  { gapRule, counting }: { readonly gapRule: GapRule; readonly counting: TaxCounting },
  tables: readonly CumulativeTable[],
): CumulativeTrace {
  const { day, amountFen } = payment
  const table = tableOn(tables, day)
  if (!table) throw new RangeError(`no cumulative tax table is in force on ${day}`)
  const month = day.slice(0, 7)
  const slots = yearSoFar({ month, table }, history, tables)
  const { earning, deducting } = countedYear(slots, gapRule)
  const incomeBeforeFen = earning.reduce((sum, month) => sum + month.incomeFen, 0n)
  const withheldBeforeFen = earning.reduce((sum, month) => sum + month.withheldFen, 0n)
  const costs = costLines(earning, amountFen)
  const costsBasisFen = costs.reduce((sum, line) => sum + line.costsBasisFen, 0n)
  const deductions = deductionLines(deducting)
  const deductionFen = deductions.reduce((sum, line) => sum + line.deductionFen, 0n)
  const incomeFen = incomeBeforeFen + amountFen
  const afterCosts = basisFen(incomeFen - deductionFen) - costsBasisFen
  const january = `${month.slice(0, 4)}-01`
  const countsFrom = earning[0]?.month ?? month
  // They belong to the accumulation, and begin anew with it after a gap; the months before the first income are none.
  const beginsAnew =
    gapRule === 'everything' && (counting !== 'first-income' || gapBefore(slots, countsFrom) !== undefined)
  const entered = countedHistory(history, beginsAnew ? countsFrom : january, month, tables)
  const { otherwiseFen, monthsOtherwise } = notCounted(history, january, month)
  // Spread first and once: what is spread further down is copied name by name.
  return {
    ...levy(afterCosts, countedTerms(entered), table.brackets, withheldBeforeFen, amountFen),
    method: 'cumulative',
    day,
    tableFrom: table.effectiveFrom,
    tableSource: table.source,
    incomeBeforeFen,
    amountFen,
    incomeFen,
    otherwiseFen,
    monthsOtherwise,
    gapRule,
    countsFrom,
    gapMonth: gapRule === 'nothing' ? undefined : gapBefore(slots, deducting[0]?.month),
    monthsWithIncome: earning.map((each) => each.month),
    monthsCounted: deducting.map((each) => each.month),
    monthsEnteredBefore: counting === 'first-income' ? enteredBefore(entered, countsFrom) : [],
    pendingFen: earning.reduce((sum, month) => sum + month.pendingFen, 0n),
    monthsUndecided: undecidedMonths(deducting.slice(0, -1).map(decidedMonth), gapRule),
    costs,
    costsBasisFen,
    deductions,
    deductionFen,
  }
}

/** Whether a month has income, whatever the bank still answers. */
const decidedMonth = ({ month, incomeFen, pendingFen }: EarningMonth) => ({
  month,
  decided: pendingFen < incomeFen,
})

/** The last month without income, where there was income earlier in the year; the months before the first income are no gap. */
function gapBefore(slots: readonly (EarningMonth | undefined)[], from: Month | undefined): Month | undefined {
  if (from === undefined || slots.findIndex((slot) => slot !== undefined) >= slotOf(from)) return undefined
  return addMonths(from, -1)
}

/** Months before the accumulation's first for which something was entered that counts in it. */
function enteredBefore(entered: readonly MonthSoFar[], countsFrom: Month): Month[] {
  const months = entered.filter((one) => one.month < countsFrom && hasTerms(sumTerms([one])))
  if (months.length === 0) return []
  return [...new Set(months.map(({ month }) => month))].sort()
}

/** The year before this payment: a slot a month from January to the payment's own, undefined where there was no income. */
function yearSoFar(
  now: { readonly month: Month; readonly table: CumulativeTable },
  history: readonly MonthSoFar[],
  tables: readonly CumulativeTable[],
) {
  const january = `${now.month.slice(0, 4)}-01`
  const slots = new Array<EarningMonth | undefined>(slotOf(now.month) + 1).fill(undefined)
  slots[slotOf(now.month)] = { ...now, incomeFen: 0n, withheldFen: 0n, pendingFen: 0n }
  // A month has income or has none as a whole, in whatever order its rows come.
  for (const { month, incomeFen, withheldFen, pendingFen = 0n } of monthsSoFar(history)) {
    const isOwn = month === now.month
    const table = isIn(month, january, now.month) ? tableAtEnd(month, tables) : undefined
    if (table !== undefined && (isOwn || incomeFen > 0n))
      slots[slotOf(month)] = { month, table: isOwn ? now.table : table, incomeFen, withheldFen, pendingFen }
  }
  return slots
}

const isIn = (month: Month, first: Month, last: Month): boolean => month >= first && month <= last

/** No day sorts after the 31st, whatever the month's length. */
const tableAtEnd = (month: Month, tables: readonly CumulativeTable[]) => tableOn(tables, `${month}-31`)

/** What counts of the history from one month to another: that of months with a table at their end. */
function countedHistory(
  history: readonly MonthSoFar[],
  first: Month,
  last: Month,
  tables: readonly CumulativeTable[],
): readonly MonthSoFar[] {
  return history.filter(({ month }) => isIn(month, first, last) && tableAtEnd(month, tables) !== undefined)
}

function slotOf(month: Month): number {
  return Number(month.slice(5)) - 1
}

/** Months come in order, so months under one share stand together; the payment itself is in the last. */
function costLines(months: readonly EarningMonth[], amountFen: Fen): CostLine[] {
  const lines: CostLine[] = []
  for (const [place, { incomeFen: beforeFen, table }] of months.entries()) {
    const earnedFen = place === months.length - 1 ? beforeFen + amountFen : beforeFen
    const shareBasisPoints = table.costShareBasisPoints
    const same = lines.at(-1)?.shareBasisPoints === shareBasisPoints ? lines.pop() : undefined
    const incomeFen = (same?.incomeFen ?? 0n) + earnedFen
    lines.push({ incomeFen, shareBasisPoints, costsBasisFen: shareOf(incomeFen, shareBasisPoints) })
  }
  return lines
}

function deductionLines(months: readonly EarningMonth[]): DeductionLine[] {
  const lines: DeductionLine[] = []
  for (const { table } of months) {
    const perMonthFen = table.deductionPerMonthFen
    const same = lines.at(-1)?.perMonthFen === perMonthFen ? lines.pop() : undefined
    const count = (same?.months ?? 0) + 1
    lines.push({ months: count, perMonthFen, deductionFen: perMonthFen * BigInt(count) })
  }
  return lines
}
