// A manager audits what is pending and edits what is being invoiced; everyone else, and everything else, is looked at.

import { APPLICATION_STATUSES } from '@paywages/domain/invoices/application-status.ts'
import { expect, it } from 'vitest'
import { rowActionOf } from './row-action.ts'

const none = { accountId: 7, payRight: false, checkRight: false, manager: false, superManager: false }
const people = {
  manager: { ...none, manager: true },
  superManager: { ...none, superManager: true },
  pay: { ...none, payRight: true },
  check: { ...none, checkRight: true },
}

it.each([
  ['manager', ['audit', 'enter-result', 'look', 'look']],
  ['superManager', ['audit', 'enter-result', 'look', 'look']],
  ['pay', ['look', 'look', 'look', 'look']],
  ['check', ['look', 'look', 'look', 'look']],
] as const)('offers %s the expected action per application status', (who, actions) => {
  const found = APPLICATION_STATUSES.map((status) => rowActionOf({ status, applicantId: 7 }, people[who]))
  expect(found).toEqual(actions)
})
