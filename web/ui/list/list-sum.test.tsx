// What a list tells of the money that its filters find.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListSum, type Summed } from './list-sum.tsx'

const told = (answer: Summed | undefined) =>
  renderToStaticMarkup(<ListSum answer={answer} />).replaceAll(/<[^>]*>/g, '')

test('tells rows and money with separators, over all pages', () => {
  expect(told({ count: 1_204, beside: { sumFen: 123_456_789n } })).toBe('共 1,204 条，合计 1,234,567.89 元')
})

test.each([
  ['no answer yet', undefined],
  ['nothing found', { count: 0, beside: { sumFen: 0n } }],
  ['a list that is told no sum', { count: 3, beside: {} }],
])('says nothing of %s', (_, answer) => {
  expect(told(answer)).toBe('')
})
