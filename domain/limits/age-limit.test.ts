// 18 to 60 inclusive on the day (D15): birthdays, leap days, and the last day on which someone is not too old.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../calendar/shanghai.ts'
import { ageAllowed, ageOn, lastAllowedDay } from './age-limit.ts'

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

describe('age on a given day', () => {
  it.each([
    ['1966-03-16', '2027-03-15', 60, true],
    ['1966-03-16', '2027-03-16', 61, false],
    ['2008-03-16', '2026-03-15', 17, false],
    ['2008-03-16', '2026-03-16', 18, true],
    ['1968-02-29', '2029-02-28', 60, true],
    ['1968-02-29', '2029-03-01', 61, false],
    ['2008-02-29', '2026-02-28', 17, false],
    ['2008-02-29', '2026-03-01', 18, true],
    ['2004-02-29', '2028-02-29', 24, true],
  ])('computes for someone born %s, on %s, the age %s', (birth, day, age, allowed) => {
    expect([ageOn(birth, day), ageAllowed(birth, day)]).toEqual([age, allowed])
  })
})

describe('last day before the age limit', () => {
  it.each([
    ['1966-03-16', '2027-03-15'],
    ['1966-01-01', '2026-12-31'],
    ['1966-12-31', '2027-12-30'],
    ['1967-03-01', '2028-02-29'],
    ['1966-03-01', '2027-02-28'],
    ['1968-02-29', '2029-02-28'],
    ['1968-02-28', '2029-02-27'],
    ['1972-02-29', '2033-02-28'],
  ])('returns for someone born %s the day %s', (birth, last) => expect(lastAllowedDay(birth)).toBe(last))

  const births = fc.integer({ min: Date.UTC(1930, 0, 1) / DAY_MS, max: Date.UTC(2030, 11, 31) / DAY_MS })
  const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10)

  it('is the last day that ageAllowed accepts, for any date of birth', () =>
    fc.assert(
      fc.property(births.map(dayOf), (birth) => {
        const last = lastAllowedDay(birth)
        expect([ageAllowed(birth, last), ageAllowed(birth, dayAfter(last))]).toEqual([true, false])
      }),
      { numRuns: 2_000 },
    ))

  it('is 28 February for every leap day of a century', () => {
    for (let year = 1932; year <= 2028; year += 4) {
      const last = lastAllowedDay(`${year}-02-29`)
      expect(last).toBe(`${year + 61}-02-28`)
      expect(ageAllowed(`${year}-02-29`, dayAfter(last))).toBe(false)
    }
  })

  it('is never later for an older person than for a younger one', () =>
    fc.assert(
      fc.property(births, fc.nat(40_000), (oldest, younger) => {
        expect(lastAllowedDay(dayOf(oldest)) <= lastAllowedDay(dayOf(oldest + younger))).toBe(true)
      }),
    ))
})
