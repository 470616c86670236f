// The figure from which people are watched lies below the one from which they may owe VAT.

import { expect, it } from 'vitest'
import { MONTHLY_LIMIT_DEFAULT_FEN } from '../limits/monthly-limit.ts'
import { VAT_THRESHOLD_FEN, VAT_WATCH_FEN } from './vat-threshold.ts'

it('watches people before they reach the threshold', () => {
  expect(VAT_WATCH_FEN).toBe(9_200_000n)
  expect(VAT_WATCH_FEN).toBeLessThan(VAT_THRESHOLD_FEN)
})

it('keeps a person below the threshold at a provider with the default limit', () => {
  expect(MONTHLY_LIMIT_DEFAULT_FEN).toBe(9_200_000n)
  expect(MONTHLY_LIMIT_DEFAULT_FEN).toBeLessThan(VAT_THRESHOLD_FEN)
})
