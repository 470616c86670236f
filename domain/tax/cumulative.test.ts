// Cumulative withholding: the vectors of docs/rules/tax.md, every bracket edge, gaps, returned rows.

import { describe, expect, it } from 'vitest'
import { COUNTING_NOW } from './counted-history.ts'
import { countedYear, type GapRule } from './gap-rule.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { monthsSoFar } from './month-so-far.ts'
import { withhold, withholdSequence } from './withhold.ts'

const yuan = (amount: number): bigint => BigInt(Math.round(amount * 100))

/** [month number, yuan] pairs of 2026, in order, as what is withheld from each. */
function withheld(paid: readonly (readonly [number, number])[], gapRule: GapRule = 'everything'): bigint[] {
  const payments = paid.map(([month, amount]) => ({
    day: `2026-${String(month).padStart(2, '0')}-15`,
    amountFen: yuan(amount),
  }))
  const settings = { gapRule, counting: COUNTING_NOW }
  return withholdSequence({ method: 'cumulative', history: [], settings, payments }).map(
    (row) => row.withheldFen,
  )
}

const monthly = (amount: number, months: number) =>
  Array.from({ length: months }, (_, index) => [index + 1, amount] as const)

describe('cumulative withholding, documented vectors', () => {
  it.each([
    ['10,000 in each of 3 months', monthly(10_000, 3), [90, 90, 90]],
    ['30,000 in each of 6 months', monthly(30_000, 6), [570, 710, 1900, 1900, 1900, 1900]],
    [
      '4,000 then 6,000 in the same month',
      [
        [1, 4000],
        [1, 6000],
      ] as const,
      [0, 90],
    ],
    [
      '60,000, 2,000, 2,000',
      [
        [1, 60_000],
        [2, 2000],
        [3, 2000],
      ] as const,
      [1780, 0, 0],
    ],
    [
      '7,000 June, 7,500 July, none in August and September, 7,200 October, 6,000 November',
      [
        [6, 7000],
        [7, 7500],
        [10, 7200],
        [11, 6000],
      ] as const,
      [18, 30, 22.8, 0],
    ],
    [
      '20,000, 20,000, a month without, 20,000',
      [
        [1, 20_000],
        [2, 20_000],
        [4, 20_000],
      ] as const,
      [330, 330, 330],
    ],
  ])('withholds the documented amounts for %s', (_, paid, expected) =>
    expect(withheld(paid)).toEqual(expected.map(yuan)),
  )

  it.each([
    ['months', [18, 30, 322.8, 0], [330, 330, 1120]],
    ['nothing', [18, 30, 22.8, 0], [330, 330, 330]],
  ] as const)('withholds the documented amounts after a gap by the rule %s', (rule, published, even) => {
    const example = [
      [6, 7000],
      [7, 7500],
      [10, 7200],
      [11, 6000],
    ] as const
    expect(withheld(example, rule)).toEqual(published.map(yuan))
    const monthWithout = [
      [1, 20_000],
      [2, 20_000],
      [4, 20_000],
    ] as const
    expect(withheld(monthWithout, rule)).toEqual(even.map(yuan))
  })
})

describe('cumulative withholding, bracket boundaries', () => {
  // Taxable = income × 80 % − 5,000, so an income of (taxable + 5,000) ÷ 80 % meets it exactly.
  it.each([
    [0, 0, 0n],
    [36_000, 1_080, 300n],
    [144_000, 11_880, 1_000n],
    [300_000, 43_080, 2_000n],
    [420_000, 73_080, 2_500n],
    [660_000, 145_080, 3_000n],
    [960_000, 250_080, 3_500n],
    [1_000_000, 268_080, 4_500n],
  ])('a taxable amount of %s is taxed %s in total', (taxable, tax, rate) => {
    const amountFen = (yuan(taxable + 5000) * 10n) / 8n
    const at = (fen: bigint) =>
      withhold({ method: 'cumulative', history: [], payment: { day: '2026-03-01', amountFen: fen } })
    const { trace } = at(amountFen)
    expect(trace.taxableBasisFen).toBe(yuan(taxable) * 10_000n)
    expect(trace.taxFen).toBe(yuan(tax))
    if (taxable > 0) expect(trace.bracket.rateBasisPoints).toBe(rate)
    // One fen less or more stays within a fen of tax, whichever bracket it falls in.
    expect(at(amountFen - 1n).withheldFen).toBeLessThanOrEqual(yuan(tax))
    expect(at(amountFen + 1n).withheldFen - yuan(tax)).toBeLessThanOrEqual(1n)
    if (trace.bracket.upToFen === yuan(taxable))
      expect(at(amountFen + 1n).trace.bracket.rateBasisPoints).toBeGreaterThan(rate)
  })
})

describe('cumulative withholding, months of continuous income', () => {
  const month = (number: number) => `2026-${String(number).padStart(2, '0')}`
  const counted = (last: number, past: readonly number[], gapRule: GapRule) => {
    const history = past.map((number) => ({ month: month(number), incomeFen: 1n, withheldFen: 0n }))
    const payment = { day: `${month(last)}-28`, amountFen: 1n }
    return withhold({ method: 'cumulative', history, settings: { gapRule, counting: COUNTING_NOW }, payment })
      .trace
  }
  it.each([
    [1, [], [1], [1]],
    [3, [1, 2], [1, 2, 3], [1, 2, 3]],
    [3, [1, 2, 2, 3], [1, 2, 3], [1, 2, 3]], // two payments in one month count one
    [3, [2, 1], [1, 2, 3], [1, 2, 3]],
    [4, [1, 2], [4], [1, 2, 4]],
    [6, [1, 2, 4, 5], [4, 5, 6], [1, 2, 4, 5, 6]],
    [6, [1, 4], [6], [1, 4, 6]],
    [3, [1, 2, 4, 5], [1, 2, 3], [1, 2, 3]], // months to come do not count
  ])(
    'for a payment in month %s after income in %j counts the months %j, or %j when a gap does not restart',
    (last, past, run, all) => {
      const [runMonths, allMonths] = [run.map(month), all.map(month)]
      const restarts = run.length < all.length
      const gapMonth = restarts ? month((run[0] ?? 0) - 1) : undefined
      expect(counted(last, past, 'everything')).toMatchObject({
        monthsCounted: runMonths,
        monthsWithIncome: runMonths,
        countsFrom: runMonths[0],
        gapMonth,
        incomeFen: BigInt(past.filter((one) => run.includes(one)).length + 1),
      })
      expect(counted(last, past, 'months')).toMatchObject({
        monthsCounted: runMonths,
        monthsWithIncome: allMonths,
        countsFrom: allMonths[0],
        gapMonth,
      })
      expect(counted(last, past, 'nothing')).toMatchObject({
        monthsCounted: allMonths,
        monthsWithIncome: allMonths,
        countsFrom: allMonths[0],
        gapMonth: undefined,
      })
    },
  )

  it('treats a month whose only income was returned as a gap', () => {
    const history = [1, 2].map((number) => ({
      month: month(number),
      incomeFen: BigInt(2 - number),
      withheldFen: 0n,
    }))
    const payment = { day: '2026-03-01', amountFen: 1n }
    expect(withhold({ method: 'cumulative', history, payment }).trace).toMatchObject({
      monthsCounted: ['2026-03'],
    })
  })

  it.each([
    ['a whole year', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
    ['a late beginning', [undefined, 2, 3], [2, 3], [2, 3]],
    ['two gaps', [1, undefined, 3, undefined, 5], [5], [1, 3, 5]],
    ['nothing', [], [], []],
  ])('counts the months of %s by each rule', (_, slots, run, all) => {
    expect(countedYear(slots, 'everything')).toEqual({ earning: run, deducting: run })
    expect(countedYear(slots, 'months')).toEqual({ earning: all, deducting: run })
    expect(countedYear(slots, 'nothing')).toEqual({ earning: all, deducting: all })
  })

  it('says which months the bank still decides, and how much it has not answered', () => {
    const past = (number: number, pendingFen: bigint) => ({
      month: month(number),
      incomeFen: 100n,
      withheldFen: 0n,
      pendingFen,
    })
    // February is decided by what was paid; March and April would be a gap if the bank refused.
    const history = [past(1, 0n), past(2, 99n), past(3, 100n), past(4, 100n)]
    const payment = { day: '2026-04-20', amountFen: 1n }
    const traceBy = (gapRule: GapRule) =>
      withhold({ method: 'cumulative', history, settings: { gapRule, counting: COUNTING_NOW }, payment })
        .trace
    expect(traceBy('everything')).toMatchObject({ pendingFen: 299n, monthsUndecided: ['2026-03'] })
    expect(traceBy('months')).toMatchObject({ pendingFen: 299n, monthsUndecided: ['2026-03'] })
    expect(traceBy('nothing')).toMatchObject({ pendingFen: 299n, monthsUndecided: [] })
  })

  it('follows the rule of the payer after a gap', () => {
    const paid = [
      [1, 10_000],
      [2, 10_000],
      [4, 10_000],
    ] as const
    // April: 30,000 − 6,000 − one month's 5,000 = 19,000, taxed 570 in all, of which 180 was withheld before.
    expect(withheld(paid, 'months')).toEqual([90, 90, 390].map(yuan))
    // Three months with income earn 15,000; the empty March earns nothing.
    expect(withheld(paid, 'nothing')).toEqual([90, 90, 90].map(yuan))
    // April by itself.
    expect(withheld(paid, 'everything')).toEqual([90, 90, 90].map(yuan))
  })

  it('never withholds more than the payment and carries the rest to later payments', () => {
    const paid = [...monthly(6_250, 9), [11, 1], [11, 2_000], [12, 3_000]] as const
    // November: 45,000.80 − 5,000 is taxed 1,480.08 though 1 yuan is paid; 2,000 more bear the rest and their own 160.
    expect(withheld(paid, 'months')).toEqual([...Array(9).fill(0), 1, 1639.08, 0].map(yuan))
    const history = monthly(6_250, 9).map(([number, amount]) => ({
      month: month(number),
      incomeFen: yuan(amount),
      withheldFen: 0n,
    }))
    const payment = { day: '2026-11-15', amountFen: 100n }
    const settings = { gapRule: 'months', counting: COUNTING_NOW } as const
    const { trace } = withhold({ method: 'cumulative', history, settings, payment })
    expect(trace).toMatchObject({ differenceFen: 148_008n, withheldFen: 100n, carriedShortFen: 147_908n })
  })
})

describe('cumulative withholding, failed and returned rows', () => {
  const row = (month: string, income: number, tax: number): MonthSoFar => ({
    month,
    incomeFen: yuan(income),
    withheldFen: yuan(tax),
  })
  const next = (rows: readonly MonthSoFar[], day: string, amount: number) =>
    withhold({ method: 'cumulative', history: monthsSoFar(rows), payment: { day, amountFen: yuan(amount) } })

  it('offsets tax withheld in excess against the next payment', () => {
    // 4,000 (no tax) and 6,000 (90) in January; the 4,000 comes back, so the 90 was not due.
    const { trace } = next([row('2026-01', 6_000, 90)], '2026-02-01', 10_000)
    // 16,000 − 3,200 − 10,000 = 2,800, taxed 84 in all: 6 too much are carried on and not paid out.
    expect(trace).toMatchObject({
      taxFen: 8_400n,
      differenceFen: -600n,
      withheldFen: 0n,
      carriedOverFen: 600n,
    })
    const after = [row('2026-01', 6_000, 90), row('2026-02', 10_000, 0)]
    expect(next(after, '2026-03-01', 10_000).withheldFen).toBe(yuan(84))
  })

  it('collects tax withheld too little with the next payment', () => {
    // February's only row comes back: the run of months now begins in March.
    const rows = [row('2026-01', 10_000, 90), row('2026-03', 10_000, 90)]
    // 20,000 − 4,000 − 10,000 = 6,000, taxed 180 in all: January stands by itself.
    expect(next(rows, '2026-04-01', 10_000).withheldFen).toBe(yuan(90))
    // Where March had borne 30 too little, April bears them.
    const less = [row('2026-03', 10_000, 60)]
    expect(next(less, '2026-04-01', 10_000).withheldFen).toBe(yuan(120))
  })

  it('sums several rows of a month', () =>
    expect(monthsSoFar([row('2026-01', 1, 0), row('2026-02', 5, 1), row('2026-01', 2, 1)])).toEqual([
      { ...row('2026-01', 3, 1), pendingFen: 0n },
      row('2026-02', 5, 1),
    ]))
})
