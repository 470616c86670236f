import { expect, it } from 'vitest'
import { momentOfDay } from './payment-day.ts'

it.each([
  ['2026-11-30', '2026-12-01T01:00:00+08:00', '2026-11-30T15:59:59.000Z'],
  ['2026-12-01', '2026-12-01T01:00:00+08:00', undefined],
  ['2026-12-02', '2026-12-01T01:00:00+08:00', undefined],
  ['2026-11-30', '2026-11-30T23:59:59+08:00', undefined],
])('paid on %s, confirmed at %s: %s', (day, now, at) =>
  expect(momentOfDay(day, new Date(now))?.toISOString()).toBe(at),
)
