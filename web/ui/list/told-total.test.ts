// What the pager says of a list that counts up to a number.

import { expect, it } from 'vitest'
import { tellTotal } from './told-total.ts'

it.each([
  [0, undefined, 0, '0'],
  [1_234_567, undefined, 1_234_567, '1,234,567'],
  [9_999, 10_000, 9_999, '9,999'],
  [10_000, 10_000, 10_000, '10,000'],
  [10_001, 10_000, 10_000, '10,000+'],
])(
  '%i rows of a list that counts up to %s: %i are reached, told as %s',
  (total, countsUpTo, reached, told) => {
    expect(tellTotal(total, countsUpTo)).toEqual({ reached, told })
  },
)
