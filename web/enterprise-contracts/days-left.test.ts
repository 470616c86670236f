// When a contract's end is near enough to be told.

import { expect, it } from 'vitest'
import { daysLeft } from './days-left.ts'

const today = '2026-11-15'

it.each([
  ['effective', '2026-11-14', undefined],
  ['effective', '2026-11-15', 0],
  ['effective', '2026-11-16', 1],
  ['effective', '2026-12-15', 30],
  ['effective', '2026-12-16', undefined],
  ['effective', '2027-11-15', undefined],
  ['effective', null, undefined],
  ['pending', '2026-11-20', 5],
  ['expired', '2026-11-15', undefined],
  ['terminated', '2026-11-20', undefined],
] as const)('contract %s until %s has days left: %s', (status, endDay, days) => {
  expect(daysLeft({ status, endDay }, today)).toBe(days)
})
