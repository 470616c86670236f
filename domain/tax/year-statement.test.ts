// A person's year at one payer: months as they stand, costs and deductions as the declaration prints them, corrections named.

import { describe, expect, it } from 'vitest'
import type { TaxCounting } from './counted-history.ts'
import { declareMonth } from './declaration.ts'
import { declaredFigures } from './declared-figures.ts'
import type { TaxMethod } from './tax-table.ts'
import { withholdSequence } from './withhold.ts'
import {
  isStatementYear,
  throughMonth,
  usualYear,
  type YearBooking,
  yearMonths,
  yearStatementNo,
  yearSums,
} from './year-statement.ts'

const booking = (month: string, incomeFen: bigint, more: Partial<YearBooking> = {}): YearBooking => ({
  month,
  period: month,
  kind: 'paid',
  withholds: true,
  method: 'cumulative',
  gapRule: 'everything',
  counting: 'method',
  incomeFen,
  taxFen: 0n,
  ...more,
})
const only = (...bookings: YearBooking[]) => {
  const [month] = yearMonths(bookings, '2026')
  if (!month) throw new Error('no month')
  return month
}

describe('costs and deduction of a month', () => {
  it.each<[TaxMethod, bigint, bigint, bigint]>([
    ['cumulative', 1n, 0n, 5_000_00n],
    ['cumulative', 3n, 1n, 5_000_00n],
    ['cumulative', 30_000_01n, 6_000_00n, 5_000_00n],
    ['cumulative', 30_000_03n, 6_000_01n, 5_000_00n],
    ['cumulative', 0n, 0n, 0n],
    ['per-payment', 0n, 0n, 0n],
    ['per-payment', 800_00n, 800_00n, 0n],
    ['per-payment', 4_000_00n, 800_00n, 0n],
    ['per-payment', 4_000_01n, 800_00n, 0n],
    ['per-payment', 4_000_03n, 800_01n, 0n],
    ['per-payment', 25_000_00n, 5_000_00n, 0n],
  ])('%s, income %d fen: costs %d, deduction %d', (method, incomeFen, costsFen, deductionFen) => {
    const paid = booking('2026-03', incomeFen + 1_00n, { method })
    const back = booking('2026-03', -1_00n, { method, kind: 'reversed', period: '2026-04' })
    expect(only(paid, back)).toMatchObject({ incomeFen, costsFen, deductionFen })
  })

  it.each<[TaxCounting, bigint, bigint]>([
    ['method', 2_800_00n, 5_000_00n],
    ['first-income', 2_800_00n, 5_000_00n],
    // As earlier releases declared it: all by the method of the last payout.
    ['all', 2_600_00n, 0n],
  ])('of two methods in a month, counted by %s', (counting, costsFen, deductionFen) => {
    const one = booking('2026-03', 10_000_00n, { counting })
    const other = booking('2026-03', 3_000_00n, { counting, method: 'per-payment' })
    expect(only(one, other)).toMatchObject({ incomeFen: 13_000_00n, costsFen, deductionFen })
  })

  it('takes nothing off income that no tax was withheld from, nor before there was a table', () => {
    const nothing = { costsFen: 0n, deductionFen: 0n }
    expect(only(booking('2026-03', 9_000_00n, { withholds: false }))).toMatchObject({
      ...nothing,
      method: null,
      gapRule: null,
      incomeFen: 9_000_00n,
    })
    expect(yearMonths([booking('2025-09', 9_000_00n)], '2025')[0]).toMatchObject(nothing)
    expect(yearMonths([booking('2018-12', 9_000_00n, { method: 'per-payment' })], '2018')[0]).toMatchObject(
      nothing,
    )
  })

  it.each<TaxMethod>(['cumulative', 'per-payment'])(
    'is what the declaration of the month prints, %s',
    (method) => {
      const months = ['2026-01', '2026-02', '2026-04'].map((month, index) => ({
        month,
        incomeFen: 7_777_77n * BigInt(index + 1) + 3n,
      }))
      const payments = months.map(({ month, incomeFen }) => ({ day: `${month}-10`, amountFen: incomeFen }))
      const withheld = withholdSequence({ method, history: [], payments }).map(
        ({ withheldFen }) => withheldFen,
      )
      const stood = months.map((one, index) => ({ ...one, withheldFen: withheld[index] ?? 0n }))
      const year = yearMonths(
        stood.map(({ month, incomeFen, withheldFen }) =>
          booking(month, incomeFen, { method, taxFen: withheldFen }),
        ),
        '2026',
      )
      for (const [index, one] of stood.entries()) {
        const own = {
          method,
          incomeFen: one.incomeFen,
          taxFen: one.withheldFen,
          months: stood.slice(0, index + 1),
        }
        const printed = declaredFigures(declareMonth(own, one.month), {
          period: one.month,
          method,
          declaredIncomeFen: one.incomeFen,
          booked: [one],
        })
        expect(year[index]).toMatchObject({
          costsFen: printed.costsFen,
          deductionFen: printed.deductionFen,
          taxFen: one.withheldFen,
        })
      }
    },
  )
})

describe('the months of a year', () => {
  it('are those of the year with a booking or an entered item, oldest first', () => {
    const months = yearMonths(
      [booking('2026-05', 1n), booking('2026-02', 1n), booking('2025-12', 1n), booking('2027-01', 1n)],
      '2026',
      { adjustments: [{ month: '2026-03', exemptFen: 5n, otherDeductionFen: 6n, reliefFen: 7n }] },
    )
    expect(months.map(({ month }) => month)).toEqual(['2026-02', '2026-03', '2026-05'])
    expect(months[1]).toMatchObject({
      incomeFen: 0n,
      exemptFen: 5n,
      otherDeductionFen: 6n,
      reliefFen: 7n,
      method: null,
    })
  })

  it('name what was booked in a later period, and take it into the month it was paid in', () => {
    const paid = booking('2026-11', 100_00n, { taxFen: 9n })
    const back = booking('2026-11', -100_00n, { kind: 'reversed', period: '2027-02', taxFen: -9n })
    const late = booking('2026-11', 40_00n, { period: '2026-12', taxFen: 1n })
    const { incomeFen, taxFen, corrections } = only(paid, back, late)
    expect([incomeFen, taxFen]).toEqual([40_00n, 1n])
    expect(corrections).toEqual([
      { period: '2026-12', kind: 'paid', incomeFen: 40_00n, taxFen: 1n },
      { period: '2027-02', kind: 'reversed', incomeFen: -100_00n, taxFen: -9n },
    ])
  })

  it('tell the latest way of withholding where a setting changed within a month', () => {
    const later = booking('2026-11', 1n, { period: '2026-12', method: 'per-payment' })
    expect(only(later, booking('2026-11', 1n))).toMatchObject({ method: 'per-payment', gapRule: null })
    expect(only(booking('2026-11', 1n, { gapRule: 'months' })).gapRule).toBe('months')
  })

  it('are summed over every column', () => {
    const months = yearMonths(
      [booking('2026-01', 10_00n, { taxFen: 1n }), booking('2026-02', 5_00n)],
      '2026',
      {
        adjustments: [{ month: '2026-02', exemptFen: 5n, otherDeductionFen: 6n, reliefFen: 7n }],
      },
    )
    expect(yearSums(months)).toEqual({
      incomeFen: 15_00n,
      exemptFen: 5n,
      costsFen: 3_00n,
      deductionFen: 10_000_00n,
      otherDeductionFen: 6n,
      reliefFen: 7n,
      taxFen: 1n,
    })
    expect(yearSums([]).incomeFen).toBe(0n)
  })
})

it.each([
  ['2018', false],
  ['2019', true],
  ['2026', true],
  ['2027', false],
  ['26', false],
  ['2026-01', false],
])('%s is a year to be told of: %s', (year, expected) => {
  expect(isStatementYear(year, new Date('2026-12-31T15:59:59Z'))).toBe(expected)
})

it.each([
  ['2026-12-31T15:59:59Z', '2026'],
  ['2026-12-31T16:00:00Z', '2026'],
  ['2027-06-30T15:59:59Z', '2026'],
  ['2027-06-30T16:00:00Z', '2027'],
])('at %s people ask about %s', (now, year) => {
  expect(usualYear(new Date(now))).toBe(year)
})

it('lets a year begin in Shanghai', () => {
  expect(isStatementYear('2027', new Date('2026-12-31T16:00:00Z'))).toBe(true)
})

it.each([
  ['2026-10', '2026-10'],
  ['2026-12', '2026-12'],
  ['2027-03', '2026-12'],
])('a payer that has closed %s is told of up to %s', (last, through) => {
  expect(throughMonth('2026', last)).toBe(through)
})

it('numbers statements by year and place', () => {
  expect([yearStatementNo('2026', 12), yearStatementNo('2026', 123_456_789)]).toEqual([
    'ND202600000012',
    'ND2026123456789',
  ])
})
