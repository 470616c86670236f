// What becomes of an order that the bank has accepted and our books do not know: every answer of the bank, and none.

import { expect, it } from 'vitest'
import { acceptedFate } from './accepted-order.ts'

it.each([
  ['succeeded', 'executed'],
  ['returned', 'executed'],
  ['rejected', 'dead'],
  ['not-accepted', 'dead'],
  ['processing', 'waits'],
  ['not-found', 'waits'],
  ['conflict', 'waits'],
  [undefined, 'waits'],
] as const)('an accepted order of which the bank says %s: %s', (status, fate) => {
  expect(acceptedFate(status)).toBe(fate)
})
