// Which texts are the number of one payout.

import { expect, it } from 'vitest'
import { payoutNo, readPayoutNo } from './payout-no.ts'

const cases: readonly (readonly [string, number | undefined])[] = [
  ['202611190001-0003', 3],
  [' 202611190001-0003 ', 3],
  ['202611190001-3', 3],
  ['202611190001 - 0003', 3],
  ['２０２６１１１９０００１－０００３', 3],
  ['202611190001—0003', 3],
  ['202611190001-100000', 100_000],
  ['202611190001', undefined],
  ['202611190001-', undefined],
  ['202611190001-0000', undefined],
  ['202611190001-0000000000003', undefined],
  ['20261119001-0003', undefined],
  ['2026111900011-0003', undefined],
  ['x202611190001-0003', undefined],
  ['202611190001-0003-1', undefined],
  ['王小明', undefined],
  ['', undefined],
]

it.each(cases)('%j is the payout in row %j', (text, rowNumber) => {
  expect(readPayoutNo(text)).toEqual(rowNumber && { batchNo: '202611190001', rowNumber })
})

it('reads every number that it writes', () => {
  for (const rowNumber of [1, 9_999, 10_000, 100_000])
    expect(readPayoutNo(payoutNo('202611190001', rowNumber))).toEqual({ batchNo: '202611190001', rowNumber })
})
