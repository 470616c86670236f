// Cumulative withholding: per person, payer and calendar year of payment (docs/rules/tax.md; Announcement 2025 No. 16).

import type { Day, Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { basisFen, shareOf } from './exact.ts'
import { levy } from './levy.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { countedMonths } from './run-of-months.ts'
import type { CumulativeTable } from './tax-table.ts'
import { tableOn } from './tax-table.ts'
import type { CostLine, CumulativeTrace, DeductionLine } from './trace.ts'

interface EarningMonth {
  readonly month: Month
  readonly table: CumulativeTable
  incomeFen: Fen
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
  const { slots, incomeBeforeFen, withheldBeforeFen } = yearSoFar({ day, amountFen, table }, history, tables)
  const earning = countedMonths(slots, false)
  const counted = countedMonths(slots, gapRestarts)
  const costs = costLines(earning)
  const costsBasisFen = costs.reduce((sum, line) => sum + line.costsBasisFen, 0n)
  const deductions = deductionLines(counted)
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
    monthsWithIncome: earning.map((each) => each.month),
    monthsCounted: counted.map((each) => each.month),
    costs,
    costsBasisFen,
    deductions,
    deductionFen,
    ...levy(taxable, table.brackets, withheldBeforeFen, amountFen),
  }
}

/** The year up to and with this payment: a slot a month from January on, undefined where there was no income. */
function yearSoFar(
  now: { readonly day: Day; readonly amountFen: Fen; readonly table: CumulativeTable },
  history: readonly MonthSoFar[],
  tables: readonly CumulativeTable[],
) {
  const month = now.day.slice(0, 7)
  const january = `${month.slice(0, 4)}-01`
  const slots = new Array<EarningMonth | undefined>(slotOf(month) + 1).fill(undefined)
  slots[slotOf(month)] = { month, table: now.table, incomeFen: now.amountFen }
  let incomeBeforeFen = 0n
  let withheldBeforeFen = 0n
  for (const past of history) {
    if (past.month < january || past.month > month) continue
    // No day sorts after the 31st, whatever the month's length.
    const table = tableOn(tables, `${past.month}-31`)
    if (!table) continue
    incomeBeforeFen += past.incomeFen
    withheldBeforeFen += past.withheldFen
    const slot = slots[slotOf(past.month)]
    if (slot) slot.incomeFen += past.incomeFen
    else if (past.incomeFen > 0n) slots[slotOf(past.month)] = { ...past, table }
  }
  return { slots, incomeBeforeFen, withheldBeforeFen }
}

function slotOf(month: Month): number {
  return Number(month.slice(5)) - 1
}

/** Months come in order, so months under one share stand together. */
function costLines(months: readonly EarningMonth[]): CostLine[] {
  const lines: CostLine[] = []
  for (const { incomeFen: earnedFen, table } of months) {
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
