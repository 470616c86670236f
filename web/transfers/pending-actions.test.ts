// Who may do what about a transfer that waits for people, and how long it has waited.

import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { expect, test } from 'vitest'
import { agoWords, pendingActions } from './pending-actions.ts'

const user = (more: Partial<CurrentUser>): CurrentUser => ({
  account: 'x',
  realName: '某人',
  checkRight: false,
  payRight: false,
  superManager: false,
  manager: false,
  brand: 1,
  mustChangePassword: false,
  accountId: 1,
  providerId: 1,
  providerName: '星河科技',
  platformName: '星河平台',
  factor: 'none',
  hasTotp: false,
  hasPasskey: false,
  ...more,
})

const proposal: PendingTransfer['proposal'] = {
  resolutionId: 5,
  outcome: 'succeeded',
  reason: '已核实',
  evidenceFileId: '0',
  proposerId: 9,
  proposerName: '管一',
  at: new Date(0),
}

const manual = { state: 'manual', providerId: 1, proposal: null } as const
const proposed = { ...manual, proposal }

test('lets only managers propose a resolution, and only in state manual', () => {
  expect(pendingActions(manual, user({ manager: true }))).toEqual(['propose'])
  expect(pendingActions(manual, user({ superManager: true }))).toEqual(['propose'])
  expect(pendingActions({ ...manual, state: 'in-doubt' }, user({ manager: true }))).toEqual([])
  expect(pendingActions(manual, user({ checkRight: true }))).toEqual([])
  expect(pendingActions(manual, user({ payRight: true }))).toEqual([])
})

test('lets reviewers of the provider and super managers decide on proposals of others', () => {
  expect(pendingActions(proposed, user({ checkRight: true }))).toEqual(['confirm', 'refuse'])
  expect(pendingActions(proposed, user({ superManager: true, providerId: 2 }))).toEqual(['confirm', 'refuse'])
  expect(pendingActions(proposed, user({ checkRight: true, providerId: 2 }))).toEqual([])
  expect(pendingActions(proposed, user({ manager: true }))).toEqual([])
})

test('does not let proposers confirm their own proposal, only take it back if they could decide', () => {
  expect(pendingActions(proposed, user({ superManager: true, accountId: 9 }))).toEqual(['take-back'])
  expect(pendingActions(proposed, user({ manager: true, accountId: 9 }))).toEqual([])
})

test.each([
  [10_000, '1 分钟内'],
  [60_000, '1 分钟前'],
  [59 * 60_000, '59 分钟前'],
  [3_600_000, '1 小时前'],
  [47 * 3_600_000, '47 小时前'],
  [48 * 3_600_000, '2 天前'],
])('describes %s ms as %s', (ms, words) => {
  expect(agoWords(ms)).toBe(words)
})
