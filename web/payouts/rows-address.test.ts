// The check page’s filters in its address.

import { expect, test } from 'vitest'
import { choiceFrom, filtersFor, searchWith } from './rows-address.ts'

const batch = { batchId: 7, status: 'auditing' } as const

test('round-trips the filter choice through the address and keeps other parameters', () => {
  const search = { other: '1', view: 'warned', kind: 'unsigned', text: '王', page: '3' }
  const choice = choiceFrom(search)
  expect(choice).toEqual({ view: 'warned', kind: 'unsigned', text: '王', page: 3 })
  expect(searchWith({ other: '1', page: '9' }, choice)).toEqual(search)
})

test('falls back to the plain list for invalid parameters', () => {
  expect(choiceFrom({ view: 'x', kind: 'unsigned', page: '-1' })).toEqual({
    view: 'all',
    kind: undefined,
    text: '',
    page: 1,
  })
})

test('searches by phone for eleven digits and by name otherwise', () => {
  const choice = choiceFrom({})
  expect(filtersFor(batch, { ...choice, text: '13912345678' })).toEqual({ batchId: 7, phone: '13912345678' })
  expect(filtersFor(batch, { ...choice, text: '1391' })).toEqual({ batchId: 7, name: '1391' })
})

test('filters warnings to rows still to be paid', () => {
  const choice = choiceFrom({ view: 'warned' })
  expect(filtersFor(batch, choice)).toEqual({ batchId: 7, warning: 'any', status: '0' })
  expect(filtersFor({ ...batch, status: 'transferring' }, choice)).toEqual({ batchId: 7, warning: 'any' })
  expect(filtersFor(batch, choiceFrom({ view: 'cancelled' }))).toEqual({ batchId: 7, status: '3' })
})
