// When every high risk counts as checked.

import type { ListedRisk } from '@paywages/wire/payouts/shapes.ts'
import { expect, test } from 'vitest'
import { checksOf, isTyped, missingOf } from './risk-drafts.ts'

const risk = (riskId: string): ListedRisk => ({
  riskId,
  kind: 'card-shared',
  names: [],
  rowNumbers: [2],
  rowCount: 1,
  amountFen: 1n,
  about: '',
  earlier: [],
})
const RISKS = [risk('a'), risk('b')]

test('needs a tick and a word of two characters for each', () => {
  const missing = (drafts: Parameters<typeof missingOf>[1]) => {
    const { unticked, wordless } = missingOf(RISKS, drafts)
    return [unticked.map(({ riskId }) => riskId), wordless.map(({ riskId }) => riskId)]
  }
  expect(missing({})).toEqual([['a', 'b'], []])
  expect(missing({ a: { checked: true, word: ' 核 ' }, b: { checked: false, word: '已核' } })).toEqual([
    ['b'],
    ['a'],
  ])
  expect(missing({ a: { checked: true, word: '已核' }, b: { checked: true, word: '已核' } })).toEqual([
    [],
    [],
  ])
})

test('sends what stands now, and keeps what was typed for it', () => {
  const drafts = { a: { checked: true, word: ' 已核对 ' }, gone: { checked: true, word: '旧的' } }
  expect(checksOf([risk('a')], drafts)).toEqual([{ riskId: 'a', word: '已核对' }])
  expect([isTyped({}), isTyped({ a: { checked: true, word: ' ' } }), isTyped(drafts)]).toEqual([
    false,
    false,
    true,
  ])
})
