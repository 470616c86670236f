// The check page’s filters and order in its address.

import { expect, test } from 'vitest'
import { choiceFrom, filtersFor, pageInput, searchWith } from './rows-address.ts'

const batch = { batchId: 7, status: 'auditing' } as const

test('round-trips the choice through the address and keeps other parameters', () => {
  const search = { other: '1', kind: 'unsigned', text: '王', sort: '-amount', page: '3' }
  const choice = choiceFrom(search)
  expect(choice).toEqual({ view: 'all', kind: 'unsigned', text: '王', order: '-amount', page: 3 })
  expect(searchWith({ other: '1', page: '9' }, choice)).toEqual(search)
})

test('falls back to the plain list for invalid parameters', () => {
  expect(choiceFrom({ view: 'x', kind: 'y', sort: 'z', page: '-1' })).toEqual({
    view: 'all',
    kind: undefined,
    text: '',
    order: 'warnings',
    page: 1,
  })
})

test('searches by phone for eleven digits and by name otherwise', () => {
  const choice = choiceFrom({})
  expect(filtersFor(batch, { ...choice, text: '13912345678' })).toEqual({ batchId: 7, phone: '13912345678' })
  expect(filtersFor(batch, { ...choice, text: '1391' })).toEqual({ batchId: 7, name: '1391' })
})

test('filters a kind of warning to rows still to be paid, and a level by itself', () => {
  const choice = choiceFrom({ kind: 'unsigned' })
  expect(filtersFor(batch, choice)).toEqual({ batchId: 7, warning: 'unsigned', status: '0' })
  expect(filtersFor({ ...batch, status: 'transferring' }, choice)).toEqual({
    batchId: 7,
    warning: 'unsigned',
  })
  expect(filtersFor(batch, choiceFrom({ view: 'high' }))).toEqual({ batchId: 7, level: 'high' })
  expect(filtersFor(batch, choiceFrom({ view: 'cancelled' }))).toEqual({ batchId: 7, status: '3' })
})

test.each([
  [undefined, { sort: 'warnings' }],
  ['sheet', {}],
  ['amount', { sort: 'amount' }],
])('asks for the order %s', (sort, asked) => {
  const search = sort === undefined ? {} : { sort }
  expect(pageInput(batch, choiceFrom(search))).toEqual({ batchId: 7, ...asked, index: 0, size: 10 })
})
