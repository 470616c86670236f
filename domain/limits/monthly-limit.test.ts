// What is left of a month is exactly what a row may still ask for.

import { expect, it } from 'vitest'
import { leftBelowLimit, reachesLimit } from './monthly-limit.ts'

it.each([0n, 1n, 4_500_000n, 9_199_998n])(
  'of a month with %s fen, all that is left can be paid',
  (paidFen) => {
    const leftFen = leftBelowLimit(paidFen, 9_200_000n)
    expect(reachesLimit(paidFen + leftFen, 9_200_000n)).toBe(false)
    expect(reachesLimit(paidFen + leftFen + 1n, 9_200_000n)).toBe(true)
  },
)

it.each([9_199_999n, 9_200_000n, 9_300_000n])('nothing is left of a month with %s fen', (paidFen) => {
  expect(leftBelowLimit(paidFen, 9_200_000n)).toBe(0n)
})
