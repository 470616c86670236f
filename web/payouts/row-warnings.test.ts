// What the chips of a row say, and in which order.

import { expect, test } from 'vitest'
import { type WarnedRow, warningsOfRow } from './row-warnings.ts'

const row = (over: Partial<WarnedRow>): WarnedRow => ({
  warnings: [],
  aboveVat: false,
  platformPaidFen: null,
  amountFen: 300_000n,
  ...over,
})

test('says the highest first, and a changed card with an unusual amount as one', () => {
  const words = warningsOfRow(
    row({
      warnings: [
        { kind: 'card-changed' },
        { kind: 'card-shared' },
        { kind: 'amount-unusual', about: '50000' },
        { kind: 'unsigned' },
      ],
    }),
  )
  expect(words.map(({ short, why }) => [short, why])).toEqual([
    ['换卡且金额异常', '平时 500.00；收款卡与上次不同'],
    ['多人共用一张卡', '与其他人的收款卡相同'],
    ['未签约', '未签约'],
  ])
})

test.each([
  [1, '与第 9 行 周建国 同一张卡'],
  [1_200, '与第 9 行 周建国 等 1,200 人同一张卡'],
])('names the row that a card is shared with, of %i', (people, why) => {
  const others = { row: 9, name: '周建国', people }
  const [words] = warningsOfRow(row({ warnings: [{ kind: 'card-shared', others }] }))
  expect(words?.why).toBe(why)
})

test.each([
  ['50000', '金额高于往常'],
  ['3000000', '金额低于往常'],
])('compares the amount with the usual %s', (about, short) => {
  const [words] = warningsOfRow(row({ warnings: [{ kind: 'amount-unusual', about }] }))
  expect(words?.short).toBe(short)
})

test('tells the sum over the companies only where it is known', () => {
  const [known] = warningsOfRow(row({ aboveVat: true, platformPaidFen: 9_000_000n }))
  expect(known?.why).toContain('90,000.00')
  const [unknown] = warningsOfRow(row({ aboveVat: true }))
  expect(unknown?.why).toBe('超增值税起征点')
})
