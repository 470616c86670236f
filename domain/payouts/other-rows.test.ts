// Rows that pay nobody, by their words, and sums with fees below them.

import { expect, it } from 'vitest'
import { feeOfRow, isNote, kindOfRow, RunningSums } from './other-rows.ts'

it.each([
  [['合', '计'], 'total'],
  [['合', '计', '3'], 'total'],
  [['小', '计'], 'subtotal'],
  [['应付总额'], 'total'],
  [['合', '王'], undefined],
])('%j is a %s', (texts, kind) => expect(kindOfRow(texts, true)?.kind).toBe(kind))

it.each([
  [['服务费（6%）'], '服务费'],
  [['', '平台管理费'], '平台管理费'],
  [['服务人员'], undefined],
  [['王税'], undefined],
])('%j is a row of the fee %s', (texts, fee) => expect(feeOfRow(texts)).toBe(fee))

it('knows the total that holds the fees, and no other', () => {
  const sums = new RunningSums()
  sums.add('1000.5')
  expect(sums.isWithFees('1000.5')).toBe(false)
  sums.addFee('60')
  expect(sums.isWithFees('1060.50')).toBe(true)
  expect(sums.isWithFees('1060.51')).toBe(false)
  expect(sums.close('total', '1000.5')).toMatchObject({ agrees: true })
})

it.each([
  [['必填', '18位', '11位', '选填', '1619位', '数字，两位小数', '如2026-01', '不超过100字'], true],
  [['必填', '王小明'], false],
  [['18位', '6222020001111222233'], false],
])('%j tells how to fill in: %s', (texts, isSo) => expect(isNote(texts)).toBe(isSo))
