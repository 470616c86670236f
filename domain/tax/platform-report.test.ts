// The boundaries of the quarter's report: who needs one, which kind of income holds on a day, what changed of an identity.

import { describe, expect, it } from 'vitest'
import {
  type DatedIncomeKind,
  type Identity,
  type IdentityChange,
  identityChange,
  incomeKindOn,
  isReported,
  netFen,
} from './platform-report.ts'

describe('quarter’s report', () => {
  it.each([
    ['nothing declared', 2, 0, true],
    ['declared in part', 2, 1, true],
    ['declared in full', 2, 2, false],
    ['one payout, declared', 1, 1, false],
  ])('%s', (_, payments, declaredPayments, reported) => {
    expect(isReported({ payments, declaredPayments }, false)).toBe(reported)
    expect(isReported({ payments, declaredPayments }, true)).toBe(true)
  })

  it('takes what came back off the gross, below zero where it was paid in an earlier quarter', () => {
    expect(netFen({ paidFen: 5n, takenBackFen: 2n })).toBe(3n)
    expect(netFen({ paidFen: 0n, takenBackFen: 2n })).toBe(-2n)
  })

  it('goes by the kind of income in force on the day', () => {
    const kinds: readonly DatedIncomeKind[] = [
      { effectiveFrom: '2025-10-01', source: 'one', kind: 'labour-service' },
      { effectiveFrom: '2027-01-01', source: 'two', kind: 'labour-service' },
    ]
    const sources = ['2020-01-01', '2025-10-01', '2026-12-31', '2027-01-01'].map(
      (day) => incomeKindOn(day, kinds).source,
    )
    expect(sources).toEqual(['one', 'one', 'one', 'two'])
    expect(() => incomeKindOn('2027-01-01', [])).toThrow(RangeError)
  })
})

describe('identity', () => {
  const now: Identity = { name: '安一', phone: 'a' }

  it.each<[Identity | undefined, IdentityChange]>([
    [undefined, 'first'],
    [{ ...now }, 'same'],
    [{ ...now, name: '安二' }, 'name'],
    [{ ...now, phone: 'b' }, 'phone'],
    [{ name: '安二', phone: 'b' }, 'name-and-phone'],
  ])('%o is %s', (before, change) => {
    expect(identityChange(before, now)).toBe(change)
  })
})
