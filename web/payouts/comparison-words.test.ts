// What is said of a batch beside an earlier one.

import { expect, test } from 'vitest'
import { factsOf, riskLine, totalDifference } from './comparison-words.ts'

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

const fact = (words: string, change?: string) => ({ words, change })

test.each([
  ['the same people', same, []],
  ['others', allNew, [fact('新增 3 人 +5,000.00', 'added'), fact('减少 4 人')]],
  [
    'cards and rises',
    { ...same, cardPeople: 2, risenPeople: 1 },
    [fact('2 人收款卡变更', 'card'), fact('1 人金额上涨超过 50%', 'risen')],
  ],
])('says what changed, and what finds its rows: %s', (_, figures, facts) => {
  expect(factsOf(figures)).toEqual(facts)
})

test.each([
  [48_635_000n, 52_364_000n, '较上批 +37,290.00 · +7.7%'],
  [52_364_000n, 48_635_000n, '较上批 −37,290.00 · −7.1%'],
  [100n, 1_000_000n, '较上批 +9,999.00 · +999,900.0%'],
  [100_000_000n, 100_000_001n, '较上批 +0.01'],
  [500n, 500n, '较上批 0.00'],
  [0n, 500n, '较上批 +5.00'],
])('says how the total differs from %s to %s', (lastFen, nowFen, words) => {
  expect(totalDifference({ lastFen, nowFen }, false)).toBe(words)
  expect(totalDifference({ lastFen, nowFen }, true)).toBe(words.split(' · ')[0])
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
