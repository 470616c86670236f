/** A figure that settles is no growth; one that climbs to the end is. */
import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

const curve = (value: (share: number) => number) =>
  Array.from({ length: 101 }, (_, n) => ({ seconds: n * 36, value: value(n / 100) }))

test.each([
  ['flat', () => 200, false],
  ['warms up in the first quarter and stays', (share: number) => 100 + 100 * Math.min(1, share * 4), false],
  ['saw teeth', (share: number) => 200 + ((share * 100) % 7) * 4, false],
  ['climbs to the end', (share: number) => 150 + 150 * share, true],
  ['climbs by less than matters', (share: number) => 10 + 10 * share, false],
  ['falls', (share: number) => 300 - 100 * share, false],
])('%s', (_, value, grows) => {
  expect(growthOf(curve(value), 20)?.grows).toBe(grows)
})

test('compares the middle of the second quarter with that of the last', () => {
  expect(
    growthOf(
      curve((share) => share * 100),
      1,
    ),
  ).toMatchObject({ early: 38, late: 88 })
})

test('too few samples say nothing', () => {
  expect(growthOf([], 1)).toBeUndefined()
})
