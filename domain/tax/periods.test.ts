// Which months are closed when, to the minute; and quarters.

import { describe, expect, it } from 'vitest'
import { isQuarter, lastClosable, monthsOfQuarter, monthsToClose, quarterOf } from './periods.ts'

const at = (text: string) => new Date(`${text}+08:00`)

describe('last month that can be closed, ten minutes after its end in Shanghai', () => {
  it.each([
    ['2026-03-31T23:59:59.999', '2026-02'],
    ['2026-04-01T00:00:00', '2026-02'],
    ['2026-04-01T00:09:59.999', '2026-02'],
    ['2026-04-01T00:10:00', '2026-03'],
    ['2026-04-30T23:59:59', '2026-03'],
    ['2026-01-01T00:09:59', '2025-11'],
    ['2026-01-01T00:10:00', '2025-12'],
    ['2028-03-01T00:10:00', '2028-02'],
  ])('at %s is %s', (now, month) => expect(lastClosable(at(now))).toBe(month))

  it('follows Shanghai time regardless of the machine time zone', () => {
    expect(lastClosable(new Date('2026-03-31T16:09:59Z'))).toBe('2026-02')
    expect(lastClosable(new Date('2026-03-31T16:10:00Z'))).toBe('2026-03')
  })
})

describe('months to close', () => {
  it.each<[string | undefined, string | undefined, string, string[]]>([
    [undefined, undefined, '2026-04-02', []],
    // The running month is never closed.
    ['2026-04', undefined, '2026-04-30', []],
    ['2026-04', undefined, '2026-05-01', ['2026-04']],
    // None is left out, also where nothing was paid, and across the year.
    ['2025-11', undefined, '2026-02-02', ['2025-11', '2025-12', '2026-01']],
    ['2025-11', '2025-12', '2026-02-02', ['2026-01']],
    ['2025-11', '2026-01', '2026-02-02', []],
    // A clock that was set back closes nothing twice.
    ['2025-11', '2026-03', '2026-02-02', []],
  ])(
    'with first payout in %s and closed up to %s, returns the months due on %s',
    (first, last, now, months) => expect(monthsToClose(first, last, at(`${now}T12:00:00`))).toEqual(months),
  )
})

describe('quarters', () => {
  it.each([
    ['2026-Q1', ['2026-01', '2026-02', '2026-03']],
    ['2026-Q2', ['2026-04', '2026-05', '2026-06']],
    ['2026-Q3', ['2026-07', '2026-08', '2026-09']],
    ['2026-Q4', ['2026-10', '2026-11', '2026-12']],
  ])('%s has its three months', (quarter, months) => {
    expect(monthsOfQuarter(quarter)).toEqual(months)
    expect(months.map(quarterOf)).toEqual([quarter, quarter, quarter])
  })

  it.each(['2026-Q0', '2026-Q5', '2026Q1', '2026-q1', '26-Q1', '2026-Q1 ', '', '2026-Q10'])(
    'rejects %j',
    (text) => expect(isQuarter(text)).toBe(false),
  )
  it('accepts 2026-Q4', () => expect(isQuarter('2026-Q4')).toBe(true))
})
