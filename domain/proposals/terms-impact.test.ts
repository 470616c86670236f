// The fees that a changed rate brings or takes, at the boundaries.

import { expect, it } from 'vitest'
import { feeChange } from './terms-impact.ts'

it.each([
  [138_620_475n, 65_000, 58_000, -970_343n],
  [100_000_000n, 65_000, 70_000, 500_000n],
  [0n, 65_000, 70_000, 0n],
  [100_000_000n, 65_000, 65_000, undefined],
])('of %s fen from %d to %d: %s', (paid, from, to, expected) =>
  expect(feeChange(paid, from, to)).toBe(expected),
)
