// Withholding reckoned slice by slice, apart from the product's engine and its tables, to hold the product against.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'

type Rules = {
  readonly method: 'cumulative' | 'per-payment'
  readonly settings: { readonly gapRule: 'everything' | 'months' | 'nothing' }
}
type Past = { readonly month: Month; readonly incomeFen: Fen; readonly withheldFen: Fen }
/** Exempt income and other deductions lower what is taxed, relief lowers the tax. */
export type Entered = {
  readonly month: Month
  readonly kind: 'exempt' | 'other' | 'relief'
  readonly fen: Fen
}

/** Upper edge of each slice in yuan, and the percent that the slice itself bears. */
const YEAR_SLICES = [
  [36_000, 3n],
  [144_000, 10n],
  [300_000, 20n],
  [420_000, 25n],
  [660_000, 30n],
  [960_000, 35n],
  [Number.POSITIVE_INFINITY, 45n],
] as const
const PAYMENT_SLICES = [
  [20_000, 20n],
  [50_000, 30n],
  [Number.POSITIVE_INFINITY, 40n],
] as const

/** Tax on what is given in tenths of a fen, rounded half up to the fen. */
function taxOn(tenths: bigint, slices: typeof YEAR_SLICES | typeof PAYMENT_SLICES): Fen {
  let tax = 0n
  let below = 0n
  for (const [edge, percent] of slices) {
    const top = edge === Number.POSITIVE_INFINITY ? tenths : BigInt(edge) * 1_000n
    const within = (tenths < top ? tenths : top) - below
    if (within > 0n) tax += within * percent
    below = top
  }
  return (tax + 500n) / 1_000n
}

/** The months whose income is one figure with that month's, and how many of them earn 5,000 yuan. */
function accumulated(income: ReadonlyMap<Month, Fen>, month: Month, { settings: { gapRule } }: Rules) {
  const earning = [...income.keys()].filter((one) => one.slice(0, 4) === month.slice(0, 4) && one <= month)
  const run = [month]
  for (let at = Number(month.slice(5)) - 1; at > 0; at -= 1) {
    const before = `${month.slice(0, 5)}${String(at).padStart(2, '0')}`
    if ((income.get(before) ?? 0n) === 0n) break
    run.push(before)
  }
  return {
    months: gapRule === 'everything' ? run : earning,
    deductions: gapRule === 'nothing' ? earning.length : run.length,
  }
}

export type Reckoned = { readonly taxFen: Fen; readonly withheldBeforeFen: Fen }

/** The tax on all that counts with this payment, and what was withheld of it before. */
export function reckonDue(
  rules: Rules,
  past: readonly Past[],
  month: Month,
  amountFen: Fen,
  entered: readonly Entered[] = [],
): Reckoned {
  const income = new Map<Month, Fen>([[month, amountFen]])
  for (const one of past) income.set(one.month, (income.get(one.month) ?? 0n) + one.incomeFen)
  for (const [one, fen] of income) if (fen === 0n && one !== month) income.delete(one)
  const { months, deductions } =
    rules.method === 'cumulative' ? accumulated(income, month, rules) : { months: [month], deductions: 0 }
  const withheldBeforeFen = past
    .filter((one) => months.includes(one.month))
    .reduce((sum, one) => sum + one.withheldFen, 0n)
  const earned = months.reduce((sum, one) => sum + (income.get(one) ?? 0n), 0n)
  const restarts = rules.method === 'per-payment' || rules.settings.gapRule === 'everything'
  // Before the first income of the year there is no gap: what was entered until then counts with it.
  const first = [...income.keys()].filter((one) => one.slice(0, 4) === month.slice(0, 4)).sort()[0] ?? month
  const isFirst = rules.method === 'cumulative' && months.includes(first)
  const counts = ({ month: of }: Entered) => {
    if (restarts && !(isFirst && of < first)) return months.includes(of)
    return of.slice(0, 4) === month.slice(0, 4) && of <= month
  }
  const sumOf = (kind: Entered['kind']) =>
    atLeastNothing(
      entered.filter((one) => one.kind === kind && counts(one)).reduce((sum, { fen }) => sum + fen, 0n),
    )
  const off = (sumOf('exempt') + sumOf('other')) * 10n
  const [tenths, slices] =
    rules.method === 'cumulative'
      ? [earned * 8n - BigInt(deductions) * 5_000_000n, YEAR_SLICES]
      : [earned <= 400_000n ? (earned - 80_000n) * 10n : earned * 8n, PAYMENT_SLICES]
  return { taxFen: atLeastNothing(taxOn(tenths - off, slices) - sumOf('relief')), withheldBeforeFen }
}

const atLeastNothing = (fen: Fen): Fen => (fen > 0n ? fen : 0n)

/** What is withheld from a payment: never below nothing, never more than it. */
export function reckonWithheld(
  rules: Rules,
  past: readonly Past[],
  month: Month,
  amountFen: Fen,
  entered: readonly Entered[] = [],
): Fen {
  const { taxFen, withheldBeforeFen } = reckonDue(rules, past, month, amountFen, entered)
  const difference = taxFen - withheldBeforeFen
  if (difference < 0n) return 0n
  return difference > amountFen ? amountFen : difference
}
