// The whole formula: the vectors of docs/rules/tax.md with exempt income, other deductions and relief, and any year against a reckoning of its own.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTING_NOW, TAX_COUNTINGS, type TaxCounting } from './counted-history.ts'
import { declareMonth } from './declaration.ts'
import { declaredFigures } from './declared-figures.ts'
import type { FormulaTerms } from './formula-terms.ts'
import { GAP_RULES, type GapRule } from './gap-rule.ts'
import { grossForNet } from './gross-for-net.ts'
import { type MonthSoFar, monthsSoFar } from './month-so-far.ts'
import type { TaxMethod } from './tax-table.ts'
import { withhold } from './withhold.ts'

type Term = Partial<FormulaTerms>
type Paid = { readonly month: number; readonly yuan: number }
const monthAt = (month: number) => `2026-${String(month).padStart(2, '0')}`
const fen = (yuan: number) => BigInt(Math.round(yuan * 100))
const entered = (month: number, terms: Term): MonthSoFar => ({
  month: monthAt(month),
  incomeFen: 0n,
  withheldFen: 0n,
  ...terms,
})

/** What is withheld from each payment, in yuan, where all was entered before the first. */
function withheldYuan(
  method: TaxMethod,
  gapRule: GapRule,
  paid: readonly Paid[],
  terms: readonly MonthSoFar[],
  counting = COUNTING_NOW,
) {
  let history: MonthSoFar[] = [...terms]
  return paid.map(({ month, yuan }) => {
    const payment = { day: `${monthAt(month)}-15`, amountFen: fen(yuan) }
    const { withheldFen } = withhold({ method, settings: { gapRule, counting }, history, payment })
    history = [...history, { month: monthAt(month), incomeFen: payment.amountFen, withheldFen }]
    return Number(withheldFen) / 100
  })
}

const three = [1, 2, 3].map((month) => ({ month, yuan: 10_000 }))
const gap = [1, 3].map((month) => ({ month, yuan: 20_000 }))
const exempt = (yuan: number) => ({ exemptFen: fen(yuan) })
const donation = (yuan: number) => ({ otherDeductionFen: fen(yuan) })
const relief = (yuan: number) => ({ reliefFen: fen(yuan) })

describe('cumulative withholding by hand', () => {
  it.each<[string, GapRule, Paid[], MonthSoFar[], number[]]>([
    ['nothing entered', 'everything', three, [], [90, 90, 90]],
    ['exempt 2,000 in the first month', 'everything', three, [entered(1, exempt(2_000))], [30, 90, 90]],
    ['a donation of 1,500 in the second', 'everything', three, [entered(2, donation(1_500))], [90, 45, 90]],
    ['relief of 200, more than the tax', 'everything', three, [entered(1, relief(200))], [0, 0, 70]],
    ['for a month still to come', 'everything', three, [entered(4, exempt(2_000))], [90, 90, 90]],
    [
      'exempt 2,000, undone in the second month',
      'everything',
      three,
      [entered(1, exempt(2_000)), entered(2, exempt(-2_000))],
      [30, 150, 90],
    ],
    ['3,000 in the gap', 'everything', gap, [entered(2, donation(3_000))], [330, 330]],
    ['3,000 in the gap', 'months', gap, [entered(2, donation(3_000))], [330, 390]],
    ['3,000 in the gap', 'nothing', gap, [entered(2, donation(3_000))], [330, 240]],
    ['exempt 4,000 before the gap', 'everything', gap, [entered(1, exempt(4_000))], [210, 330]],
    ['exempt 4,000 before the gap', 'months', gap, [entered(1, exempt(4_000))], [210, 480]],
    ['exempt 4,000 before the gap', 'nothing', gap, [entered(1, exempt(4_000))], [210, 330]],
    [
      'undone after the gap, which taxes nobody on more than was paid',
      'everything',
      gap,
      [entered(1, exempt(4_000)), entered(3, exempt(-4_000))],
      [210, 330],
    ],
  ])('%s, %s', (_, gapRule, paid, terms, withheld) =>
    expect(withheldYuan('cumulative', gapRule, paid, terms)).toEqual(withheld),
  )
})

/** Months before the year's first income are no gap (ADR 130); what was started before stays as it was counted. */
describe('entered for months before the first income', () => {
  const late = [{ month: 8, yuan: 25_994.55 }]
  const spring = [4, 5].map((month) => ({ month, yuan: 10_000 }))
  const twice = [2, 3].map((month) => ({ month, yuan: 10_000 }))
  const around = [2, 4].map((month) => ({ month, yuan: 10_000 }))
  const january = entered(1, donation(1_031.77))
  it.each<[string, GapRule, Paid[], MonthSoFar[], now: number[], before: number[]]>([
    ['a donation', 'everything', late, [january], [442.92], [473.87]],
    ['a donation', 'months', late, [january], [442.92], [442.92]],
    ['a donation', 'nothing', late, [january], [442.92], [442.92]],
    ['in the month just before', 'everything', late, [entered(7, donation(1_031.77))], [442.92], [473.87]],
    ['in its own month', 'everything', late, [entered(8, donation(1_031.77))], [442.92], [442.92]],
    ['in the month after', 'everything', late, [entered(9, donation(1_031.77))], [473.87], [473.87]],
    [
      'in December of the year before',
      'everything',
      late,
      [{ ...january, month: '2025-12' }],
      [473.87],
      [473.87],
    ],
    [
      'exempt income and relief, carried on',
      'everything',
      spring,
      [entered(2, exempt(2_000)), entered(3, relief(50))],
      [0, 70],
      [90, 90],
    ],
    ['undone before it', 'everything', late, [january, entered(3, donation(-1_031.77))], [473.87], [473.87]],
    [
      'undone after it',
      'everything',
      twice,
      [entered(1, donation(1_000)), entered(3, donation(-1_000))],
      [60, 120],
      [90, 90],
    ],
    [
      'and in a gap, which stays behind with all before it',
      'everything',
      around,
      [entered(1, donation(1_000)), entered(3, donation(1_000))],
      [60, 90],
      [90, 90],
    ],
    [
      'and in a gap',
      'months',
      around,
      [entered(1, donation(1_000)), entered(3, donation(1_000))],
      [60, 210],
      [60, 210],
    ],
    [
      'and in a gap',
      'nothing',
      around,
      [entered(1, donation(1_000)), entered(3, donation(1_000))],
      [60, 60],
      [60, 60],
    ],
  ])('%s, %s', (_, gapRule, paid, terms, now, before) => {
    expect(withheldYuan('cumulative', gapRule, paid, terms)).toEqual(now)
    for (const counting of ['all', 'method'] as const)
      expect(withheldYuan('cumulative', gapRule, paid, terms, counting)).toEqual(before)
  })

  it('is told with its months, and of no other counting', () => {
    const payment = { day: '2026-08-15', amountFen: 10_000_00n }
    const history = [january, entered(3, relief(1)), entered(5, {}), entered(8, exempt(1))]
    const told = (counting: TaxCounting) =>
      withhold({
        method: 'cumulative',
        settings: { gapRule: 'nothing', counting },
        history,
        payment,
      }).trace
    expect(told('first-income')).toMatchObject({ monthsEnteredBefore: ['2026-01', '2026-03'] })
    expect(told('method')).toMatchObject({ monthsEnteredBefore: [] })
  })
})

describe('withholding per payment by hand', () => {
  it.each<[string, Paid[], MonthSoFar[], number[]]>([
    ['5,000, exempt 1,000', [{ month: 1, yuan: 5_000 }], [entered(1, exempt(1_000))], [600]],
    ['3,000, exempt 500', [{ month: 1, yuan: 3_000 }], [entered(1, exempt(500))], [340]],
    ['5,000, a donation of 500', [{ month: 1, yuan: 5_000 }], [entered(1, donation(500))], [700]],
    ['5,000, relief of 1,000', [{ month: 1, yuan: 5_000 }], [entered(1, relief(1_000))], [0]],
    ['another month’s', [{ month: 2, yuan: 5_000 }], [entered(1, relief(1_000))], [800]],
  ])('%s', (_, paid, terms, withheld) =>
    expect(withheldYuan('per-payment', 'everything', paid, terms)).toEqual(withheld),
  )
})

// A reckoning of its own: slice by slice, in tenths of a fen, without the engine's brackets, tables or months.
const YEAR = [36_000, 144_000, 300_000, 420_000, 660_000, 960_000, Number.POSITIVE_INFINITY] as const
const YEAR_PERCENT = [3n, 10n, 20n, 25n, 30n, 35n, 45n] as const
const MONTH = [20_000, 50_000, Number.POSITIVE_INFINITY] as const
const MONTH_PERCENT = [20n, 30n, 40n] as const

function taxOn(tenths: bigint, edges: readonly number[], percents: readonly bigint[]): bigint {
  let tax = 0n
  let below = 0n
  for (const [place, edge] of edges.entries()) {
    const top = edge === Number.POSITIVE_INFINITY ? (tenths > below ? tenths : below) : BigInt(edge) * 1_000n
    const within = (tenths < top ? tenths : top) - below
    if (within > 0n) tax += within * (percents[place] ?? 0n)
    below = top
  }
  return (tax + 500n) / 1_000n
}

const most = (fenAmount: bigint) => (fenAmount > 0n ? fenAmount : 0n)

function reckoned(
  method: TaxMethod,
  { gapRule, counting }: { readonly gapRule: GapRule; readonly counting: TaxCounting },
  history: readonly MonthSoFar[],
  month: number,
  amountFen: bigint,
) {
  const incomeIn = (at: number) =>
    history.reduce((sum, one) => sum + (one.month === monthAt(at) ? one.incomeFen : 0n), 0n)
  let runFrom = month
  while (runFrom > 1 && incomeIn(runFrom - 1) > 0n) runFrom -= 1
  const from = method === 'per-payment' ? month : gapRule === 'everything' ? runFrom : 1
  const within = history.filter((one) => one.month >= monthAt(from) && one.month <= monthAt(month))
  const sum = (pick: (one: MonthSoFar) => bigint | undefined, of = within) =>
    of.reduce((all, one) => all + (pick(one) ?? 0n), 0n)
  const income = sum((one) => one.incomeFen) + amountFen
  const earning = Array.from({ length: month }, (_, index) => index + 1).filter(
    (at) => at === month || incomeIn(at) > 0n,
  )
  const deducting = gapRule === 'nothing' ? earning.length : month - runFrom + 1
  // Nothing was earned before this run: what was entered since January counts with it.
  const isFirst = method === 'cumulative' && counting === 'first-income' && earning[0] === runFrom
  const terms = isFirst ? history.filter((one) => one.month <= monthAt(month)) : within
  const off =
    (most(sum((one) => one.exemptFen, terms)) + most(sum((one) => one.otherDeductionFen, terms))) * 10n
  const tax =
    method === 'cumulative'
      ? taxOn(income * 8n - BigInt(deducting) * 5_000_000n - off, YEAR, YEAR_PERCENT)
      : taxOn((income <= 400_000n ? (income - 80_000n) * 10n : income * 8n) - off, MONTH, MONTH_PERCENT)
  const due = most(most(tax - most(sum((one) => one.reliefFen, terms))) - sum((one) => one.withheldFen))
  return due > amountFen ? amountFen : due
}

describe('any year', () => {
  const amount = fc.oneof(fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 200_000_000n))
  const part = fc.oneof(fc.constant(0n), fc.bigInt(-300_000n, 3_000_000n))
  const terms = fc.record({ exemptFen: part, otherDeductionFen: part, reliefFen: part })
  const month = fc.integer({ min: 1, max: 12 })
  const step = fc.oneof(fc.record({ month, amountFen: amount }), fc.record({ month, terms }))
  const year = fc.record({
    method: fc.constantFrom<TaxMethod[]>('cumulative', 'per-payment'),
    settings: fc.record({
      gapRule: fc.constantFrom(...GAP_RULES),
      counting: fc.constantFrom(...TAX_COUNTINGS),
    }),
    steps: fc.array(step, { maxLength: 14 }),
  })

  it('withholds what a reckoning of its own withholds', () =>
    fc.assert(
      fc.property(year, ({ method, settings, steps }) => {
        const history: MonthSoFar[] = []
        for (const one of steps.toSorted((a, b) => a.month - b.month)) {
          if ('terms' in one) history.push(entered(one.month, one.terms))
          else {
            const payment = { day: `${monthAt(one.month)}-15`, amountFen: one.amountFen }
            const { withheldFen } = withhold({ method, settings, history, payment })
            expect(withheldFen).toBe(reckoned(method, settings, history, one.month, one.amountFen))
            history.push({ month: monthAt(one.month), incomeFen: one.amountFen, withheldFen })
          }
        }
      }),
      { numRuns: 300 },
    ))

  it('goes from net to gross and back', () =>
    fc.assert(
      fc.property(year, amount, ({ method, settings, steps }, netFen) => {
        const history = steps.map((one) =>
          'terms' in one
            ? entered(one.month, one.terms)
            : { month: monthAt(one.month), incomeFen: one.amountFen, withheldFen: one.amountFen / 10n },
        )
        const given = { method, settings, history }
        const found = grossForNet({ ...given, day: '2026-07-15', netFen })
        const netOf = (amountFen: bigint) =>
          amountFen - withhold({ ...given, payment: { day: '2026-07-15', amountFen } }).withheldFen
        expect(found).toMatchObject({ netFen, exact: true })
        expect(netOf(found.grossFen)).toBe(netFen)
        if (found.grossFen > 0n) expect(netOf(found.grossFen - 1n)).toBeLessThan(netFen)
      }),
    ))

  it('is declared with columns that add up in every line', () =>
    fc.assert(
      fc.property(year, ({ method, settings, steps }) => {
        const months = monthsSoFar(
          steps.map((one) =>
            'terms' in one
              ? entered(one.month, one.terms)
              : { month: monthAt(one.month), incomeFen: one.amountFen, withheldFen: one.amountFen / 10n },
          ),
        )
        const booked = months.filter((one) => one.month === '2026-12')
        const incomeFen = booked[0]?.incomeFen ?? 0n
        const taxFen = booked[0]?.withheldFen ?? 0n
        const declaration = declareMonth({ method, incomeFen, taxFen, months }, '2026-12', {
          settings,
        })
        const line = declaredFigures(declaration, {
          period: '2026-12',
          method,
          declaredIncomeFen: incomeFen,
          booked,
        })
        const taxable =
          line.countedIncomeFen -
          line.countedCostsFen -
          line.countedDeductionFen -
          line.countedExemptFen -
          line.countedOtherDeductionFen
        expect(line.taxableFen).toBe(most(taxable))
        expect(line.dueFen).toBe(most(line.beforeReliefFen - line.countedReliefFen))
        expect(line.dueFen - line.withheldBeforeFen - taxFen).toBe(line.openFen)
        expect([line.exemptFen, line.otherDeductionFen, line.reliefFen]).toEqual([
          booked[0]?.exemptFen ?? 0n,
          booked[0]?.otherDeductionFen ?? 0n,
          booked[0]?.reliefFen ?? 0n,
        ])
      }),
      { numRuns: 200 },
    ))
})
