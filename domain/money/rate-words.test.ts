// Rates in words: whole numbers as they are spoken, every decimal by itself.

import { expect, it } from 'vitest'
import { MAX_RATE, type Rate } from './rate.ts'
import { rateInWords } from './rate-words.ts'

it.each([
  [0, '百分之零'],
  [1, '百分之零点零零零一'],
  [5_000, '百分之零点五'],
  [10_000, '百分之一'],
  [65_000, '百分之六点五'],
  [65_025, '百分之六点五零二五'],
  [100_000, '百分之十'],
  [100_500, '百分之十点零五'],
  [120_000, '百分之十二'],
  [200_000, '百分之二十'],
  [209_900, '百分之二十点九九'],
  [990_000, '百分之九十九'],
  [999_999, '百分之九十九点九九九九'],
  [MAX_RATE, '百分之一百'],
] as const)('spells rate %i as %s', (rate, words) => {
  expect(rateInWords(rate)).toBe(words)
})

it('spells every whole percentage differently', () => {
  const whole = Array.from({ length: 101 }, (_, percent): Rate => percent * 10_000)
  expect(new Set(whole.map(rateInWords)).size).toBe(101)
})
