// What becomes of a refusal: retried as it is, told about a record that has changed, or told as it stands.

import { expect, it } from 'vitest'
import { CallRefused } from './refused.ts'

const refusal = (http: number, status = 500) => new CallRefused({ code: 'x', status, http, msg: 'x' })

it.each([
  [409, true, false],
  [404, true, false],
  [422, false, false],
  [403, false, false],
  [400, false, false],
  [0, false, true],
  [502, false, true],
  [503, false, true],
  [504, false, true],
  [500, false, false],
])('HTTP %s: stale %s, outage %s', (http, stale, outage) => {
  expect(refusal(http).stale).toBe(stale)
  expect(refusal(http).outage).toBe(outage)
})

it('a session that has ended is no outage', () => {
  expect(refusal(503, 503).outage).toBe(false)
})
