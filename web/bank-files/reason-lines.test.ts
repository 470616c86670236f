// Pairs of reasons as they are typed, and back.

import { expect, it } from 'vitest'
import { reasonLines, reasonsIn } from './reason-lines.ts'

it.each([
  ['', []],
  ['E1=账户不存在', [{ bank: 'E1', ours: '账户不存在' }]],
  [
    ' E1 = 账户不存在 \n\nE2=户名=不符',
    [
      { bank: 'E1', ours: '账户不存在' },
      { bank: 'E2', ours: '户名=不符' },
    ],
  ],
  ['E1', [{ bank: 'E1', ours: '' }]],
])('%j is %j', (text, reasons) => {
  expect(reasonsIn(text)).toEqual(reasons)
  expect(reasonsIn(reasonLines(reasons))).toEqual(reasons)
})
