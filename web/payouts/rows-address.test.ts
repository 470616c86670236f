// The check page’s filters and order in its address.

import { expect, test } from 'vitest'
import { nextSort } from '../ui/list/list-sort.ts'
import { choiceFrom, filtersFor, orderOf, pageInput, searchWith, sortOf } from './rows-address.ts'

const batch = { batchId: 7, status: 'auditing' } as const

test('round-trips the choice through the address and keeps other parameters', () => {
  const filters = { kind: 'unsigned', change: 'risen', earlier: '5', text: '王' }
  const search = { other: '1', ...filters, sort: '-amount', page: '3', size: '10' }
  const choice = choiceFrom(search, 10)
  expect(choice).toEqual({
    view: 'all',
    kind: 'unsigned',
    change: 'risen',
    earlierId: 5,
    text: '王',
    order: '-amount',
    page: 3,
    size: 10,
  })
  expect(searchWith({ other: '1', page: '9', size: '50' }, choice)).toEqual(search)
})

test('falls back to the plain list for invalid parameters', () => {
  expect(choiceFrom({ view: 'x', kind: 'y', change: 'v', earlier: 'w', sort: 'z', page: '-1' }, 20)).toEqual({
    view: 'all',
    kind: undefined,
    change: undefined,
    earlierId: undefined,
    text: '',
    order: 'warnings',
    page: 1,
    size: 20,
  })
})

test('searches by phone for eleven digits and by name otherwise', () => {
  const choice = choiceFrom({}, 10)
  expect(filtersFor(batch, { ...choice, text: '13912345678' })).toEqual({ batchId: 7, phone: '13912345678' })
  expect(filtersFor(batch, { ...choice, text: '1391' })).toEqual({ batchId: 7, name: '1391' })
})

test('filters a kind of warning to rows still to be paid, and a level by itself', () => {
  const choice = choiceFrom({ kind: 'unsigned' }, 10)
  expect(filtersFor(batch, choice)).toEqual({ batchId: 7, warning: 'unsigned', status: '0' })
  expect(filtersFor({ ...batch, status: 'transferring' }, choice)).toEqual({
    batchId: 7,
    warning: 'unsigned',
  })
  expect(filtersFor(batch, choiceFrom({ view: 'high' }, 10))).toEqual({ batchId: 7, level: 'high' })
  expect(filtersFor(batch, choiceFrom({ view: 'cancelled' }, 10))).toEqual({ batchId: 7, status: '3' })
})

test.each([
  [{ change: 'added' }, { change: 'added' }],
  [
    { change: 'card', earlier: '5', view: 'high' },
    { change: 'card', earlierId: 5, level: 'high' },
  ],
  // Compared with another batch, and not narrowed.
  [{ earlier: '5' }, {}],
  // Nothing that is cancelled has changed: nobody is paid it.
  [{ change: 'risen', view: 'cancelled' }, { status: '3' }],
])('filters by what changed since an earlier batch, within the tab: %j', (search, filters) => {
  expect(filtersFor(batch, choiceFrom(search, 10))).toEqual({ batchId: 7, ...filters })
})

test.each([
  [undefined, { sort: { by: 'warnings', descending: false } }],
  ['sheet', {}],
  ['amount', { sort: { by: 'amount', descending: false } }],
  ['-amount', { sort: { by: 'amount', descending: true } }],
])('asks for the order %s', (sort, asked) => {
  const search = sort === undefined ? {} : { sort }
  expect(pageInput(batch, choiceFrom(search, 50))).toEqual({ batchId: 7, ...asked, index: 0, size: 50 })
})

test.each([
  [{}, {}],
  [{ size: 50 }, { size: '50' }],
  [{ page: 2 }, { size: '10', page: '2' }],
  [{ order: 'sheet' }, { sort: 'sheet', size: '10' }],
] as const)('says the size beside a page, an order or a size of its own: %j', (change, said) => {
  expect(searchWith({}, { ...choiceFrom({}, 10), ...change })).toEqual(said)
})

test.each([
  ['warnings', 'amount', '-amount'],
  ['-amount', 'amount', 'amount'],
  ['amount', 'amount', 'warnings'],
  ['warnings', 'sheet', 'sheet'],
  ['sheet', 'sheet', 'warnings'],
  ['sheet', 'warnings', 'warnings'],
  ['warnings', 'warnings', 'warnings'],
] as const)('from the order by %s a click on the head of %s leads to %s', (order, head, next) => {
  expect(orderOf(nextSort(sortOf(order), head))).toBe(next)
})
