// Session expiry, lockout, slowdown, rates and the order of waiting logins at their boundaries.

import { describe, expect, it } from 'vitest'
import { giveTokenBack, spentTokens, takeToken } from './attempt-rate.ts'
import { lockedUntil, slowedUntil } from './lockout.ts'
import { givesWayBefore, isServedBefore, loginRank, type WaitingLogin } from './login-order.ts'
import { networkOf } from './network.ts'
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

describe('slowdown of an account that is guessed at from many addresses', () => {
  const times = (count: number, last = 0) => Array.from({ length: count }, () => at(last))
  const SECOND = 1_000
  it.each([
    ['nineteen failures', times(19), 0, undefined],
    ['twenty failures', times(20), 0, 30 * SECOND],
    ['just before the wait ends', times(20), 30 * SECOND - 1, 30 * SECOND],
    ['when the wait ends', times(20), 30 * SECOND, undefined],
    ['twenty-four failures', times(24), 0, 30 * SECOND],
    ['twenty-five failures', times(25), 0, 60 * SECOND],
    ['thirty failures', times(30), 0, 120 * SECOND],
    ['as many as there are', times(500), 0, 300 * SECOND],
    ['one of them outside the window', [at(-15 * MINUTE), ...times(19)], 0, undefined],
    ['all of them just inside the window', [at(-15 * MINUTE + 1), ...times(19)], 0, 30 * SECOND],
  ])('computes the wait for: %s', (_, failures, now, until) => {
    expect(slowedUntil(failures, at(now))).toEqual(until === undefined ? undefined : at(until))
  })
})

describe('token bucket', () => {
  const rate = { capacity: 3, refillMs: 1_000 }
  it.each([
    ['a fresh one', undefined, 0, { bucket: { spent: 1, at: 0 } }],
    ['one with a token left', { spent: 2, at: 0 }, 0, { bucket: { spent: 3, at: 0 } }],
    ['an empty one', { spent: 3, at: 0 }, 0, { waitMs: 1_000 }],
    ['one that is about to have one', { spent: 3, at: 0 }, 999, { waitMs: 1 }],
    ['one that just got one', { spent: 3, at: 0 }, 1_000, { bucket: { spent: 3, at: 1_000 } }],
    ['one that had time to fill', { spent: 3, at: 0 }, 60_000, { bucket: { spent: 1, at: 60_000 } }],
    ['one from the future', { spent: 3, at: 5_000 }, 0, { waitMs: 1_000 }],
  ])('takes a token from %s', (_, bucket, now, expected) => {
    expect(takeToken(bucket, rate, now)).toEqual(expected)
  })
  it('gives a token back, never more than were taken', () => {
    expect(giveTokenBack({ spent: 3, at: 0 }, rate, 0)).toEqual({ spent: 2, at: 0 })
    expect(giveTokenBack({ spent: 0.5, at: 0 }, rate, 0)).toEqual({ spent: 0, at: 0 })
    expect(spentTokens(giveTokenBack(undefined, rate, 0), rate, 0)).toBe(0)
  })
})

describe('network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51000', '203.0.113.9'],
    ['[2001:db8:1:2::7]:51000', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('order of waiting logins', () => {
  const login = (known: boolean, rank: number, arrival: number): WaitingLogin => ({ known, rank, arrival })
  it.each([
    ['known before unknown, however early and seldom', login(true, 9, 1), login(false, 0, 9)],
    ['a lower rank before a higher one', login(false, 1, 1), login(false, 2, 9)],
    ['later before earlier', login(false, 1, 2), login(false, 1, 1)],
  ])('serves %s, and turns away the other', (_, first, second) => {
    expect([isServedBefore(first, second), isServedBefore(second, first)]).toEqual([true, false])
    expect([givesWayBefore(second, first), givesWayBefore(first, second)]).toEqual([true, false])
  })
  it.each([
    [0, false, 0],
    [0.1, false, 1],
    [2, false, 2],
    [0, true, -3],
    [3, true, 0],
    [4, true, 1],
  ])('ranks %s failures of an address with welcome %s as %s', (failures, welcome, rank) => {
    expect(loginRank(failures, welcome)).toBe(rank)
  })
})
