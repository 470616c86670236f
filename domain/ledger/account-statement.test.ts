// Months of account statements at their edges, in Shanghai time.

import { describe, expect, it } from 'vitest'
import { isClosed, monthBounds, validateStatementMonth } from './account-statement.ts'

describe('months of account statements', () => {
  it.each([
    // The last instant of October in Shanghai, and the first of November.
    ['2026-11', '2026-09', '2026-10-31T15:59:59.999Z', 'fund-statement-ahead'],
    ['2026-11', '2026-09', '2026-10-31T16:00:00.000Z', undefined],
    ['2026-12', '2026-09', '2026-11-15T00:00:00.000Z', 'fund-statement-ahead'],
    ['2026-09', '2026-09', '2026-11-15T00:00:00.000Z', undefined],
    ['2026-08', '2026-09', '2026-11-15T00:00:00.000Z', 'fund-statement-before'],
    ['2025-12', '2026-01', '2026-11-15T00:00:00.000Z', 'fund-statement-before'],
    ['2026-11', undefined, '2026-11-15T00:00:00.000Z', 'fund-statement-before'],
  ] as const)('judges month %s with first posting in %s at %s as %s', (month, first, now, refusal) => {
    expect(validateStatementMonth(month, first, new Date(now))).toBe(refusal)
  })

  it.each([
    ['2026-10', '2026-10-31T16:00:00.000Z', false],
    ['2026-10', '2026-10-31T16:09:59.999Z', false],
    ['2026-10', '2026-10-31T16:10:00.000Z', true],
    ['2026-12', '2026-12-31T16:10:00.000Z', true],
    ['2026-11', '2026-11-15T00:00:00.000Z', false],
  ])('%s at %s is closed: %s', (month, now, closed) => {
    expect(isClosed(month, new Date(now))).toBe(closed)
  })

  it('returns half-open bounds across the turn of the year', () => {
    expect(monthBounds('2026-12')).toEqual({
      from: new Date('2026-11-30T16:00:00.000Z'),
      to: new Date('2026-12-31T16:00:00.000Z'),
    })
  })
})
