// Every cell of state × decision × right, held against a table written out by hand.

import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import {
  actionsFor,
  BATCH_STATUSES,
  type BatchState,
  type BatchStatus,
  validateCancelSwitch,
  validateDecision,
  validateWithdrawal,
} from './batch-status.ts'

const none = {
  accountId: 9,
  providerId: 1,
  platformId: 1,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: false,
  superManager: false,
}
const people: Record<string, Person> = {
  payer: { ...none, payRight: true },
  reviewer: { ...none, checkRight: true },
  manager: { ...none, manager: true },
  superManager: { ...none, superManager: true, manager: true },
  otherPayer: { ...none, payRight: true, providerId: 2 },
  otherReviewer: { ...none, checkRight: true, providerId: 2 },
  payingManager: { ...none, payRight: true, manager: true },
}

const history = [
  { step: 'upload', accountId: 1, passed: true },
  { step: 'audit', accountId: 2, passed: true },
] as const
const batchAt = (status: BatchStatus, over: Partial<BatchState> = {}): BatchState => ({
  status,
  providerId: 1,
  payableCount: 3,
  reviewersNeeded: 1,
  managerReviews: false,
  history: status === 'ready' ? [...history, { step: 'review', accountId: 3, passed: true }] : history,
  ...over,
})

/** from → to that each right allows; everything else is refused. */
const ALLOWED: Record<string, readonly string[]> = {
  pay: ['auditing→reviewing', 'auditing→audit-rejected', 'ready→transferring'],
  check: ['reviewing→ready', 'reviewing→review-rejected'],
}
const PASSES: Record<BatchStatus, boolean> = {
  auditing: true,
  reviewing: true,
  'audit-rejected': false,
  ready: true,
  'review-rejected': false,
  transferring: true,
}

describe('deciding on a batch', () => {
  const cells = Object.keys(people).flatMap((who) =>
    BATCH_STATUSES.flatMap((from) =>
      BATCH_STATUSES.flatMap((to) => [true, false].map((pass) => [who, from, to, pass] as const)),
    ),
  )
  it.each(cells)('judges a decision of %s from %s to %s with pass %s', (who, from, to, pass) => {
    const person = people[who] as Person
    const rights = [
      ...(person.payRight ? (ALLOWED.pay ?? []) : []),
      ...(person.checkRight ? (ALLOWED.check ?? []) : []),
    ]
    const expected = person.providerId === 1 && PASSES[to] === pass && rights.includes(`${from}→${to}`)
    expect('step' in validateDecision(batchAt(from), { to, pass }, person)).toBe(expected)
  })

  it('distinguishes a wrong state from a missing right', () => {
    const payer = people.payer as Person
    expect(validateDecision(batchAt('reviewing'), { to: 'reviewing', pass: true }, payer)).toEqual({
      refusal: 'state-changed',
    })
    expect(validateDecision(batchAt('reviewing'), { to: 'ready', pass: true }, payer)).toEqual({
      refusal: 'needs-check-right',
    })
    expect(validateDecision(batchAt('auditing'), { to: 'reviewing', pass: false }, payer)).toEqual({
      refusal: 'decision-disagrees',
    })
    expect(
      validateDecision(batchAt('auditing'), { to: 'reviewing', pass: true }, people.otherPayer as Person),
    ).toEqual({ refusal: 'not-own-provider' })
  })

  it.each([
    ['uploaded it', { step: 'upload', accountId: 9, passed: true }],
    ['audited it', { step: 'audit', accountId: 9, passed: true }],
  ] as const)('rejects a reviewer who %s, even if their rights changed since', (_, entry) => {
    const batch = batchAt('reviewing', { history: [...history, entry] })
    for (const decision of [
      { to: 'ready', pass: true },
      { to: 'review-rejected', pass: false },
    ] as const) {
      expect(validateDecision(batch, decision, people.reviewer as Person)).toEqual({
        refusal: 'reviewer-took-part',
      })
    }
  })

  it('allows the uploader to audit', () => {
    const batch = batchAt('auditing', { history: [{ step: 'upload', accountId: 9, passed: true }] })
    expect(validateDecision(batch, { to: 'reviewing', pass: true }, people.payer as Person)).toMatchObject({
      step: 'audit',
    })
  })

  it('rejects approving and allows rejecting a batch without payable rows', () => {
    const batch = batchAt('auditing', { payableCount: 0 })
    expect(validateDecision(batch, { to: 'reviewing', pass: true }, people.payer as Person)).toEqual({
      refusal: 'nothing-payable',
    })
    expect(
      validateDecision(batch, { to: 'audit-rejected', pass: false }, people.payer as Person),
    ).toMatchObject({
      step: 'audit',
    })
  })
})

describe('withdrawing a batch', () => {
  const ends: Record<string, Partial<Record<BatchStatus, BatchStatus>>> = {
    payer: { auditing: 'audit-rejected', reviewing: 'audit-rejected', ready: 'review-rejected' },
    reviewer: { ready: 'review-rejected' },
    manager: {},
    superManager: {},
    otherPayer: {},
    otherReviewer: {},
    payingManager: { auditing: 'audit-rejected', reviewing: 'audit-rejected', ready: 'review-rejected' },
  }
  const cells = Object.keys(people).flatMap((who) =>
    BATCH_STATUSES.map((status) => [who, status, ends[who]?.[status]] as const),
  )
  it.each(cells)('judges a withdrawal by %s at %s: new status %s', (who, status, to) => {
    const validated = validateWithdrawal(batchAt(status), people[who] as Person)
    expect('to' in validated ? validated.to : undefined).toBe(to)
  })
})

describe('cancelling rows, and the buttons of a batch', () => {
  const cells = Object.keys(people).flatMap((who) =>
    BATCH_STATUSES.map(
      (status) =>
        [who, status, (who === 'payer' || who === 'payingManager') && status === 'auditing'] as const,
    ),
  )
  it.each(cells)('cancelling rows as %s at %s is allowed: %s', (who, status, allowed) => {
    expect(validateCancelSwitch(batchAt(status), people[who] as Person) === undefined).toBe(allowed)
  })
  it('offers each person the allowed actions', () => {
    const at = (status: BatchStatus, who: string) => actionsFor(batchAt(status), people[who] as Person)
    expect(at('auditing', 'payer')).toEqual(['approve-audit', 'reject-audit', 'withdraw', 'cancel-rows'])
    expect(at('reviewing', 'reviewer')).toEqual(['approve-review', 'reject-review'])
    expect(at('reviewing', 'payer')).toEqual(['withdraw'])
    expect(at('ready', 'payer')).toEqual(['start', 'withdraw'])
    expect(at('ready', 'reviewer')).toEqual(['withdraw'])
    expect(at('audit-rejected', 'payer')).toEqual([])
    expect(at('auditing', 'superManager')).toEqual([])
  })
})
