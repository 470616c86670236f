// Days, months and percents of the fund summary.

import type { MoneyDay } from '@paywages/wire/funds/money-view.ts'
import { describe, expect, it } from 'vitest'
import { barsOf, daysBetween, percentOf } from './money-view-days.ts'

const paid = (day: string, yuan: bigint): MoneyDay => ({
  day,
  succeededFen: yuan * 100n,
  succeededCount: 2,
  failedFen: 100n,
  failedCount: 1,
  feeFen: yuan * 6n,
})

describe('bars of the fund summary', () => {
  it('include every day of the range, also days without payouts', () => {
    const { by, bars } = barsOf([paid('2026-02-28', 5n)], '2026-02-27', '2026-03-01')
    expect([by, bars.map(({ day, succeededFen }) => [day, succeededFen])]).toEqual([
      'day',
      [
        ['2026-02-27', 0n],
        ['2026-02-28', 500n],
        ['2026-03-01', 0n],
      ],
    ])
  })

  it.each([
    ['2026-01-01', '2026-04-10', 'day', 100],
    ['2026-01-01', '2026-04-11', 'month', 4],
    ['2025-11-30', '2026-11-30', 'month', 13],
  ])('from %s to %s are grouped by %s', (from, to, by, count) => {
    const found = barsOf([], from, to)
    expect([found.by, found.bars.length]).toEqual([by, count])
  })

  it('sum the days of a month without loss', () => {
    const days = [paid('2026-01-01', 1n), paid('2026-01-31', 2n), paid('2026-05-02', 4n)]
    const { bars } = barsOf(days, '2026-01-01', '2026-06-30')
    expect(bars.find(({ day }) => day === '2026-01')).toEqual({
      day: '2026-01',
      succeededFen: 300n,
      succeededCount: 4,
      failedFen: 200n,
      failedCount: 2,
      feeFen: 18n,
    })
    expect(bars.reduce((sum, { succeededFen }) => sum + succeededFen, 0n)).toBe(700n)
  })

  it('are empty for a range that ends before it begins', () => {
    expect(barsOf([], '2026-03-02', '2026-03-01').bars).toEqual([])
  })

  it('span the first to the last payout in an unbounded range', () => {
    const days = [paid('2026-03-01', 1n), paid('2026-03-05', 1n)]
    const { by, bars } = barsOf(days, '0001-01-01', '9999-12-31')
    expect([by, bars.length]).toEqual(['day', 5])
    expect(barsOf([], '0001-01-01', '9999-12-31').bars).toEqual([])
    const long = [paid('2016-01-01', 1n), paid('2026-01-01', 1n)]
    for (const [from, to] of [
      ['2000-01-01', '2030-12-31'],
      ['2016-01-01', '2026-01-01'],
    ] as const)
      expect(barsOf(long, from, to)).toMatchObject({ by: 'month', bars: { length: 121 } })
  })
})

it.each([
  ['2026-03-16', '2026-03-16', 1],
  ['2026-02-15', '2026-03-16', 30],
])('counts the days from %s to %s', (from, to, days) => expect(daysBetween(from, to)).toBe(days))

it.each([
  [96n, 1_000n, 1, 9.6],
  [-96n, 1_000n, 1, -9.6],
  [5n, 10_000n, 1, 0.1],
  [4n, 10_000n, 1, 0],
  [-5n, 10_000n, 1, -0.1],
  [639n, 10_000n, 2, 6.39],
  [1n, 3n, 2, 33.33],
  [2n, 3n, 2, 66.67],
  [1n, 0n, 1, undefined],
])('computes the percentage of %d of %d', (part, whole, decimals, percent) =>
  expect(percentOf(part, whole, decimals)).toBe(percent),
)
