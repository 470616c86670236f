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
