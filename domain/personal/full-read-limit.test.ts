// The sliding hour of full reads: below the limit, at it, and as the oldest leave it.

import { describe, expect, it } from 'vitest'
import { alarmFrom, judgeFullRead } from './full-read-limit.ts'

const NOW = new Date('2026-03-16T10:00:00+08:00')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
const each = (count: number, seconds: number) => Array.from({ length: count }, () => ago(seconds))

describe('full reads within an hour', () => {
  it.each([
    ['none before', [], 4, undefined, false],
    ['the last below half', [], 3, undefined, false],
    ['at half', each(1, 60), 4, undefined, true],
    ['the last one', each(3, 60), 4, undefined, true],
    ['one too many', each(4, 60), 4, 3_540, true],
    ['far too many', each(9, 60), 4, 3_540, true],
    ['all an hour ago', each(9, 3_600), 4, undefined, false],
    ['a second less than an hour', each(4, 3_599), 4, 1, true],
    ['the oldest of those that count leaves first', [ago(10), ago(3_000), ago(20), ago(3_700)], 3, 600, true],
    ['in any order', [ago(3_000), ago(10), ago(3_700), ago(20)], 3, 600, true],
    ['a limit of one', [ago(10)], 1, 3_590, true],
    ['a clock that went back', [ago(-30)], 1, 3_630, true],
  ] as const)('%s', (_, earlier, limit, seconds, alarms) => {
    const refusedUntil = seconds === undefined ? undefined : ago(-seconds)
    expect(judgeFullRead(earlier, limit, NOW)).toEqual({ refusedUntil, alarms })
  })

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [60, 30],
    [200, 100],
  ])('of %i others are told from %i', (limit, from) => expect(alarmFrom(limit)).toBe(from))
})
