// A person's months and limit, as the page draws them.

import { describe, expect, it } from 'vitest'
import { drawsLimit, sharesOf } from './month-scale.ts'

it.each([
  [2_300_000n, true],
  [2_299_999n, false],
  [0n, false],
])('with a highest bar of %s fen the limit line at 92,000 yuan is drawn: %s', (highest, drawn) => {
  expect(drawsLimit(highest, 9_200_000n)).toBe(drawn)
})

describe('shares of the monthly limit', () => {
  const limit = (limitFen: bigint, paidFen: bigint, openFen: bigint) =>
    sharesOf({ limitFen, paidFen, openFen })

  it('follow the amounts', () => {
    expect(limit(10_000n, 3_334n, 2_500n)).toEqual({ paid: 33.34, open: 25 })
  })

  it('never exceed the bar', () => {
    expect(limit(10_000n, 9_000n, 9_000n)).toEqual({ paid: 90, open: 10 })
    expect(limit(10_000n, 20_000n, 1n)).toEqual({ paid: 100, open: 0 })
  })

  it('are zero without a limit', () => {
    expect(limit(0n, 1n, 1n)).toEqual({ paid: 0, open: 0 })
  })
})
