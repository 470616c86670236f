// Which sizes a page of a list can have, and that the address goes before what is remembered.

import { expect, test } from 'vitest'
import { PAGE_SIZES, pageSizeOf } from './page-size.ts'

test('offers 10, 20, 50 and 100 rows', () => {
  expect(PAGE_SIZES).toEqual([10, 20, 50, 100])
  expect(PAGE_SIZES.map((size) => pageSizeOf('pay1', { size: String(size) }))).toEqual([10, 20, 50, 100])
})

test.each([undefined, '', '0', '25', '010', '100000', '-10'])('takes %j for ten rows', (size) => {
  expect(pageSizeOf('pay1', { size })).toBe(10)
})
