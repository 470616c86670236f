// The boundaries between enough, low and full.

import { expect, it } from 'vitest'
import { freePercent, spaceState } from './free-space.ts'

const limits = { warnPercent: 10, stopBytes: 200 }

it.each([
  [100_000, 10_000, 'enough'],
  [100_000, 9_999, 'low'],
  [100_000, 200, 'low'],
  [100_000, 199, 'full'],
  [100_000, 0, 'full'],
  [1_000, 400, 'enough'],
  [1_000, 399, 'low'],
  [1_000, 199, 'full'],
])('of %i bytes %i free are %s', (totalBytes, freeBytes, state) => {
  expect(spaceState({ totalBytes, freeBytes }, limits)).toBe(state)
})

it('refuses nothing where no space is kept back', () => {
  expect(spaceState({ totalBytes: 100, freeBytes: 0 }, { warnPercent: 10, stopBytes: 0 })).toBe('low')
})

it.each([
  [200, 50, 25],
  [0, 0, 0],
])('of %i bytes %i are %i per cent', (totalBytes, freeBytes, percent) => {
  expect(freePercent({ totalBytes, freeBytes })).toBe(percent)
})
