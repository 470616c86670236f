// Reasons of bad rows, counted for the chips.

import { expect, test } from 'vitest'
import { countReasons, reasonsOf } from './failure-reasons.ts'

test('counts each reason of a row with several reasons', () => {
  const rows = [
    { reason: '身份证号不正确；手机号不正确' },
    { reason: '身份证号不正确' },
    { reason: '与第 398 行重复' },
    { reason: '与第 12 行重复' },
    { reason: '身份证号不正确；与第 3 行重复' },
  ]
  expect(countReasons(rows)).toEqual([
    { reason: '身份证号不正确', count: 3 },
    { reason: '与其他行重复', count: 3 },
    { reason: '手机号不正确', count: 1 },
  ])
})

test('omits advice from the reason', () => {
  expect(reasonsOf({ reason: '银行卡号已损坏，请将单元格设为文本格式' })).toEqual(['银行卡号已损坏'])
})

test.each([
  ['金额不正确（一千元）；手机号不正确', ['金额不正确', '手机号不正确']],
  [
    '银行卡号不正确；金额不正确（超过两位小数：12.345；若显示为 12.35，请改填 12.35，公式请用 ROUND 保留两位）',
    ['银行卡号不正确', '金额不正确'],
  ],
  ['金额不正确（一千（元）；所属月份不正确（2026）13）', ['金额不正确', '所属月份不正确']],
])('omits the wrong value and what is said of it: %s', (reason, reasons) => {
  expect(reasonsOf({ reason })).toEqual(reasons)
})
