// The figures that an approver confirms: people and payouts apart, and what tax leaves.

import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { expect, test } from 'vitest'
import { approvalLines } from './approval-lines.ts'

const batch = {
  peopleCount: 1_027,
  payableCount: 1_028,
  grossFen: 1_000_000n,
  feeFen: 65_000n,
  taxFen: 0n,
  vatFen: 0n,
  withholdsTax: false,
} as BatchHead

const told = (over: Partial<BatchHead> = {}) =>
  approvalLines({ ...batch, ...over }).map(({ label, value }) => `${label} ${value}`)

test('names people and payouts beside fee and settlement', () => {
  expect(told()).toEqual(['收款人数 1,027 人 · 1,028 笔', '服务费 ¥650.00', '结算总额 ¥10,650.00'])
})

test.each([
  ['tax', { withholdsTax: true, taxFen: 20_000n }, ['个税（试算） ¥200.00', '实发合计 ¥9,800.00']],
  [
    'no tax of a company that withholds',
    { withholdsTax: true },
    ['个税（试算） ¥0.00', '实发合计 ¥10,000.00'],
  ],
  ['VAT', { vatFen: 9_900n }, ['增值税及附加（试算） ¥99.00', '实发合计 ¥9,901.00']],
])('tells what is left after %s', (_, over, lines) => {
  expect(told(over).slice(1, 3)).toEqual(lines)
})
