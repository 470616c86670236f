// What a payment would cost and bring: tax, net, fee and total from its gross or its net, for those who plan a sheet.

import { type Day, isMonth, type Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { feeRoundedHalfUp, type Rate } from '../money/rate.ts'
import { COUNTING_NOW } from './counted-history.ts'
import type { GapRule } from './gap-rule.ts'
import { grossForNet, untaxedGrossForNet, type VatBorne } from './gross-for-net.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { type TaxMethod, type TaxTables, tableOn } from './tax-table.ts'
import type { TaxTrace } from './trace.ts'
import { withhold } from './withhold.ts'

/** Payers that withhold nothing ask too. */
export const CALCULATOR_METHODS = ['cumulative', 'per-payment', 'none'] as const
export type CalculatorMethod = (typeof CALCULATOR_METHODS)[number]

/** Nine digits of yuan: far above any payout, and exact in every place. */
export const MAX_CALCULATED_FEN: Fen = 999_999_999_99n

export interface CalculatorTerms {
  readonly method: CalculatorMethod
  readonly gapRule: GapRule
  readonly serviceRate: Rate
}

export interface Calculation {
  readonly grossFen: Fen
  readonly taxFen: Fen
  /** After income tax; VAT that the person bears is told apart. */
  readonly netFen: Fen
  readonly feeFen: Fen
  /** What the payer spends: gross and fee. */
  readonly totalFen: Fen
  /** False where no gross gives the wanted net to the fen. */
  readonly exact: boolean
  /** Undefined where nothing is withheld. */
  readonly trace: TaxTrace | undefined
}

/** The months whose income counts for a payment of that day: of the year, or only its own. */
export function monthsThatCount(
  method: CalculatorMethod,
  day: Day,
): { readonly first: Month; readonly last: Month } {
  const last = day.slice(0, 7)
  return { first: method === 'per-payment' ? last : `${day.slice(0, 4)}-01`, last }
}

export function hasTable(method: CalculatorMethod, day: Day, tables: TaxTables): boolean {
  if (method === 'none') return true
  const table = method === 'cumulative' ? tableOn(tables.cumulative, day) : tableOn(tables.perPayment, day)
  return table !== undefined
}

export type HistoryFault = {
  readonly code: 'trial-month-twice' | 'trial-month-outside' | 'trial-withheld-more'
  readonly month: Month
}

/** Why typed months cannot be a history before that day: one twice, of another year or still to come, taxed above its income. */
export function faultOfHistory(history: readonly MonthSoFar[], day: Day): HistoryFault | undefined {
  const { first, last } = monthsThatCount('cumulative', day)
  const seen = new Set<Month>()
  for (const { month, incomeFen, withheldFen } of history) {
    if (!isMonth(month) || month < first || month > last) return { code: 'trial-month-outside', month }
    if (seen.has(month)) return { code: 'trial-month-twice', month }
    if (withheldFen > incomeFen) return { code: 'trial-withheld-more', month }
    seen.add(month)
  }
  return undefined
}

type CalculatorCase = CalculatorTerms & {
  readonly day: Day
  readonly amountFen: Fen
  /** Whether the amount is what the person shall receive. */
  readonly isNet: boolean
  readonly history: readonly MonthSoFar[]
  readonly tables: TaxTables
  /** Where the person bears VAT: what shall arrive is then what is left after it too. */
  readonly vat?: VatBorne | undefined
}

export function calculateTax({ method, gapRule, serviceRate, ...payment }: CalculatorCase): Calculation {
  const taxed = method === 'none' ? untaxed(payment) : taxedBy(method, gapRule, payment)
  const feeFen = feeRoundedHalfUp(taxed.grossFen, serviceRate)
  return { ...taxed, feeFen, totalFen: taxed.grossFen + feeFen }
}

type Taxed = Omit<Calculation, 'feeFen' | 'totalFen'>

function untaxed({ day, amountFen, isNet, vat }: Omit<CalculatorCase, keyof CalculatorTerms>): Taxed {
  const { grossFen, exact } = isNet
    ? untaxedGrossForNet(day, amountFen, vat)
    : { grossFen: amountFen, exact: true }
  return { grossFen, taxFen: 0n, netFen: grossFen, exact, trace: undefined }
}

function taxedBy(
  method: TaxMethod,
  gapRule: GapRule,
  payment: Omit<CalculatorCase, keyof CalculatorTerms>,
): Taxed {
  const { day, amountFen, isNet, history, tables, vat } = payment
  const taxCase = { method, history, tables, settings: { gapRule, counting: COUNTING_NOW } }
  if (isNet) {
    const { grossFen, exact, withheldFen, trace } = grossForNet({ ...taxCase, day, netFen: amountFen, vat })
    return { grossFen, taxFen: withheldFen, netFen: grossFen - withheldFen, exact, trace }
  }
  const { withheldFen, trace } = withhold({ ...taxCase, payment: { day, amountFen } })
  return { grossFen: amountFen, taxFen: withheldFen, netFen: amountFen - withheldFen, exact: true, trace }
}
