// The parts of the bar add up whatever the counts are.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentDone, SHARES, sharesOf } from './progress-shares.ts'

test('computes the shares of 842 succeeded, 5 failed, 39 at the bank and 399 waiting', () => {
  expect(sharesOf({ succeeded: 842, failed: 5, atBank: 39, waiting: 399 })).toEqual({
    succeeded: 65.6,
    failed: 0.4,
    atBank: 3,
    waiting: 31,
  })
})

test('returns zero shares for zero counts', () => {
  expect(sharesOf({ succeeded: 0, failed: 0, atBank: 0, waiting: 0 })).toEqual({
    succeeded: 0,
    failed: 0,
    atBank: 0,
    waiting: 0,
  })
})

test('returns shares that total 100 and are visible exactly when non-zero, for any counts', () => {
  const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 100_000 }))
  const counts = fc.record({ succeeded: count, failed: count, atBank: count, waiting: count })
  fc.assert(
    fc.property(counts, (given) => {
      fc.pre(SHARES.some((share) => given[share] > 0))
      const shares = sharesOf(given)
      expect(SHARES.reduce((sum, share) => sum + Math.round(shares[share] * 10), 0)).toBe(1_000)
      for (const share of SHARES) expect(shares[share] >= 0.4).toBe(given[share] > 0)
    }),
  )
})

test.each([
  [847, 1_285, '65.9'],
  [99_999, 100_000, '99.9'],
  [7, 7, '100.0'],
  [0, 3, '0.0'],
  [0, 0, '100.0'],
])('%s of %s is shown as %s %%', (done, total, percent) => {
  expect(percentDone(done, total)).toBe(percent)
})
