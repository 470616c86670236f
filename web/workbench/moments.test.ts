// Times in words at the edges of days and years, in Shanghai.

import { describe, expect, it } from 'vitest'
import { momentWords, waitedWords } from './moments.ts'

const now = new Date('2026-11-13T09:30:00+08:00')

describe('times on the workbench', () => {
  it.each([
    ['2026-11-13T00:00:00+08:00', '今天 00:00'],
    ['2026-11-12T23:59:59+08:00', '昨天 23:59'],
    ['2026-11-11T23:59:00+08:00', '11-11 23:59'],
    ['2025-12-31T08:00:00+08:00', '2025-12-31 08:00'],
  ])('shows %s as %s', (at, words) => {
    expect(momentWords(new Date(at), now)).toBe(words)
  })

  it.each([
    [59_999, '刚刚送达'],
    [60_000, '已等 1 分钟'],
    [3_599_999, '已等 59 分钟'],
    [3_600_000, '已等 1 小时'],
    [7_800_000, '已等 2 小时 10 分'],
    [86_399_999, '已等 23 小时 59 分'],
    [86_400_000, '已等 1 天'],
    [172_799_999, '已等 1 天 23 小时'],
    [172_800_000, '已等 2 天'],
  ])('shows %i ms of waiting as %s', (ms, words) => {
    expect(waitedWords(new Date(now.getTime() - ms), now)).toBe(words)
  })
})
