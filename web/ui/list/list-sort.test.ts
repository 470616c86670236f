// Sorting as the address holds it, and what a click on a head does.

import { expect, test } from 'vitest'
import { nextSort, sortFromSearch, sortText } from './list-sort.ts'

const columns = [{ title: 'a' }, { title: 'b', sort: 'amount' }]

test.each([
  ['amount', { by: 'amount', descending: false }],
  ['-amount', { by: 'amount', descending: true }],
  ['name', undefined],
  ['--amount', undefined],
  [undefined, undefined],
])('reads %s', (sort, expected) => {
  expect(sortFromSearch(columns, { sort })).toEqual(expected)
})

test('a head sorts down, then up, then not at all', () => {
  const down = nextSort(undefined, 'amount')
  const up = nextSort(down, 'amount')
  expect([down, up, nextSort(up, 'amount')].map((sort) => sort && sortText(sort))).toEqual([
    '-amount',
    'amount',
    undefined,
  ])
  expect(nextSort(up, 'time')).toEqual({ by: 'time', descending: true })
})
