// What a link to a list says, whoever opens it.

import { expect, test } from 'vitest'
import { listSearch, pinnedSearch, pinsOf } from './list-address.ts'

const days = { from: '2026-11-07', to: '2026-11-13' }
const place = { texts: days, page: 1, size: 10, sort: undefined }

test.each([
  ['the first page', place, days],
  ['a later page of ten', { ...place, page: 3 }, { ...days, size: '10', page: '3' }],
  ['an order', { ...place, sort: '-amountFen' }, { ...days, sort: '-amountFen', size: '10' }],
  ['another size', { ...place, size: 50 }, { ...days, size: '50' }],
] as const)('%s', (_, { sort, ...rest }, said) => {
  const by = sort === undefined ? undefined : ({ by: 'amountFen', descending: true } as const)
  expect(listSearch({ opId: '7' }, { ...rest, sort: by })).toEqual({ opId: '7', ...said })
})

test('an open row takes the size and the days of its list with it, once', () => {
  const pins = pinsOf(place)
  const pinned = pinnedSearch({ row: '5' }, '5', pins)
  expect(pinned).toEqual({ row: '5', ...days, size: '10' })
  expect(pinnedSearch(pinned ?? {}, '5', pins)).toBeUndefined()
  expect(pinnedSearch({}, undefined, pins)).toBeUndefined()
})
