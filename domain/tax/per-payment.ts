// Withholding per payment: what one payer pays a person in one payment month counts as one (docs/rules/tax.md; Announcement 2018 No. 61).

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { notCounted } from './counted-history.ts'
import { basisFen, shareOf } from './exact.ts'
import { countedTerms } from './formula-terms.ts'
import { levy } from './levy.ts'
import type { MonthSoFar } from './month-so-far.ts'
import type { PerPaymentTable } from './tax-table.ts'
import { lineFor, tableOn } from './tax-table.ts'
import type { PerPaymentTrace } from './trace.ts'

/** Other months of the history do not matter: each month is settled by itself and nothing is carried into the next. */
export function perPaymentTrace(
  payment: { readonly day: Day; readonly amountFen: Fen },
  history: readonly MonthSoFar[],
  tables: readonly PerPaymentTable[],
): PerPaymentTrace {
  const { day, amountFen } = payment
  const table = tableOn(tables, day)
  if (!table) throw new RangeError(`no per-payment tax table is in force on ${day}`)
  const month = day.slice(0, 7)
  const before = history.filter((past) => past.month === month)
  const incomeBeforeFen = before.reduce((sum, { incomeFen }) => sum + incomeFen, 0n)
  const withheldBeforeFen = before.reduce((sum, { withheldFen }) => sum + withheldFen, 0n)
  const incomeFen = incomeBeforeFen + amountFen
  const allowance = lineFor(table.allowances, basisFen(incomeFen))
  const allowanceBasisFen =
    allowance.kind === 'fixed' ? basisFen(allowance.fixedFen) : shareOf(incomeFen, allowance.shareBasisPoints)
  const afterCosts = basisFen(incomeFen) - allowanceBasisFen
  return {
    method: 'per-payment',
    day,
    month,
    tableFrom: table.effectiveFrom,
    tableSource: table.source,
    incomeBeforeFen,
    amountFen,
    incomeFen,
    ...notCounted(before, month, month),
    allowance,
    allowanceBasisFen,
    ...levy(afterCosts, countedTerms(before), table.brackets, withheldBeforeFen, amountFen),
  }
}
