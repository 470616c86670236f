// Sums in the characters of banks, as they are written and as they are miswritten.

import { expect, it } from 'vitest'
import { capitalSums } from './capital-amount.ts'
import { chineseCapitals } from './chinese-capitals.ts'

it.each<[string, readonly bigint[]]>([
  ['壹仟贰佰叁拾肆元伍角整', [123_450n]],
  ['人民币（大写）壹万贰仟叁佰肆拾伍元整 ￥12,345.00', [1_234_500n]],
  ['壹佰元正', [10_000n]],
  ['壹佰圆', [10_000n]],
  ['壹仟零伍元零叁分', [100_503n]],
  ['壹仟零伍元叁角零贰分', [100_532n]],
  ['壹仟零伍元叁角贰分', [100_532n]],
  ['拾元整', [1_000n]],
  ['壹拾万零伍佰元整', [10_050_000n]],
  ['壹亿零贰万元整', [10_002_000_000n]],
  ['壹万亿元整', [100_000_000_000_000n]],
  ['貳仟參佰陸拾圓整', [236_000n]],
  ['壹 仟 元 整', [100_000n]],
  ['壹佰元整（贰佰元整）', [10_000n, 20_000n]],
  ['零元整', [0n]],
  ['壹壹元', []],
  ['仟元', []],
  ['壹仟贰佰', []],
  ['陆伍', []],
  ['一百元', []],
  ['100元', []],
  ['', []],
])('%s is %s', (text, sums) => expect(capitalSums(text)).toEqual(sums))

it.each([100n, 1_005n, 10_010n, 123_456n, 10_000_100n, 99_999_999_999n, 1_234_000_000_000_000n])(
  'reads what is written of %s fen',
  (fen) => expect(capitalSums(`人民币${chineseCapitals(fen)}`)).toEqual([fen]),
)
