// The boundary tables of scheduled starts: who sets one for when, who takes it back, and what its time may find.

import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import type { BatchState, BatchStatus } from './batch-status.ts'
import {
  LATE_MS,
  MAX_AHEAD_DAYS,
  MIN_AHEAD_MS,
  SCHEDULE_STATES,
  validateDue,
  validateSchedule,
  validateScheduleCancel,
} from './schedule.ts'

const NOW = new Date('2026-11-17T02:00:00Z')
const DAY_MS = 86_400_000
const ahead = (ms: number) => new Date(NOW.getTime() + ms)

const person = (accountId: number, more: Partial<Person> = {}): Person => ({
  accountId,
  providerId: 1,
  platformId: 1,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: false,
  superManager: false,
  ...more,
})
const payer = person(1, { payRight: true })
const reviewer = person(3, { checkRight: true })

const batch = (status: BatchStatus = 'ready', more: Partial<BatchState> = {}): BatchState => ({
  status,
  providerId: 1,
  payableCount: 2,
  reviewersNeeded: 1,
  managerReviews: false,
  history: [
    { step: 'upload', accountId: 1, passed: true },
    { step: 'audit', accountId: 1, passed: true },
    { step: 'review', accountId: 3, passed: true },
  ],
  ...more,
})

describe('setting a time', () => {
  it.each([
    [-1, 'schedule-past'],
    [0, 'schedule-past'],
    [1, 'schedule-soon'],
    [MIN_AHEAD_MS - 1, 'schedule-soon'],
    [MIN_AHEAD_MS, undefined],
    [MAX_AHEAD_DAYS * DAY_MS, undefined],
    [MAX_AHEAD_DAYS * DAY_MS + 1, 'schedule-far'],
  ])('%s ms ahead: %s', (ms, refusal) =>
    expect(validateSchedule(batch(), payer, ahead(ms), NOW)).toBe(refusal),
  )

  it.each([
    ['a payer', batch(), payer, undefined],
    ['a payer of another company', batch(), { ...payer, providerId: 2 }, 'not-own-provider'],
    ['a reviewer', batch(), reviewer, 'needs-pay-right'],
    ['a reviewer who pays now', batch(), { ...reviewer, payRight: true }, 'starter-reviewed'],
    ['a manager', batch(), person(5, { manager: true }), 'needs-pay-right'],
    ['a payer before the review', batch('reviewing'), payer, 'state-changed'],
    ['a payer after the start', batch('transferring'), payer, 'state-changed'],
    ['a payer with a review missing', batch('ready', { reviewersNeeded: 2 }), payer, 'reviews-missing'],
  ] as const)('by %s: %s', (_, state, who, refusal) =>
    expect(validateSchedule(state, who, ahead(DAY_MS), NOW)).toBe(refusal),
  )
})

describe('taking it back', () => {
  it.each([
    ['a payer', payer, undefined],
    ['another payer of the company', person(8, { payRight: true }), undefined],
    ['a payer of another company', person(8, { payRight: true, providerId: 2 }), 'not-allowed'],
    ['a reviewer', reviewer, 'not-allowed'],
    ['a manager', person(5, { manager: true, providerId: 2 }), undefined],
    ['a super manager', person(6, { superManager: true, providerId: 2 }), undefined],
  ] as const)('by %s', (_, who, refusal) =>
    expect(validateScheduleCancel(batch(), 'waiting', who)).toBe(refusal),
  )

  it.each([undefined, ...SCHEDULE_STATES])('of one that is %s', (state) =>
    expect(validateScheduleCancel(batch(), state, payer)).toBe(
      state === 'waiting' ? undefined : 'schedule-ended',
    ),
  )
})

describe('when its time has come', () => {
  const scheduler = { ...payer, enabled: true, decidesFrom: null }
  it.each([
    ['as it was set', batch(), scheduler, 0, undefined],
    ['a little late', batch(), scheduler, LATE_MS, undefined],
    ['too late', batch(), scheduler, LATE_MS + 1, 'schedule-missed'],
    ['the account is disabled', batch(), { ...scheduler, enabled: false }, 0, 'scheduler-disabled'],
    ['the account changed lately', batch(), { ...scheduler, decidesFrom: ahead(1) }, 0, 'scheduler-waiting'],
    ['the account waited long enough', batch(), { ...scheduler, decidesFrom: NOW }, 0, undefined],
    ['the right is gone', batch(), { ...scheduler, payRight: false }, 0, 'needs-pay-right'],
    ['the company is another', batch(), { ...scheduler, providerId: 2 }, 0, 'not-own-provider'],
    ['it was withdrawn', batch('review-rejected'), scheduler, 0, 'state-changed'],
    ['reviews are missing', batch('ready', { reviewersNeeded: 2 }), scheduler, 0, 'reviews-missing'],
  ] as const)('%s: %s', (_, state, who, late, refusal) =>
    expect(validateDue(state, who, NOW, ahead(late))).toBe(refusal),
  )
})
