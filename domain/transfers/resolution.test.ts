// Who may confirm what became of a transfer (D41): every person, written out by hand.

import { expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import { type ConfirmationRefusal, validateConfirmation } from './resolution.ts'

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
