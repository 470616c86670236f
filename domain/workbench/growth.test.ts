import { describe, expect, it } from 'vitest'
import { failureRate, growthOf, pointsBetween } from './growth.ts'

describe('growth', () => {
  it.each([
    [1_124n, 1_000n, 'up', 124],
    [876n, 1_000n, 'down', 124],
    [1_000n, 1_000n, 'same', 0],
    [0n, 1_000n, 'down', 1_000],
    [3_000n, 1_000n, 'up', 2_000],
    // Half a tenth rounds up, less is none.
    [10_005n, 10_000n, 'up', 1],
    [10_004n, 10_000n, 'same', 0],
    [9_996n, 10_000n, 'same', 0],
    [284_631_020n, 253_230_444n, 'up', 124],
  ])('of %s against %s is computed', (now, before, way, tenths) => {
    expect(growthOf(now, before)).toEqual({ way, tenths })
  })

  it('is undefined against zero', () => {
    expect(growthOf(5n, 0n)).toBeUndefined()
    expect(growthOf(0n, 0n)).toBeUndefined()
  })
})

describe('failure rate', () => {
  it.each([
    [0, 0, undefined],
    [0, 7, 0],
    [7, 0, 10_000],
    [14, 3_398, 41],
    [1, 2, 3_333],
    [2, 1, 6_667],
    // One in twenty thousand is half of a hundredth.
    [1, 19_999, 1],
    [1, 20_000, 0],
  ])('with %i failed and %i succeeded is computed', (failed, succeeded, rate) => {
    expect(failureRate(failed, succeeded)).toBe(rate)
  })

  it.each([
    [41, 61, 'down', 20],
    [61, 41, 'up', 20],
    [41, 41, 'same', 0],
    [0, 10_000, 'down', 10_000],
  ])('changes from %i against %i in percentage points', (now, before, way, hundredths) => {
    expect(pointsBetween(now, before)).toEqual({ way, hundredths })
  })
})
