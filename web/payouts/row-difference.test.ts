// What a row says of the earlier batch: more, less, the same, several payouts, nobody there.

import { expect, it } from 'vitest'
import { rowDifference } from './row-difference.ts'

it.each([
  ['more', 1_850_000n, 3_020_000n, 3_020_000n, { amount: '+11,700.00', share: '↑ 63.2%' }],
  ['less', 2_000_000n, 1_945_000n, 1_945_000n, { amount: '−550.00', share: '↓ 2.8%' }],
  ['the same', 10_000n, 10_000n, 10_000n, { amount: '0.00', share: '持平' }],
  [
    'too little for a tenth of a percent',
    1_000_000n,
    1_000_001n,
    1_000_001n,
    { amount: '+0.01', share: '↑ 0.0%' },
  ],
  ['the sum of several payouts', 10_000n, 15_000n, 5_000n, { amount: '+50.00', share: '↑ 50.0% · 本人合计' }],
  ['nobody there', null, 15_000n, 15_000n, undefined],
])('says %s', (_, lastFen, nowFen, amountFen, expected) => {
  expect(rowDifference({ lastFen, nowFen }, amountFen)).toEqual(expected)
})
