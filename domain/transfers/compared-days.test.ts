import { describe, expect, it } from 'vitest'
import { agreedUntil, comparedDays, firstHeld } from './compared-days.ts'

const at = (time: string) => new Date(`${time}+08:00`)

describe('comparedDays', () => {
  it.each([
    ['the same day', '2026-11-19', null, '2026-11-19T10:00:00', undefined, '2026-11-19', '2026-11-19'],
    ['two days ago', '2026-11-17', null, '2026-11-19T10:00:00', undefined, '2026-11-17', '2026-11-19'],
    [
      'a clock before the common day',
      '2026-11-17',
      null,
      '2026-11-10T10:00:00',
      undefined,
      '2026-11-10',
      '2026-11-17',
    ],
    [
      'a clock in the last instant before it',
      '2026-11-17',
      null,
      '2026-11-16T23:59:59',
      undefined,
      '2026-11-16',
      '2026-11-17',
    ],
    [
      'a clock before what was written last',
      '2026-11-17',
      '2026-11-19T00:00:00',
      '2026-11-18T10:00:00',
      undefined,
      '2026-11-17',
      '2026-11-19',
    ],
    [
      'written just before midnight',
      '2026-11-17',
      '2026-11-18T23:59:59',
      '2026-11-18T10:00:00',
      undefined,
      '2026-11-17',
      '2026-11-18',
    ],
    [
      'a clock before all that is known',
      '2026-11-17',
      '2026-11-18T10:00:00',
      '2026-11-10T10:00:00',
      undefined,
      '2026-11-10',
      '2026-11-18',
    ],
    [
      'a bank whose day is a later one',
      '2026-11-17',
      '2026-11-18T10:00:00',
      '2026-11-10T10:00:00',
      '2026-11-20T00:00:00',
      '2026-11-10',
      '2026-11-20',
    ],
    [
      'a bank whose day is an earlier one',
      '2026-11-17',
      '2026-11-17T10:00:00',
      '2026-11-19T00:00:01',
      '2026-11-18T23:59:59',
      '2026-11-17',
      '2026-11-19',
    ],
    [
      'written while a clock was ahead, by as much as a bank may be behind',
      '2026-11-17',
      '2026-12-18T23:59:59',
      '2026-11-17T10:00:00',
      '2026-11-17T10:00:00',
      '2026-11-17',
      '2026-12-18',
    ],
    [
      'written while a clock was a day further ahead',
      '2026-11-17',
      '2026-12-19T00:00:00',
      '2026-11-17T10:00:00',
      '2026-11-17T10:00:00',
      '2026-11-17',
      '2026-12-18',
    ],
    [
      'a clock that is years ahead',
      '2026-11-17',
      null,
      '2036-01-01T10:00:00',
      '2026-11-19T10:00:00',
      '2026-11-17',
      '2026-12-20',
    ],
    [
      'a bank that was set back, to before what was compared',
      '2026-11-17',
      '2036-01-01T10:00:00',
      '2026-11-18T10:00:00',
      '2026-11-01T10:00:00',
      '2026-11-17',
      '2026-12-18',
    ],
    [
      'years ahead, at a bank that does not tell its day',
      '2026-11-17',
      '2036-01-01T10:00:00',
      '2026-11-18T10:00:00',
      undefined,
      '2026-11-17',
      '2036-01-01',
    ],
  ] as const)('%s', (_, commonDay, lastKnown, now, bankNow, first, last) => {
    const known = {
      lastKnown: lastKnown === null ? null : at(lastKnown),
      now: at(now),
      bankNow: bankNow && at(bankNow),
    }
    expect(comparedDays({ commonDay, ...known })).toEqual({ first, last })
  })
})

describe('firstHeld, where the bank keeps ninety days before its own', () => {
  it.each([
    ['by our clock', '2026-11-19', '2026-11-19T23:59:59', undefined, '2026-08-21'],
    ['by our clock a second later', '2026-11-19', '2026-11-20T00:00:00', undefined, '2026-08-22'],
    [
      'by the latest day known, where our clock is behind',
      '2026-11-19',
      '2026-01-01T10:00:00',
      undefined,
      '2026-08-21',
    ],
    [
      'by the bank, where our clock is ahead',
      '2026-11-19',
      '2027-06-01T10:00:00',
      '2026-11-19T10:00:00',
      '2026-08-21',
    ],
  ] as const)('%s', (_, commonDay, now, bankNow, day) => {
    const known = { commonDay, lastKnown: null, now: at(now), bankNow: bankNow && at(bankNow) }
    expect(firstHeld(known, 90)).toBe(day)
  })
})

describe('agreedUntil, where clocks may be a minute apart', () => {
  it.each([
    ['in the middle of a day', '2026-11-19T10:00:00', undefined, '2026-11-19'],
    ['in the first minute of a day', '2026-11-19T00:00:59', undefined, '2026-11-18'],
    ['after it', '2026-11-19T00:01:00', undefined, '2026-11-19'],
    ['by the bank, where its clock is behind', '2027-01-01T10:00:00', '2026-11-19T10:00:00', '2026-11-19'],
    ['by ours, where the bank is ahead', '2026-11-19T10:00:00', '2027-01-01T10:00:00', '2026-11-19'],
  ] as const)('%s', (_, now, bankNow, day) => {
    expect(agreedUntil({ now: at(now), bankNow: bankNow && at(bankNow) }, 60_000)).toBe(day)
  })
})
