import { expect, it } from 'vitest'
import { figure } from './figure.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
])('writes %i as %s', (count, words) => {
  expect(figure(count)).toBe(words)
})
