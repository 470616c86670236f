// The warnings of rows that are stored already: counted by kind and by mask, and marked where later rows show more.

import type { WarningKind } from '@paywages/domain/payouts/sheet-warnings.ts'
import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { expect, it } from 'vitest'
import { StoredWarnings } from './stored-warnings.ts'

/** Unless told otherwise, of somebody whose ID number follows nobody's: each was born in a year of their own. */
const row = (rowNumber: number, day = `${1_000 + rowNumber}0808`, sequence = '001') => ({
  rowNumber,
  idCardNo: `119905${day}${sequence}X`,
})
const warned = (...kinds: WarningKind[]) => ({ reasons: [], warnings: kinds.map((kind) => ({ kind })) })

it('adds a shared card to rows stored before, and counts it', () => {
  const stored = new StoredWarnings()
  stored.add(row(2), 0, {
    reasons: [],
    warnings: [{ kind: 'likely-duplicate', about: '202611160001' }, { kind: 'unsigned' }],
  })
  stored.add(row(3), 1, warned())
  stored.add(row(4), 0, warned('card-shared'))
  expect(stored.addShared((card) => card === 0)).toEqual([2])
  const both = WARNING_BITS['likely-duplicate'] | WARNING_BITS['card-shared']
  expect(stored.counts()).toEqual({
    warnedCount: 2,
    warningCounts: { 'likely-duplicate': 1, 'card-shared': 2, unsigned: 1 },
    // Hints are not among the masks.
    warningMasks: { 0: 1, [both]: 1, [WARNING_BITS['card-shared']]: 1 },
  })
})

it('marks people whose ID numbers follow one another with the first row of each run', () => {
  const stored = new StoredWarnings()
  for (const [rowNumber, sequence] of [
    [2, '118'],
    [3, '500'],
    [4, '116'],
    [5, '502'],
    [6, '118'],
    [7, '900'],
  ] as const)
    stored.add(row(rowNumber, '19880808', sequence), rowNumber, warned())
  expect(stored.addConsecutive()).toEqual([
    { rowNumber: 2, from: 2 },
    { rowNumber: 3, from: 3 },
    { rowNumber: 4, from: 2 },
    { rowNumber: 5, from: 3 },
    { rowNumber: 6, from: 2 },
  ])
  expect(stored.counts()).toMatchObject({ warnedCount: 5, warningCounts: { 'ids-consecutive': 5 } })
})

it('keeps more rows than it has room for at first', () => {
  const stored = new StoredWarnings()
  for (let index = 0; index < 3_000; index += 1)
    stored.add(row(index + 2), index, index % 3 === 0 ? warned('first-payment') : warned())
  expect(stored.counts()).toMatchObject({ warnedCount: 1_000, warningCounts: { 'first-payment': 1_000 } })
  expect(stored.addShared((card) => card === 2_999)).toEqual([3_001])
  expect(stored.addConsecutive()).toEqual([])
})
