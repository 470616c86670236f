// The warnings of rows that are stored already: counted by kind and by mask, and marked where a later row shares a card.

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { expect, it } from 'vitest'
import { StoredWarnings } from './stored-warnings.ts'

const NONE = { reasons: [], warnings: [] }

it('adds a shared card to rows stored before, and counts it', () => {
  const stored = new StoredWarnings()
  stored.add(2, 0, {
    reasons: [],
    warnings: [{ kind: 'likely-duplicate', about: '202611160001' }, { kind: 'unsigned' }],
  })
  stored.add(3, 1, NONE)
  stored.add(4, 0, { reasons: [], warnings: [{ kind: 'card-shared' }] })
  expect(stored.addShared((card) => card === 0)).toEqual([2])
  const both = WARNING_BITS['likely-duplicate'] | WARNING_BITS['card-shared']
  expect(stored.counts()).toEqual({
    warnedCount: 2,
    warningCounts: { 'likely-duplicate': 1, 'card-shared': 2, unsigned: 1 },
    // Hints are not among the masks.
    warningMasks: { 0: 1, [both]: 1, [WARNING_BITS['card-shared']]: 1 },
  })
})

it('keeps more rows than it has room for at first', () => {
  const stored = new StoredWarnings()
  for (let row = 0; row < 3_000; row += 1)
    stored.add(row + 2, row, { reasons: [], warnings: row % 3 === 0 ? [{ kind: 'first-payment' }] : [] })
  expect(stored.counts()).toMatchObject({ warnedCount: 1_000, warningCounts: { 'first-payment': 1_000 } })
  expect(stored.addShared((card) => card === 2_999)).toEqual([3_001])
})
