// Speed and time left from polls, and how they are said.

import { expect, test } from 'vitest'
import { paceOf, paceWords, type Sample, spanWords, WINDOW_MS, withSample } from './progress-pace.ts'

const polls = (...done: number[]): readonly Sample[] =>
  done.reduce<readonly Sample[]>(
    (all, count, index) => withSample(all, { atMs: index * 2_000, done: count }),
    [],
  )

const queued = (waiting: number) => ({ waiting, atBank: 0 })

test('shows no speed after a single poll', () => {
  expect(paceOf(polls(40), queued(60))).toBeUndefined()
  expect(paceWords(undefined)).toBe('正在测算速度')
})

test('computes speed over the window and the time left from it', () => {
  expect(paceOf(polls(0, 24, 48), { waiting: 400, atBank: 32 })).toEqual({ perSecond: 12, leftMs: 36_000 })
  expect(paceWords(paceOf(polls(0, 24, 48), { waiting: 400, atBank: 32 }))).toBe(
    '每秒约 12 笔，预计 36 秒后完成',
  )
})

test('drops samples older than the window', () => {
  const burst = polls(0, 1_000, ...Array.from({ length: 12 }, (_, index) => 1_000 + index * 2))
  const first = burst[0]?.atMs ?? 0
  const last = burst.at(-1)?.atMs ?? 0
  expect(last - first).toBe(WINDOW_MS)
  expect(paceOf(burst, queued(10))?.perSecond).toBeLessThan(2)
})

test('shows no time left while nothing moves', () => {
  expect(paceWords(paceOf(polls(90, 90, 90), queued(10)))).toBe('等待银行回执')
})

test('shows no time left once only bank answers are outstanding', () => {
  expect(paceWords(paceOf(polls(0, 900, 990), { waiting: 0, atBank: 10 }))).toBe('等待银行回执')
})

test('restarts measuring when a result is reverted', () => {
  expect(paceOf(polls(10, 20, 19), queued(5))).toBeUndefined()
})

test('ignores a poll that is not later than the last one', () => {
  const samples = polls(1, 2)
  expect(withSample(samples, { atMs: 2_000, done: 3 })).toBe(samples)
})

test.each([
  [0.5, '每分钟约 30 笔，预计 2 分钟后完成'],
  [0.005, '每分钟不到 1 笔，预计 3 小时 20 分钟后完成'],
  [1_234.4, '每秒约 1,234 笔，预计 1 秒后完成'],
])('describes a speed of %s per second', (perSecond, words) => {
  expect(paceWords({ perSecond, leftMs: (60 / perSecond) * 1_000 })).toBe(words)
})

test.each([
  [0, '1 秒'],
  [59_000, '59 秒'],
  [59_001, '1 分钟'],
  [60_001, '2 分钟'],
  [3_540_000, '59 分钟'],
  [3_600_000, '1 小时'],
  [3_660_000, '1 小时 1 分钟'],
])('describes a duration of %s ms as %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words)
})
