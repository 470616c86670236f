// Shanghai days at their edges.

import { describe, expect, it } from 'vitest'
import {
  addDays,
  daysFrom,
  endOfDay,
  firstWholeDay,
  shanghaiDay,
  shanghaiMinute,
  shanghaiMonth,
  startOfDay,
} from './shanghai.ts'

describe('Shanghai calendar', () => {
  it.each([
    ['2026-10-31T15:59:59.999Z', '2026-10-31', '2026-10'],
    ['2026-10-31T16:00:00.000Z', '2026-11-01', '2026-11'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01', '2027-01'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29', '2028-02'],
  ])('converts %s to the Shanghai day %s', (iso, day, month) => {
    expect(shanghaiDay(new Date(iso))).toBe(day)
    expect(shanghaiMonth(new Date(iso))).toBe(month)
  })

  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2026-03-16', 0, '2026-03-16'],
    ['2026-01-01', -365, '2025-01-01'],
  ])('adds to %s %i days and returns %s', (day, count, other) => {
    expect(addDays(day, count)).toBe(other)
    expect(count < 0 ? daysFrom(other, day) : daysFrom(day, other)).toBe(Math.abs(count) + 1)
  })

  it.each([
    ['2026-10-31T16:00:00.000Z', '2026-11-01'],
    ['2026-10-31T16:00:00.001Z', '2026-11-02'],
    ['2026-12-31T15:59:59.999Z', '2027-01-01'],
  ])('the first whole day from %s on is %s', (iso, day) => {
    expect(firstWholeDay(new Date(iso))).toBe(day)
  })

  it('returns a half-open interval for a day', () => {
    expect(startOfDay('2026-11-01').toISOString()).toBe('2026-10-31T16:00:00.000Z')
    expect(endOfDay('2026-11-01').toISOString()).toBe('2026-11-01T16:00:00.000Z')
    expect(shanghaiMinute(new Date('2026-11-13T01:12:40Z'))).toBe('2026-11-13 09:12')
  })
})
