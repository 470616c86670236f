// What may be said of a transfer in which state, and who may confirm it (D41, ADR 100): every cell, written out by hand.

import { expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import {
  type ConfirmationRefusal,
  type ProposalRefusal,
  RESOLUTION_OUTCOMES,
  validateConfirmation,
  validateProposal,
} from './resolution.ts'
import { TRANSFER_STATES, type TransferState } from './transfer-state.ts'

const NOT_MANUAL = 'transfer-not-manual'
const NOT_PAID = 'transfer-not-paid'

it.each<[TransferState, ...(ProposalRefusal | undefined)[]]>([
  // succeeded, failed, returned, returned by a file
  ['reserved', NOT_MANUAL, NOT_MANUAL, NOT_PAID, NOT_PAID],
  ['sending', NOT_MANUAL, NOT_MANUAL, NOT_PAID, NOT_PAID],
  ['in-doubt', NOT_MANUAL, NOT_MANUAL, NOT_PAID, NOT_PAID],
  ['manual', undefined, undefined, NOT_PAID, NOT_PAID],
  ['succeeded', NOT_MANUAL, NOT_MANUAL, undefined, 'return-by-file'],
  ['failed', NOT_MANUAL, NOT_MANUAL, NOT_PAID, NOT_PAID],
  ['returned', NOT_MANUAL, NOT_MANUAL, NOT_PAID, NOT_PAID],
])('of one that is %s may be proposed: %s, %s, %s; in a file %s', (state, ...expected) => {
  const direct = RESOLUTION_OUTCOMES.map((outcome) => validateProposal({ state, channel: 'direct' }, outcome))
  expect([...direct, validateProposal({ state, channel: 'file' }, 'returned')]).toEqual(expected)
  expect(TRANSFER_STATES).toContain(state)
})

const PROPOSER = 1
const proposal = { proposedBy: PROPOSER, providerId: 1 }
const none: Person = {
  accountId: 9,
  providerId: 1,
  platformId: 1,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: false,
  superManager: false,
}
const superManager = { manager: true, superManager: true }

it.each<
  [string, Partial<Person>, confirm: ConfirmationRefusal | undefined, refuse: ConfirmationRefusal | undefined]
>([
  ['a reviewer of the provider', { checkRight: true }, undefined, undefined],
  [
    'a reviewer of another provider',
    { checkRight: true, providerId: 2 },
    'resolver-may-not',
    'resolver-may-not',
  ],
  ['a payer', { payRight: true }, 'resolver-may-not', 'resolver-may-not'],
  ['a manager', { manager: true }, 'resolver-may-not', 'resolver-may-not'],
  [
    'a manager with the check right at the provider',
    { manager: true, checkRight: true },
    undefined,
    undefined,
  ],
  ['a guest', {}, 'resolver-may-not', 'resolver-may-not'],
  ['a super manager', { ...superManager }, undefined, undefined],
  ['a super manager of another provider', { ...superManager, providerId: 2 }, undefined, undefined],
  ['the proposer, a manager', { accountId: PROPOSER, manager: true }, 'resolver-may-not', 'resolver-may-not'],
  [
    'the proposer, now with the check right',
    { accountId: PROPOSER, checkRight: true },
    'resolver-is-proposer',
    undefined,
  ],
  [
    'the proposer, a super manager',
    { accountId: PROPOSER, ...superManager },
    'resolver-is-proposer',
    undefined,
  ],
])('judges confirming and refusing a resolution by %s', (_, over, confirm, refuse) => {
  const person = { ...none, ...over }
  expect(validateConfirmation(proposal, person, true)).toBe(confirm)
  expect(validateConfirmation(proposal, person, false)).toBe(refuse)
})
