// Cumulative withholding: per person, payer and calendar year of payment (tax.md; Announcement 2025 No. 16).

import type { Day, Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { basisFen, shareOf } from './exact.ts'
import { levy } from './levy.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { countedMonths } from './run-of-months.ts'
import type { CumulativeTable } from './tax-table.ts'
import { tableOn } from './tax-table.ts'
import type { CostLine, CumulativeTrace, DeductionLine } from './trace.ts'

interface DatedMonth extends MonthSoFar {
  readonly table: CumulativeTable
}

/**
 * Brackets are those of the payment day, because they apply to the year's figure as a whole. Costs and deduction of an earlier
 * month follow the table in force at that month's end, so a new table leaves old months as they were. Months before the first
 * table were taxed payment by payment and do not count; nor do months after the payment's own.
 */
export function cumulativeTrace(
  payment: { readonly day: Day; readonly amountFen: Fen },
  history: readonly MonthSoFar[],
  gapRestarts: boolean,
  tables: readonly CumulativeTable[],
): CumulativeTrace {
  const { day, amountFen } = payment
  const table = tableOn(tables, day)
  if (!table) throw new RangeError(`no cumulative tax table is in force on ${day}`)
  const month = day.slice(0, 7)
  const past = yearUpTo(month, history, table, tables)
  const incomeBeforeFen = past.reduce((sum, { incomeFen }) => sum + incomeFen, 0n)
  const withheldBeforeFen = past.reduce((sum, { withheldFen }) => sum + withheldFen, 0n)
  const all = [...past, { month, incomeFen: amountFen, withheldFen: 0n, table }]
  const monthsWithIncome = countedMonths(month, earning(all), false)
  const monthsCounted = countedMonths(month, monthsWithIncome, gapRestarts)
  const costs = costLines(all)
  const costsBasisFen = costs.reduce((sum, line) => sum + line.costsBasisFen, 0n)
  const deductions = deductionLines(monthsCounted, all)
  const deductionFen = deductions.reduce((sum, line) => sum + line.deductionFen, 0n)
  const incomeFen = incomeBeforeFen + amountFen
  const taxable = basisFen(incomeFen - deductionFen) - costsBasisFen
  return {
    method: 'cumulative',
    day,
    tableFrom: table.effectiveFrom,
    tableSource: table.source,
    incomeBeforeFen,
    amountFen,
    incomeFen,
    gapRestarts,
    monthsWithIncome,
    monthsCounted,
    costs,
    costsBasisFen,
    deductions,
    deductionFen,
    ...levy(taxable, table.brackets, withheldBeforeFen, amountFen),
  }
}

function yearUpTo(
  month: Month,
  history: readonly MonthSoFar[],
  paymentTable: CumulativeTable,
  tables: readonly CumulativeTable[],
): DatedMonth[] {
  const year = month.slice(0, 4)
  const dated: DatedMonth[] = []
  for (const past of history) {
    if (past.month > month || past.month.slice(0, 4) !== year) continue
    // No day sorts after the 31st, whatever the month's length.
    const table = past.month === month ? paymentTable : tableOn(tables, `${past.month}-31`)
    if (table) dated.push({ ...past, table })
  }
  return dated
}

function earning(months: readonly MonthSoFar[]): Month[] {
  return months.filter(({ incomeFen }) => incomeFen > 0n).map(({ month }) => month)
}

function costLines(months: readonly DatedMonth[]): CostLine[] {
  const incomeByShare = new Map<bigint, Fen>()
  for (const { incomeFen, table } of months) {
    const share = table.costShareBasisPoints
    incomeByShare.set(share, (incomeByShare.get(share) ?? 0n) + incomeFen)
  }
  return [...incomeByShare].map(([shareBasisPoints, incomeFen]) => ({
    incomeFen,
    shareBasisPoints,
    costsBasisFen: shareOf(incomeFen, shareBasisPoints),
  }))
}

function deductionLines(counted: readonly Month[], dated: readonly DatedMonth[]): DeductionLine[] {
  const tableOf = new Map(dated.map(({ month, table }) => [month, table]))
  const monthsBySum = new Map<Fen, number>()
  for (const month of counted) {
    const perMonthFen = tableOf.get(month)?.deductionPerMonthFen ?? 0n
    monthsBySum.set(perMonthFen, (monthsBySum.get(perMonthFen) ?? 0) + 1)
  }
  return [...monthsBySum].map(([perMonthFen, months]) => ({
    months,
    perMonthFen,
    deductionFen: perMonthFen * BigInt(months),
  }))
}
