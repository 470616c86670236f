// Amounts in Chinese capitals.

import { expect, test } from 'vitest'
import { chineseCapitals } from './chinese-capitals.ts'

test.each([
  [38_642_050n, '叁拾捌万陆仟肆佰贰拾元伍角整'],
  [10_000_000n, '壹拾万元整'],
  [12_345_678_901n, '壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元零壹分'],
  [100_507n, '壹仟零伍元零柒分'],
  [5n, '伍分'],
  [0n, '零元整'],
])('%s fen in capitals', async (fen, text) => {
  expect(await chineseCapitals(fen)).toBe(text)
})
