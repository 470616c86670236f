// Session expiry and lockout at their boundaries.

import { describe, expect, it } from 'vitest'
import { lockedUntil } from './lockout.ts'
import { sessionExpired } from './session-life.ts'

const MINUTE = 60_000
const at = (ms: number) => new Date(1_800_000_000_000 + ms)

describe('session expiry', () => {
  const limits = { idleMs: 30 * MINUTE, absoluteMs: 720 * MINUTE }
  it.each([
    [0, 0, 30 * MINUTE - 1, false],
    [0, 0, 30 * MINUTE, true],
    [0, 700 * MINUTE, 720 * MINUTE - 1, false],
    [0, 719 * MINUTE, 720 * MINUTE, true],
  ])(
    'started at %s ms, last active at %s ms, now %s ms: expired %s',
    (startedAt, lastActiveAt, now, expired) => {
      expect(
        sessionExpired({ startedAt: at(startedAt), lastActiveAt: at(lastActiveAt) }, limits, at(now)),
      ).toBe(expired)
    },
  )
})

describe('login lockout', () => {
  const minutes = (...list: number[]) => list.map((m) => at(m * MINUTE))
  it.each([
    ['four failures', minutes(0, 1, 2, 3), 3, undefined],
    ['five failures', minutes(0, 1, 2, 3, 4), 4, 19],
    ['five failures in any order', minutes(4, 0, 3, 1, 2), 4, 19],
    ['just before the lockout ends', minutes(0, 1, 2, 3, 4), 18.99, 19],
    ['when the lockout ends', minutes(0, 1, 2, 3, 4), 19, undefined],
    ['five failures spread over the whole window', minutes(0, 4, 8, 12, 15), 15, undefined],
    ['five failures just within the window', minutes(0.01, 4, 8, 12, 15), 15, 30],
  ])('computes the lockout end for: %s', (_, failures, now, until) => {
    expect(lockedUntil(failures, at(now * MINUTE))).toEqual(
      until === undefined ? undefined : at(until * MINUTE),
    )
  })
})
