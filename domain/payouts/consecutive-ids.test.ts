// Which ID numbers follow one another, at the boundaries.

import { expect, it } from 'vitest'
import { consecutiveNumbers, idNumberOf } from './consecutive-ids.ts'

const PLACE_AND_DAY = '11990519880808'

/** Sequence numbers of one place and day, in and out. */
const runsOf = (...sequences: number[]) => {
  const number = (sequence: number) => BigInt(`${PLACE_AND_DAY}${String(sequence).padStart(3, '0')}`)
  const runs = consecutiveNumbers(BigInt64Array.from(sequences.map(number)))
  return [...runs].map(([one, least]) => `${one % 1_000n} of ${least % 1_000n}`).sort()
}

it.each([
  ['nobody', [], []],
  ['one', [5], []],
  ['the next', [6, 5], ['5 of 5', '6 of 5']],
  ['the next of the same sex', [5, 7], ['5 of 5', '7 of 5']],
  ['one person in two rows', [5, 5], []],
  ['one of them in two rows', [5, 6, 5, 6], ['5 of 5', '6 of 5']],
  ['one that is farther away', [5, 8], []],
  ['three in a row, whatever their order', [9, 7, 8], ['7 of 7', '8 of 7', '9 of 7']],
  ['two runs', [1, 2, 10, 12], ['1 of 1', '10 of 10', '12 of 10', '2 of 1']],
])('%s', (_, sequences, runs) => expect(runsOf(...sequences)).toEqual(runs))

it.each([
  ['another day', '11990519880808999', '11990519880809000'],
  ['another place', '11990519880808001', '11990619880808002'],
])('does not join numbers of %s', (_, one, other) => {
  expect(consecutiveNumbers(BigInt64Array.from([BigInt(one), BigInt(other)])).size).toBe(0)
})

it('leaves the check character out', () => {
  expect(idNumberOf('11990519880808001X')).toBe(11_990_519_880_808_001n)
})
