// The month in which an adjustment counts, months that are refused, and how far one below zero may go.

import { describe, expect, it } from 'vitest'
import { countedMonth, staysAboveZero, validateMonth } from './counted-month.ts'

describe('the month in which an adjustment counts', () => {
  it.each([
    ['nothing is closed', '2026-08', undefined, '2026-08'],
    ['an earlier month is closed', '2026-08', '2026-07', '2026-08'],
    ['its own month is the last closed', '2026-08', '2026-08', '2026-09'],
    ['later months are closed', '2026-08', '2026-10', '2026-11'],
    ['December is closed', '2025-12', '2025-12', '2026-01'],
  ])('%s', (_, month, lastClosed, counted) => expect(countedMonth(month, lastClosed)).toBe(counted))
})

describe('months that may be entered', () => {
  it.each([
    ['this month', '2026-11', '2026-10', undefined],
    ['an open month', '2026-08', '2026-07', undefined],
    ['a closed month of the year', '2026-08', '2026-10', undefined],
    ['the next month', '2026-12', '2026-10', 'adjustment-month-ahead'],
    ['last December while it is open', '2025-12', '2025-11', undefined],
    ['last December once it is closed', '2025-12', '2025-12', 'adjustment-year-over'],
    ['the year before last, where nothing was closed', '2024-12', undefined, 'adjustment-year-over'],
  ])('%s', (_, month, lastClosed, refusal) =>
    expect(validateMonth(month, { month: '2026-11', lastClosed })).toBe(refusal),
  )
})

describe('undoing by an amount below zero', () => {
  const counted = (month: string, amountFen: bigint) => ({ month, amountFen })
  it.each([
    ['the whole of what stands', [counted('2026-08', 200n)], counted('2026-08', -200n), true],
    ['one fen more', [counted('2026-08', 200n)], counted('2026-08', -201n), false],
    ['a part, in a later month', [counted('2026-08', 200n)], counted('2026-10', -50n), true],
    ['before it was entered', [counted('2026-08', 200n)], counted('2026-07', -200n), false],
    ['twice', [counted('2026-08', 200n), counted('2026-10', -200n)], counted('2026-08', -1n), false],
    ['last year’s', [counted('2025-12', 200n)], counted('2026-01', -200n), false],
    ['nothing', [], counted('2026-08', -1n), false],
    ['by more of the same', [counted('2026-08', 200n)], counted('2026-08', 1n), true],
  ])('%s', (_, confirmed, added, stays) => expect(staysAboveZero(confirmed, added)).toBe(stays))
})
