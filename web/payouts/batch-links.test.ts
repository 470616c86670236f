// The link of each status for each right (D17).

import { BATCH_STATUSES } from '@paywages/domain/payouts/batch-status.ts'
import { expect, test } from 'vitest'
import { linkFor } from './batch-links.ts'

const nobody = { payRight: false, checkRight: false, manager: false, superManager: false }

const links = (own: boolean, rights: Partial<typeof nobody>) =>
  BATCH_STATUSES.map((status) => linkFor({ status, own }, { ...nobody, ...rights }))

test('gives payers links at statuses 0, 2, 3 and 5 and plain text at 1 and 4', () => {
  const none = undefined
  expect(links(true, { payRight: true })).toEqual(['audit', none, 'reason', 'start', none, 'results'])
})

test('gives reviewers links at statuses 1, 4 and 5 only', () => {
  const none = undefined
  expect(links(true, { checkRight: true })).toEqual([none, 'review', none, none, 'reason', 'results'])
})

test('gives managers and other providers links to transfer details only', () => {
  const only5 = [undefined, undefined, undefined, undefined, undefined, 'results']
  expect(links(true, { manager: true })).toEqual(only5)
  expect(links(false, { manager: true, payRight: true })).toEqual(only5)
  expect(links(false, { superManager: true, checkRight: true })).toEqual(only5)
})
