// The matrices of rights, grants and touches.

import { describe, expect, it } from 'vitest'
import { validateGrant, validateTouch } from './account-change.ts'
import { passwordWeakness } from './password-strength.ts'
import type { Person } from './person.ts'
import { hasRight, RIGHTS, type Right, scopeOf } from './rights.ts'

function person(over: Partial<Person>): Person {
  return {
    accountId: 1,
    providerId: 10,
    platformId: 100,
    payRight: false,
    checkRight: false,
    appLoginRight: false,
    manager: false,
    superManager: false,
    ...over,
  }
}

const people = {
  guest: person({ appLoginRight: true }),
  pay: person({ payRight: true }),
  check: person({ checkRight: true }),
  manager: person({ manager: true }),
  super: person({ superManager: true }),
  payManager: person({ payRight: true, manager: true }),
}

describe('account rights', () => {
  const may: Record<Right, (keyof typeof people)[]> = {
    public: ['guest', 'pay', 'check', 'manager', 'super', 'payManager'],
    session: ['guest', 'pay', 'check', 'manager', 'super', 'payManager'],
    console: ['pay', 'check', 'manager', 'super', 'payManager'],
    pay: ['pay', 'payManager'],
    check: ['check'],
    manager: ['manager', 'super', 'payManager'],
    'super-manager': ['super'],
    'pay-or-check': ['pay', 'check', 'payManager'],
    'pay-or-manager': ['pay', 'manager', 'super', 'payManager'],
    'check-or-manager': ['check', 'manager', 'super', 'payManager'],
    'check-or-super-manager': ['check', 'super'],
    'not-check': ['pay', 'manager', 'super', 'payManager'],
    'not-manager': ['pay', 'check'],
  }
  const cells = RIGHTS.flatMap((right) =>
    (Object.keys(people) as (keyof typeof people)[]).map(
      (who) => [who, right, may[right].includes(who)] as const,
    ),
  )
  it.each(cells)('account %s holds right %s: %s', (who, right, expected) =>
    expect(hasRight(people[who], right)).toBe(expected),
  )
})

describe('data scope of an account', () => {
  it('widens from provider to platform to everything with the role', () => {
    expect(scopeOf(people.super)).toEqual({ of: 'everything' })
    expect(scopeOf(people.manager)).toEqual({ of: 'platform', platformId: 100 })
    expect(scopeOf(people.pay)).toEqual({ of: 'provider', providerId: 10 })
  })
})

describe('editing other accounts', () => {
  const plain = { accountId: 2, manager: false, superManager: false }
  const manager = { accountId: 2, manager: true, superManager: false }
  const chief = { accountId: 2, manager: false, superManager: true }
  it.each([
    ['manager', plain, undefined],
    ['manager', manager, 'managers-account'],
    ['manager', chief, 'managers-account'],
    ['manager', { ...plain, accountId: 1 }, 'own-account'],
    ['super', plain, undefined],
    ['super', manager, undefined],
    ['super', chief, undefined],
    ['super', { ...chief, accountId: 1 }, 'own-account'],
  ] as const)('returns for %s editing account %o: %s', (who, target, refusal) =>
    expect(validateTouch(people[who], target)).toBe(refusal),
  )
})

describe('granting rights', () => {
  const none = { payRight: false, checkRight: false, manager: false, platformId: 100 }
  it.each([
    ['manager', none, undefined],
    ['manager', { ...none, payRight: true }, undefined],
    ['manager', { ...none, checkRight: true }, undefined],
    ['manager', { ...none, payRight: true, checkRight: true }, 'pay-and-check-exclude'],
    ['super', { ...none, payRight: true, checkRight: true }, 'pay-and-check-exclude'],
    ['manager', { ...none, manager: true }, 'manager-right-not-yours'],
    ['super', { ...none, manager: true }, undefined],
    ['manager', { ...none, platformId: 200 }, 'platform-not-yours'],
    ['super', { ...none, platformId: 200 }, undefined],
    ['super', { ...none, platformId: 300 }, 'platform-not-of-provider'],
  ] as const)('returns for %s granting %o: %s', (who, wanted, refusal) =>
    expect(validateGrant(people[who], wanted, [100, 200])).toBe(refusal),
  )
})

describe('password strength', () => {
  it.each([
    ['Paywages@2026', undefined],
    ['Abcdef1', 'password-too-short'],
    ['Abcdefg1', undefined],
    ['abcdefg1', 'password-too-simple'],
    ['12345678', 'password-too-simple'],
    ['abc中文密码1!', undefined],
  ])('rates password %s as %s', (password, weakness) =>
    expect(passwordWeakness(password, 'somebody')).toBe(weakness),
  )
})
