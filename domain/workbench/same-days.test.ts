import { describe, expect, it } from 'vitest'
import { daysUpTo, monthSoFar, sameDaysLastMonth } from './same-days.ts'

describe('comparing this month with last month', () => {
  it.each([
    ['in the middle of the month', '2026-11-13', '2026-11-01', '2026-10-01', '2026-10-13'],
    ['on the first day', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
    ['across the turn of the year', '2027-01-31', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['31 against 30', '2026-12-31', '2026-12-01', '2026-11-01', '2026-11-30'],
    ['31 against 28', '2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['29 against 28', '2026-03-29', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['29 against 29 in a leap year', '2028-03-29', '2028-03-01', '2028-02-01', '2028-02-29'],
    [
      'the last day of a short month against the same day',
      '2026-02-28',
      '2026-02-01',
      '2026-01-01',
      '2026-01-28',
    ],
  ])('returns the matching days of last month: %s', (_, today, from, lastFrom, lastTo) => {
    expect(monthSoFar(today)).toEqual({ from, to: today })
    expect(sameDaysLastMonth(today)).toEqual({ from: lastFrom, to: lastTo })
  })

  it('counts days backwards across months and leap days', () => {
    expect(daysUpTo('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    const thirty = daysUpTo('2026-11-13', 30)
    expect([thirty.length, thirty[0], thirty.at(-1)]).toEqual([30, '2026-10-15', '2026-11-13'])
  })
})
