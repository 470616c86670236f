// Greeting and date at the edges of the Shanghai day.

import { describe, expect, it } from 'vitest'
import { greeting, today } from './greeting.ts'

describe('workbench greeting in Shanghai time', () => {
  it.each([
    ['2026-11-12T20:59:00Z', '晚上好'],
    ['2026-11-12T21:00:00Z', '早上好'],
    ['2026-11-13T03:59:00Z', '早上好'],
    ['2026-11-13T04:00:00Z', '下午好'],
    ['2026-11-13T10:00:00Z', '晚上好'],
  ])('at %s is %s', (at, words) => {
    expect(greeting(new Date(at))).toBe(words)
  })

  it('shows the Shanghai date even if it differs elsewhere', () => {
    expect(today(new Date('2026-11-12T16:00:00Z'))).toBe('2026年11月13日 星期五')
  })
})
