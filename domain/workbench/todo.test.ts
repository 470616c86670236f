import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import { BATCH_STATUSES, type BatchState } from '../payouts/batch-status.ts'
import { askedOf, byUrgency, figuresScopeOf, type TODO_KINDS } from './todo.ts'

const nobody: Person = {
  accountId: 9,
  providerId: 1,
  platformId: 1,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: false,
  superManager: false,
}
const payer = { ...nobody, payRight: true }
const reviewer = { ...nobody, checkRight: true }
const step = (name: 'upload' | 'audit' | 'review', accountId: number) =>
  ({ step: name, accountId, passed: true }) as const
const batch = (more: Partial<BatchState>): BatchState => ({
  status: 'auditing',
  providerId: 1,
  payableCount: 2,
  reviewersNeeded: 1,
  managerReviews: false,
  history: [step('upload', 1), step('audit', 2), ...(more.status === 'ready' ? [step('review', 3)] : [])],
  ...more,
})

describe('action a batch asks of a person', () => {
  const asks = (person: Person) =>
    Object.fromEntries(
      BATCH_STATUSES.flatMap((status) => {
        const asked = askedOf(batch({ status }), person)
        return asked === undefined ? [] : [[status, asked]]
      }),
    )

  it.each([
    ['a payer', payer, { auditing: 'audit-batch', ready: 'start-batch' }],
    ['a reviewer', reviewer, { reviewing: 'review-batch' }],
    ['a manager', { ...nobody, manager: true }, {}],
    ['a super manager', { ...nobody, manager: true, superManager: true }, {}],
    ['a manager who pays', { ...payer, manager: true }, { auditing: 'audit-batch', ready: 'start-batch' }],
    ['a payer of another company', { ...payer, providerId: 2 }, {}],
    ['a reviewer of another company', { ...reviewer, providerId: 2 }, {}],
    ['a reviewer who uploaded it', { ...reviewer, accountId: 1 }, {}],
    ['a reviewer who audited it', { ...reviewer, accountId: 2 }, {}],
  ])('returns for %s the action by status', (_, person, expected) => {
    expect(asks(person)).toEqual(expected)
  })

  it('asks nobody to start what starts by itself, and still asks for decisions', () => {
    const dueAt = new Date('2026-11-20T01:00:00Z')
    expect(askedOf({ ...batch({ status: 'ready' }), dueAt }, payer)).toBeUndefined()
    expect(askedOf({ ...batch({ status: 'ready' }), dueAt: null }, payer)).toBe('start-batch')
    expect(askedOf({ ...batch({ status: 'auditing' }), dueAt }, payer)).toBe('audit-batch')
  })

  it('is still asked for a batch with nothing left to pay', () => {
    expect(askedOf(batch({ payableCount: 0 }), payer)).toBe('audit-batch')
    expect(askedOf(batch({ payableCount: 0, status: 'reviewing' }), reviewer)).toBe('review-batch')
  })
})

describe('order of to-dos', () => {
  it('sorts by kind, then by age', () => {
    const at = (kind: (typeof TODO_KINDS)[number], day: number) => ({ kind, since: new Date(day) })
    const sorted = [at('audit-batch', 1), at('start-batch', 5), at('low-balance', 9), at('start-batch', 2)]
      .sort(byUrgency)
      .map(({ kind, since }) => `${kind} ${since.getTime()}`)
    expect(sorted).toEqual(['low-balance 9', 'start-batch 2', 'start-batch 5', 'audit-batch 1'])
  })
})

describe('scope of the workbench figures', () => {
  it.each([
    ['a payer', payer, { of: 'provider', providerId: 1 }],
    ['a reviewer', reviewer, { of: 'provider', providerId: 1 }],
    ['a manager', { ...nobody, manager: true }, { of: 'platform', platformId: 1 }],
    ['a super manager', { ...nobody, superManager: true }, { of: 'everything' }],
    ['a manager who pays', { ...payer, manager: true }, { of: 'provider', providerId: 1 }],
  ])('returns the scope of %s', (_, person, scope) => {
    expect(figuresScopeOf(person)).toEqual(scope)
  })
})
