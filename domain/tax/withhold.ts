// The one door to the tax engine: what is withheld from a payment, or from several to the same person, and why.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { COUNTING_NOW, type TaxCounting } from './counted-history.ts'
import { cumulativeTrace } from './cumulative.ts'
import { DEFAULT_GAP_RULE, type GapRule } from './gap-rule.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { sumOf } from './month-so-far.ts'
import { perPaymentTrace } from './per-payment.ts'
import { TAX_TABLES } from './tables.ts'
import type { TaxMethod, TaxTables } from './tax-table.ts'
import type { TaxTrace } from './trace.ts'

export interface TaxSettings {
  /** What a month without income does (cumulative only). */
  readonly gapRule: GapRule
  /** Which release's counting: that of now, or what was kept with a batch that was started. */
  readonly counting: TaxCounting
}

export const DEFAULT_TAX_SETTINGS: TaxSettings = { gapRule: DEFAULT_GAP_RULE, counting: COUNTING_NOW }

export interface TaxedPayment {
  /** The Shanghai day of the start, which fixes month, year and table (D16). */
  readonly day: Day
  /** Gross. */
  readonly amountFen: Fen
}

/** Who is paid by whom, and how this payer withholds. */
export interface TaxCase {
  readonly method: TaxMethod
  readonly history: readonly MonthSoFar[]
  readonly settings?: TaxSettings
  readonly tables?: TaxTables
}

export interface Withholding {
  readonly withheldFen: Fen
  readonly trace: TaxTrace
}

export function withhold(taxCase: TaxCase & { readonly payment: TaxedPayment }): Withholding {
  const { payment } = taxCase
  if (!/^\d{4}-\d{2}-\d{2}$/.test(payment.day)) throw new RangeError(`no day: ${payment.day}`)
  if (payment.amountFen < 0n) throw new RangeError('tax is withheld from amounts of zero or more')
  const { method, history, settings = DEFAULT_TAX_SETTINGS, tables = TAX_TABLES } = taxCase
  const trace =
    method === 'cumulative'
      ? cumulativeTrace(payment, history, settings, tables.cumulative)
      : perPaymentTrace(payment, history, tables.perPayment)
  return { withheldFen: trace.withheldFen, trace }
}

/** Several payments to the same person, in order: each sees the ones before it as paid. */
export function withholdSequence({
  payments,
  ...taxCase
}: TaxCase & { readonly payments: readonly TaxedPayment[] }): Withholding[] {
  let history = taxCase.history
  return payments.map((payment) => {
    const result = withhold({ ...taxCase, history, payment })
    history = withPayment(history, payment, result.withheldFen)
    return result
  })
}

/** The history once that payment is made; payments of one month in a row share an entry, so that a long batch stays cheap. */
export function withPayment(
  history: readonly MonthSoFar[],
  payment: TaxedPayment,
  withheldFen: Fen,
): readonly MonthSoFar[] {
  const paid = { month: payment.day.slice(0, 7), incomeFen: payment.amountFen, withheldFen }
  const last = history.at(-1)
  return last?.month === paid.month ? history.with(-1, sumOf(last, paid)) : [...history, paid]
}
