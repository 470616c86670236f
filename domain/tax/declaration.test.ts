// What is declared of a person: the vectors of docs/rules/tax.md, corrections, periods below zero, months without anything, the year's turn.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTING_NOW } from './counted-history.ts'
import { declareMonth, type PersonPeriod } from './declaration.ts'
import { type DeclaredPeriod, declaredFigures } from './declared-figures.ts'
import { type MonthSoFar, monthsSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import type { TaxMethod, TaxTables } from './tax-table.ts'
import { withholdSequence } from './withhold.ts'

const fenOf = (yuan: number) => BigInt(Math.round(yuan * 100))

type Entry = readonly [month: string, yuan: number]

/** Payments as they were withheld from, and the person's figures month by month. */
function paid(method: TaxMethod, entries: readonly Entry[]): MonthSoFar[] {
  const payments = entries.map(([month, yuan]) => ({ day: `${month}-10`, amountFen: fenOf(yuan) }))
  const results = withholdSequence({ method, history: [], payments })
  return entries.map(([month], index) => ({
    month,
    incomeFen: payments[index]?.amountFen ?? 0n,
    withheldFen: results[index]?.withheldFen ?? 0n,
  }))
}

function periodOf(method: TaxMethod, entries: readonly Entry[], period: string): PersonPeriod {
  const rows = paid(method, entries).filter(({ month }) => month <= period)
  const own = monthsSoFar(rows).find(({ month }) => month === period)
  return {
    method,
    incomeFen: own?.incomeFen ?? 0n,
    taxFen: own?.withheldFen ?? 0n,
    months: monthsSoFar(rows),
  }
}

const month = (index: number) => `2026-${String(index + 1).padStart(2, '0')}`
const every = (yuan: readonly number[]): Entry[] => yuan.map((each, index) => [month(index), each])

describe('tax declaration, documented vectors', () => {
  it.each<[string, TaxMethod, Entry[], number[]]>([
    ['10,000 three times', 'cumulative', every([10_000, 10_000, 10_000]), [90, 90, 90]],
    ['30,000 six times', 'cumulative', every(Array(6).fill(30_000)), [570, 710, 1_900, 1_900, 1_900, 1_900]],
    [
      'two in one month',
      'cumulative',
      [
        ['2026-01', 4_000],
        ['2026-01', 6_000],
      ],
      [90],
    ],
    [
      'per payment',
      'per-payment',
      every([800, 801, 4_000, 5_000, 25_000, 30_000, 62_500]),
      [0, 0.2, 640, 800, 4_000, 5_200, 13_000],
    ],
  ])('%s: declares the tax that was withheld', (_, method, entries, taxes) => {
    const declared = taxes.map((_tax, index) =>
      declareMonth(periodOf(method, entries, month(index)), month(index)),
    )
    expect(declared.map(({ taxFen }) => taxFen)).toEqual(taxes.map(fenOf))
    expect(declared.map(({ openFen }) => openFen)).toEqual(taxes.map(() => 0n))
    expect(declared.at(-1)?.yearTaxFen).toBe(taxes.reduce((all, tax) => all + fenOf(tax), 0n))
  })

  it('60,000, 2,000, 2,000: carries over excess tax and never pays it out', () => {
    const entries = every([60_000, 2_000, 2_000])
    const declared = entries.map(([each]) => declareMonth(periodOf('cumulative', entries, each), each))
    expect(declared.map(({ taxFen, openFen }) => [taxFen, openFen])).toEqual([
      [178_000n, 0n],
      [0n, -34_000n],
      [0n, -68_000n],
    ])
  })

  it.each([
    [36_000, 1_080],
    [144_000, 11_880],
    [300_000, 43_080],
    [1_000_000, 268_080],
  ])('a taxable amount of %i is declared with a tax of %i in total', (taxable, tax) => {
    const months = [{ month: '2026-01', incomeFen: fenOf((taxable + 5_000) / 0.8), withheldFen: 0n }]
    const declared = declareMonth({ method: 'cumulative', incomeFen: 0n, taxFen: 0n, months }, '2026-01')
    const of = {
      period: '2026-01',
      method: 'cumulative',
      declaredIncomeFen: 0n,
      booked: [],
    } as const
    expect(declaredFigures(declared, of)).toMatchObject({ taxableFen: fenOf(taxable), dueFen: fenOf(tax) })
  })
})

describe('tax declaration, corrections', () => {
  const back = (month: string, incomeFen: bigint, withheldFen: bigint): MonthSoFar => ({
    month,
    incomeFen: -incomeFen,
    withheldFen: -withheldFen,
  })
  const cumulative = { method: 'cumulative' as const }

  it('removes a returned payout from the year and leaves the period negative', () => {
    const person = {
      method: 'cumulative' as const,
      incomeFen: -3_000_000n,
      taxFen: -57_000n,
      months: [{ month: '2026-01', incomeFen: 0n, withheldFen: 0n }],
    }
    const declared = declareMonth(person, '2026-02')
    expect(declared).toMatchObject({ yearIncomeFen: 0n, yearTaxFen: 0n, trace: undefined, openFen: 0n })
    const booked = [back('2026-01', 3_000_000n, 57_000n)]
    const of = { ...cumulative, period: '2026-02', declaredIncomeFen: -3_000_000n, booked }
    expect(declaredFigures(declared, of)).toMatchObject({
      costsFen: -600_000n,
      deductionFen: 0n,
      countedIncomeFen: 0n,
      dueFen: 0n,
      withheldBeforeFen: 57_000n,
    })
  })

  it.each([
    // By itself February was withheld from 140 too much; where income stays the year's, the 570 of January count as given back now.
    ['everything', 0n],
    ['months', 57_000n],
  ] as const)('recomputes later payments after a return by the rule %s', (gapRule, withheldBeforeFen) => {
    // January 30,000 came back; February 30,000 was withheld as the second month (710).
    const months = [
      { month: '2026-01', incomeFen: 0n, withheldFen: 0n },
      { month: '2026-02', incomeFen: 3_000_000n, withheldFen: 71_000n },
    ]
    const person = { ...cumulative, incomeFen: 0n, taxFen: 14_000n, months }
    const declared = declareMonth(person, '2026-02', { settings: { gapRule, counting: COUNTING_NOW } })
    expect(declared.trace).toMatchObject({ monthsCounted: ['2026-02'], taxFen: 57_000n })
    expect(declared.openFen).toBe(-14_000n)
    const booked = [back('2026-01', 3_000_000n, 57_000n), back('2026-02', -3_000_000n, -71_000n)]
    const of = { ...cumulative, period: '2026-02', declaredIncomeFen: 0n, booked }
    expect(declaredFigures(declared, of)).toMatchObject({
      dueFen: 57_000n,
      withheldBeforeFen,
      openFen: -14_000n,
    })
  })

  it('books a correction of the previous year in the period but not in the figures of this year', () => {
    const months = [
      { month: '2025-12', incomeFen: -1_000_000n, withheldFen: -9_000n },
      { month: '2026-01', incomeFen: 1_000_000n, withheldFen: 9_000n },
    ]
    const declared = declareMonth({ method: 'cumulative', incomeFen: 0n, taxFen: 0n, months }, '2026-01')
    expect(declared).toMatchObject({
      incomeFen: 0n,
      taxFen: 0n,
      yearIncomeFen: 1_000_000n,
      yearTaxFen: 9_000n,
      openFen: 0n,
    })
    const of = {
      ...cumulative,
      period: '2026-01',
      declaredIncomeFen: 0n,
      booked: months,
    }
    expect(declaredFigures(declared, of)).toMatchObject({
      dueFen: 9_000n,
      withheldBeforeFen: 0n,
      deductionFen: 500_000n,
    })
  })

  it('per-payment method: keeps a correction of another month out of the figures of this month', () => {
    const months = [
      { month: '2026-01', incomeFen: 0n, withheldFen: 0n },
      { month: '2026-02', incomeFen: 500_000n, withheldFen: 80_000n },
    ]
    const declared = declareMonth(
      { method: 'per-payment', incomeFen: 100_000n, taxFen: 16_000n, months },
      '2026-02',
    )
    const of: DeclaredPeriod = {
      period: '2026-02',
      method: 'per-payment',
      declaredIncomeFen: 100_000n,
      booked: [back('2026-01', 400_000n, 64_000n), back('2026-02', -500_000n, -80_000n)],
    }
    expect(declaredFigures(declared, of)).toMatchObject({
      costsFen: 100_000n,
      deductionFen: 0n,
      deductionMonths: 0,
      countedIncomeFen: 500_000n,
      taxableFen: 400_000n,
      dueFen: 80_000n,
      withheldBeforeFen: 0n,
      openFen: 0n,
    })
  })
})

describe('tax declaration, figures of the year', () => {
  it('restart in January', () => {
    const entries: Entry[] = [
      ['2026-11', 30_000],
      ['2026-12', 30_000],
      ['2027-01', 30_000],
    ]
    const declared = ['2026-12', '2027-01'].map((each) =>
      declareMonth(periodOf('cumulative', entries, each), each),
    )
    expect(declared.map(({ yearIncomeFen, yearTaxFen }) => [yearIncomeFen, yearTaxFen])).toEqual([
      [6_000_000n, 128_000n],
      [3_000_000n, 57_000n],
    ])
    expect(declared.map(({ trace }) => trace?.incomeFen)).toEqual([6_000_000n, 3_000_000n])
  })

  it.each([
    // Of January and March the tax due is that of March alone, of both less one or less two months.
    ['everything', ['2026-03'], 9_000n, 0n, '2026-03'],
    ['months', ['2026-03'], 33_000n, 15_000n, '2026-01'],
    ['nothing', ['2026-01', '2026-03'], 18_000n, 0n, '2026-01'],
  ] as const)('after a gap count by the rule %s', (gapRule, monthsCounted, taxFen, openFen, countsFrom) => {
    const entries: Entry[] = [
      ['2026-01', 10_000],
      ['2026-03', 10_000],
    ]
    const person = periodOf('cumulative', entries, '2026-03')
    const declared = declareMonth(person, '2026-03', { settings: { gapRule, counting: COUNTING_NOW } })
    expect(declared.trace).toMatchObject({ monthsCounted, taxFen })
    expect(declared).toMatchObject({ openFen, countsFrom, yearTaxFen: 18_000n, yearIncomeFen: 2_000_000n })
    const booked = [{ month: '2026-03', incomeFen: 1_000_000n, withheldFen: 9_000n }]
    const of = { period: '2026-03', method: 'cumulative', declaredIncomeFen: 1_000_000n, booked } as const
    const figures = declaredFigures(declared, of)
    expect(figures.dueFen).toBe(figures.withheldBeforeFen + 9_000n + figures.openFen)
  })

  it('leave what came back from before the gap out of what was withheld before', () => {
    const months = [{ month: '2026-05', incomeFen: 1_000_000n, withheldFen: 9_000n }]
    const booked = [{ month: '2026-01', incomeFen: -1_000_000n, withheldFen: -9_000n }, ...months]
    const declared = declareMonth({ method: 'cumulative', incomeFen: 0n, taxFen: 0n, months }, '2026-05')
    const figures = declaredFigures(declared, {
      period: '2026-05',
      method: 'cumulative',
      declaredIncomeFen: 0n,
      booked,
    })
    expect(figures).toMatchObject({ withheldBeforeFen: 0n, dueFen: 9_000n, openFen: 0n })
  })

  it('exclude income taxed per payment before the first cumulative table', () => {
    const months = [
      { month: '2025-09', incomeFen: 500_000n, withheldFen: 80_000n },
      { month: '2025-10', incomeFen: 1_000_000n, withheldFen: 9_000n },
    ]
    const declared = declareMonth(
      { method: 'cumulative', incomeFen: 1_000_000n, taxFen: 9_000n, months },
      '2025-10',
    )
    expect(declared).toMatchObject({ yearTaxFen: 89_000n, countedTaxFen: 9_000n, openFen: 0n })
  })

  it('apply a new table from its effective date and keep earlier months unchanged', () => {
    const [first] = TAX_TABLES.cumulative
    if (!first) throw new Error('no table')
    const newer = {
      ...first,
      effectiveFrom: '2026-03-01',
      costShareBasisPoints: 3_000n,
      deductionPerMonthFen: 600_000n,
    }
    const tables: TaxTables = { ...TAX_TABLES, cumulative: [first, newer] }
    const person = periodOf('cumulative', every([10_000, 10_000, 10_000]), '2026-03')
    expect(
      declareMonth(periodOf('cumulative', every([10_000, 10_000]), '2026-02'), '2026-02', { tables }),
    ).toEqual(declareMonth(periodOf('cumulative', every([10_000, 10_000]), '2026-02'), '2026-02'))
    const declared = declareMonth(person, '2026-03', { tables })
    const of = {
      period: '2026-03',
      method: 'cumulative',
      declaredIncomeFen: 1_000_000n,
      booked: [{ month: '2026-03', incomeFen: 1_000_000n, withheldFen: 0n }],
    } as const
    expect(declaredFigures(declared, of, tables)).toMatchObject({
      costsFen: 300_000n,
      deductionFen: 600_000n,
      countedCostsFen: 700_000n,
      countedDeductionFen: 1_600_000n,
    })
  })
})

it('tax declaration, any year of payments: columns of each period and all periods add up', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('cumulative' as const, 'per-payment' as const),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 9_000_000 })), {
        minLength: 1,
        maxLength: 20,
      }),
      (method, drawn) => {
        const entries = drawn
          .toSorted(([one], [other]) => one - other)
          .map(([index, fen]): Entry => [month(index), fen / 100])
        let total = 0n
        for (const each of new Set(entries.map(([at]) => at))) {
          const person = periodOf(method, entries, each)
          const declared = declareMonth(person, each)
          const figures = declaredFigures(declared, {
            period: each,
            method,
            declaredIncomeFen: person.incomeFen,
            booked: [{ month: each, incomeFen: person.incomeFen, withheldFen: person.taxFen }],
          })
          total += declared.taxFen
          expect(figures.dueFen).toBe(figures.withheldBeforeFen + declared.taxFen + figures.openFen)
          const left = figures.countedIncomeFen - figures.countedCostsFen - figures.countedDeductionFen
          expect(figures.taxableFen).toBe(left > 0n ? left : 0n)
          expect(declared.yearTaxFen).toBe(total)
        }
      },
    ),
  ))
