// When a job that makes the statements of a year goes on, is given up, and how far it is.

import { expect, it } from 'vitest'
import { isActive, isGivenUp, percentDone, YEAR_JOB_STATES } from './year-job.ts'

it('goes on while it waits or runs', () => {
  expect(YEAR_JOB_STATES.filter(isActive)).toEqual(['waiting', 'running'])
})

it('is given up at the third attempt without progress', () => {
  expect([1, 2, 3, 4].map(isGivenUp)).toEqual([false, false, true, true])
})

it.each([
  [0, null, undefined],
  [0, 0, 100],
  [0, 3, 0],
  [1, 3, 33],
  [199, 200, 99],
  [99_999, 100_000, 99],
  [100_000, 100_000, 100],
])('%i of %s is %s percent', (done, total, percent) => {
  expect(percentDone({ done, total })).toBe(percent)
})
