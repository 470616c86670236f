// Units, axis steps and named days of bar charts.

import { describe, expect, it } from 'vitest'
import { axisTicks, barFigure, namedDays, scaleOf, shortDay } from './day-scale.ts'

describe('unit of a bar chart', () => {
  it.each([
    [0n, 'yuan'],
    [999_999n, 'yuan'],
    [1_000_000n, 'ten-thousand-yuan'],
    [99_999_999_999n, 'ten-thousand-yuan'],
  ] as const)('for %d fen is %s', (highest, unit) => {
    expect(scaleOf('money', highest).unit).toBe(unit)
  })

  it('for counts is the count itself', () => {
    expect(scaleOf({ counts: '人次' }, 5_000_000n)).toEqual({ unit: 'count', per: 1 })
  })
})

describe('axis of a bar chart', () => {
  it.each([
    [59.8, false, [0, 20, 40, 60]],
    [60, false, [0, 20, 40, 60]],
    [60.1, false, [0, 25, 50, 75]],
    [1.2, false, [0, 0.5, 1, 1.5]],
    [0.3, false, [0, 0.1, 0.2, 0.3]],
    [0, false, [0]],
    [99_999.99, false, [0, 50_000, 100_000]],
    [0, true, [0]],
    [2, true, [0, 1, 2]],
    [7, true, [0, 3, 6, 9]],
    [1_249, true, [0, 500, 1_000, 1_500]],
  ] as const)('has the expected ticks up to %d', (highest, whole, ticks) => {
    expect(axisTicks(highest, whole)).toEqual(ticks)
  })

  it('always reaches the highest bar in at most four ticks', () => {
    for (let highest = 0.01; highest < 1e9; highest *= 1.37) {
      const ticks = axisTicks(highest, false)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
      expect(ticks.length).toBeLessThanOrEqual(4)
    }
  })
})

describe('day labels of a bar chart', () => {
  it('include every day of a short range', () =>
    expect(namedDays(['a', 'b', 'c'], 7)).toEqual(['a', 'b', 'c']))
  it('keep the first and the last day of a long range', () => {
    const days = Array.from({ length: 32 }, (_, index) => index)
    expect(namedDays(days.slice(0, 30), 7)).toEqual([0, 5, 10, 15, 20, 25, 29])
    expect(namedDays(days.slice(0, 15), 7)).toEqual([0, 3, 6, 9, 12, 14])
    expect(namedDays(days, 7)).toEqual([0, 6, 12, 18, 24, 31])
    expect(namedDays(days.slice(0, 8), 7)).toEqual([0, 2, 4, 6, 7])
  })
  it('show a day as month and day, and a month with its year', () => {
    expect([shortDay('2026-11-13'), shortDay('2026-11')]).toEqual(['11-13', '2026-11'])
  })
})

it.each([
  [59.846, '59.8'],
  [0.04, '0'],
  [999.96, '1,000'],
  [100_007.5, '100,008'],
])('formats the figure beside a bar of %d', (value, words) => expect(barFigure(value)).toBe(words))
