import { expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import { validateLook } from './look-into.ts'

const person = (more: Partial<Person>) =>
  ({
    accountId: 1,
    providerId: 1,
    payRight: false,
    checkRight: false,
    manager: false,
    superManager: false,
    ...more,
  }) as Person

it.each([
  ['a manager', { manager: true }, undefined],
  ['a super manager', { superManager: true }, undefined],
  ['a payer', { payRight: true }, 'not-allowed'],
  ['a reviewer', { checkRight: true }, 'not-allowed'],
  ['a manager who submitted it', { manager: true, accountId: 7 }, 'contradiction-own-file'],
  ['a manager who imported its result', { manager: true, accountId: 8 }, 'contradiction-own-file'],
  ['a super manager who confirmed it', { superManager: true, accountId: 9 }, 'contradiction-own-file'],
])('%s', (_, more, refusal) => {
  expect(validateLook({ submittedBy: 7, resultHands: [8, 9] }, person(more))).toBe(refusal)
})
