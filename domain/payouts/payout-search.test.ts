// What is looked for by which text.

import { expect, it } from 'vitest'
import { type PayoutSearch, readPayoutSearch } from './payout-search.ts'

const ID = '11010519891231001X'
const cases: readonly (readonly [string, PayoutSearch | undefined])[] = [
  ['', undefined],
  ['  ', undefined],
  ['王小明', { name: '王小明' }],
  [' 王小明 ', { name: '王小明' }],
  [ID, { idCardNo: ID }],
  [ID.toLowerCase(), { idCardNo: ID }],
  ['110105 19891231 001x', { idCardNo: ID }],
  ['１１０１０５１９８９１２３１００１Ｘ', { idCardNo: ID }],
  // One digit short or long is nobody's number; the list then says that nothing fits.
  [ID.slice(1), { name: ID.slice(1) }],
  [`1${ID}`, { name: `1${ID}` }],
  ['202611190001-0003', { name: '202611190001-0003' }],
]

it.each(cases)('%j looks for %j', (text, wanted) => {
  expect(readPayoutSearch(text)).toEqual(wanted)
})
