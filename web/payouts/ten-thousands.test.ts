import { expect, it } from 'vitest'
import { signedTenThousands, tenThousands } from './ten-thousands.ts'

it.each([
  [0n, '0.00'],
  [4_999n, '0.00'],
  [5_000n, '0.01'],
  [16_987_257n, '16.99'],
  [52_364_000n, '52.36'],
  [12_345_678_900n, '12,345.68'],
])('writes %d fen as %s', (fen, words) => {
  expect(tenThousands(fen)).toBe(words)
})

it.each([
  [1_820_000n, '+1.82'],
  [-1_580_000n, '−1.58'],
  [-4_999n, '0.00'],
  [0n, '0.00'],
])('signs %d fen as %s', (fen, words) => {
  expect(signedTenThousands(fen)).toBe(words)
})
