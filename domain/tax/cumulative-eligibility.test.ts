// Cumulative withholding and the day on which the platform's basic information was filed.

import { describe, expect, it } from 'vitest'
import { cumulativeUnfiled, isFilingDay, methodOfNew } from './cumulative-eligibility.ts'

describe('the day of filing', () => {
  it.each([
    ['2025-06-19', false],
    ['2025-06-20', true],
    ['2026-11-16', true],
    ['2026-11-17', false],
    ['2026-02-30', false],
    ['2026-2-3', false],
    ['', false],
  ])('%j is a day of filing on 2026-11-16: %s', (text, is) => {
    expect(isFilingDay(text, '2026-11-16')).toBe(is)
  })
})

it('a new provider withholds cumulatively only where it has filed', () => {
  expect(methodOfNew('')).toBe('per-payment')
  expect(methodOfNew('2025-10-20')).toBe('cumulative')
})

it.each([
  ['cumulative', '', true],
  ['cumulative', '2025-10-20', false],
  ['per-payment', '', false],
  ['per-payment', '2025-10-20', false],
] as const)('%s with the day %j is pointed out: %s', (method, filedOn, is) => {
  expect(cumulativeUnfiled(method, filedOn)).toBe(is)
})
