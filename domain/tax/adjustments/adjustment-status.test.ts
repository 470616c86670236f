// Who may enter, confirm, reject and withdraw an adjustment, in every state.

import { describe, expect, it } from 'vitest'
import {
  ADJUSTMENT_STATUSES,
  type AdjustmentPerson,
  adjustmentActions,
  validateDecision,
  validateProposal,
  validateWithdrawal,
} from './adjustment-status.ts'

const person = (accountId: number, rights: Partial<AdjustmentPerson>): AdjustmentPerson => ({
  accountId,
  payRight: false,
  checkRight: false,
  manager: false,
  superManager: false,
  ...rights,
})
const proposer = person(1, { manager: true })
const payer = person(2, { payRight: true })
const checker = person(3, { checkRight: true })
const manager = person(4, { manager: true })
const guest = person(5, {})

describe('entering an adjustment', () => {
  it.each([
    ['a payer', payer, undefined],
    ['a manager', manager, undefined],
    ['a super manager', person(6, { superManager: true }), undefined],
    ['a reviewer', checker, 'not-allowed'],
    ['nobody', guest, 'not-allowed'],
  ])('by %s', (_, who, refusal) => expect(validateProposal(who)).toBe(refusal))
})

describe('deciding an adjustment that waits', () => {
  const waiting = { status: 'proposed', proposerId: proposer.accountId } as const
  it.each([
    ['a reviewer', checker, undefined],
    ['another manager', manager, undefined],
    ['who entered it, whatever rights they hold', proposer, 'own-adjustment'],
    ['a payer', payer, 'not-allowed'],
    ['nobody', guest, 'not-allowed'],
  ])('by %s', (_, who, refusal) => expect(validateDecision(waiting, who)).toBe(refusal))
})

it.each(ADJUSTMENT_STATUSES)('a state is left once, by decision or withdrawal: %s', (status) => {
  const adjustment = { status, proposerId: proposer.accountId }
  const refusal = status === 'proposed' ? undefined : 'state-changed'
  expect(validateDecision(adjustment, checker)).toBe(refusal)
  expect(validateWithdrawal(adjustment, proposer)).toBe(refusal)
  expect(validateWithdrawal(adjustment, manager)).toBe('not-adjustment-proposer')
  expect(adjustmentActions(adjustment, checker)).toEqual(status === 'proposed' ? ['confirm', 'reject'] : [])
  expect(adjustmentActions(adjustment, proposer)).toEqual(status === 'proposed' ? ['withdraw'] : [])
  expect(adjustmentActions(adjustment, payer)).toEqual([])
})
