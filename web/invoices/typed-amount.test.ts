// Typed amounts, and the edge of what may be invoiced.

import { expect, it } from 'vitest'
import { overQuotaWords, typedFen } from './typed-amount.ts'

it.each([
  [undefined, undefined],
  [null, undefined],
  [0, undefined],
  [0.01, 1n],
  [428_553.8, 42_855_380n],
  [999_999_999.99, 99_999_999_999n],
  [0.001, undefined],
])('converts a typed amount of %s yuan to %s fen', (yuan, fen) => {
  expect(typedFen(yuan)).toBe(fen)
})

it('accepts an amount up to the quota and shows what is left when exceeded', () => {
  const quota = { invoiceableFen: 123_456_789n }
  expect(overQuotaWords(123_456_789n, quota)).toBeUndefined()
  expect(overQuotaWords(123_456_790n, quota)).toBe('开票金额超出可开票金额（当前可开票 1,234,567.89 元）')
  expect(overQuotaWords(1n, { invoiceableFen: -100n })).toBe('开票金额超出可开票金额（当前可开票 -1.00 元）')
  expect(overQuotaWords(undefined, quota)).toBeUndefined()
  expect(overQuotaWords(1n, undefined)).toBeUndefined()
})
