// The bridge between two totals: what is broken, what is not, and that every bar begins where the one before it ended.

import { bridgeOf } from '@paywages/domain/payouts/batch-comparison.ts'
import { expect, it } from 'vitest'
import { layOutBridge } from './bridge-layout.ts'

const people = { addedPeople: 0, removedPeople: 0 }
const laidOut = (lastFen: bigint, addedFen: bigint, removedFen: bigint, changedFen: bigint) => {
  const nowFen = lastFen + addedFen - removedFen + changedFen
  return layOutBridge(bridgeOf({ ...people, lastFen, addedFen, removedFen, changedFen, nowFen }), 40)
}
const heights = ({ bars }: ReturnType<typeof layOutBridge>) =>
  bars.map(({ low, high }) => [Math.round(low), Math.round(high)])

it.each([
  ['breaks where the totals are large beside what moves', laidOut(1_000n, 100n, 50n, 0n), true],
  ['starts at nothing where most people are others', laidOut(1_000n, 500n, 1_000n, 0n), false],
  ['starts at nothing where the last batch was empty', laidOut(0n, 900n, 0n, 0n), false],
  ['stands whatever happens in batches without money', laidOut(0n, 0n, 0n, 0n), false],
])('%s', (_, layout, broken) => {
  expect(layout.broken).toBe(broken)
  expect(layout.bars.every(({ low, high }) => low >= 0 && high <= 41 && high > low)).toBe(true)
})

it('draws each step from where the one before it ended', () => {
  expect(heights(laidOut(1_000n, 200n, 100n, -100n))).toEqual([
    [0, 16],
    [16, 40],
    [28, 40],
    [16, 28],
    [0, 16],
  ])
})

it('draws equal totals alike, and steps of nothing as lines', () => {
  expect(heights(laidOut(500n, 0n, 0n, 0n))).toEqual([
    [0, 28],
    [28, 29],
    [28, 29],
    [28, 29],
    [0, 28],
  ])
})
