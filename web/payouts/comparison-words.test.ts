// What is said of a batch beside an earlier one.

import { expect, test } from 'vitest'
import { factsLine, riskLine } from './comparison-words.ts'

const same = {
  lastFen: 500_000n,
  nowFen: 500_000n,
  addedPeople: 0,
  addedFen: 0n,
  removedPeople: 0,
  removedFen: 0n,
  changedFen: 0n,
  cardPeople: 0,
  risenPeople: 0,
  steadyPeople: 1_200,
  highFen: 0n,
}
const allNew = { ...same, addedPeople: 3, addedFen: 500_000n, removedPeople: 4, steadyPeople: 0 }

test.each([
  ['the same people', same, '人员、收款卡与上批相同'],
  ['others', allNew, '新增 3 人 +5,000.00 · 减少 4 人'],
  ['cards and rises', { ...same, cardPeople: 2, risenPeople: 1 }, '2 人收款卡变更 · 1 人金额上涨超过 50%'],
])('says what changed: %s', (_, figures, words) => {
  expect(factsLine(figures)).toBe(words)
})

test.each([
  ['steady people', same, '没有高风险；1,200 人变动在 10% 以内'],
  ['only new people', allNew, '没有高风险；本批人员均为新增'],
  ['people who all changed', { ...same, steadyPeople: 0 }, '没有高风险；上批已有的人变动均超过 10%'],
  ['nobody left to pay', { ...same, nowFen: 0n, steadyPeople: 0 }, '没有高风险'],
])('never counts zero steady people: %s', (_, figures, words) => {
  expect(riskLine({ highCount: 0 }, figures)).toBe(words)
})

test('says how much of the batch is at high risk', () => {
  expect(riskLine({ highCount: 4 }, { ...same, highFen: 26_000n })).toBe(
    '高风险 4 笔共 260.00 元，占本批 5.2%；1,200 人变动在 10% 以内',
  )
})
