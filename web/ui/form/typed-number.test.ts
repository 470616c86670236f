// What is typed into a field for numbers is never changed without a word.

import { expect, it } from 'vitest'
import { readNumber, writeNumber } from './typed-number.ts'

it.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['12.', 12],
  ['.5', 0.5],
  ['1,234.50', 1234.5],
  ['1，234.50', 1234.5],
  ['１２３', 123],
  ['-5', -5],
  ['−5', -5],
  ['10001', 10_001],
])('reads %j as %j', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

it.each(['12.345', '0.30000000000000001', '12345678901234567890', 'abc', '1e3', '1.2.3', '一千元', '-'])(
  'keeps %j as it is, for the rules to refuse',
  (text) => {
    expect(readNumber(text)).toBe(text)
    expect(writeNumber(readNumber(text), 2)).toBe(text)
  },
)

it('groups thousands and fills decimals up, and rounds nothing', () => {
  expect(writeNumber(1_234_567.5, 2)).toBe('1,234,567.50')
  expect(writeNumber(-1_234, 2)).toBe('-1,234.00')
  expect(writeNumber(10_001, 0)).toBe('10,001')
  expect(writeNumber(1.5, 0)).toBe('1.5')
  expect(writeNumber(null, 2)).toBe('')
})
