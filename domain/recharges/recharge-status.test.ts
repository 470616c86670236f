// Every cell of state × action × person, held against tables written out by hand.

import { describe, expect, it } from 'vitest'
import {
  type AuditedRecharge,
  actionsFor,
  auditScopeOf,
  RECHARGE_STATUSES,
  type RechargePerson,
  type RechargeRefusal,
  type RechargeStatus,
  reversibleFen,
  validateAudit,
  validateReversalDecision,
  validateReversalRequest,
  validateWithdrawal,
} from './recharge-status.ts'

const CREATOR = 1
const ASKER = 2
const none: RechargePerson = {
  accountId: 9,
  providerId: 1,
  checkRight: false,
  manager: false,
  superManager: false,
}

/** Everyone works at the recharge's provider, unless their name says otherwise. */
const PEOPLE = {
  payer: none,
  creator: { ...none, accountId: CREATOR },
  /** Made it as a payer; the rights were switched since. */
  creatorNowReviewer: { ...none, accountId: CREATOR, checkRight: true },
  creatorSuper: { ...none, accountId: CREATOR, providerId: 2, superManager: true },
  reviewer: { ...none, checkRight: true },
  asker: { ...none, accountId: ASKER, checkRight: true },
  askerNowPayer: { ...none, accountId: ASKER },
  otherReviewer: { ...none, providerId: 2, checkRight: true },
  superManager: { ...none, providerId: 2, superManager: true },
} as const satisfies Record<string, RechargePerson>
type Who = keyof typeof PEOPLE
const WHO = Object.keys(PEOPLE) as Who[]

const rechargeAt = (status: RechargeStatus, over: Partial<AuditedRecharge> = {}): AuditedRecharge => ({
  status,
  providerId: 1,
  creatorId: CREATOR,
  amountFen: 1_000n,
  reversedFen: 0n,
  openReversal: null,
  needsManager: false,
  ofOperator: false,
  ...over,
})

type Row<Column extends string> = Record<Who, Record<Column, RechargeRefusal | undefined>>
const all = <Column extends string>(columns: readonly Column[], refusal: RechargeRefusal) =>
  Object.fromEntries(columns.map((column) => [column, refusal])) as Record<Column, RechargeRefusal>
const cellsOf = <Column extends string>(columns: readonly Column[], row: Row<Column>) =>
  WHO.flatMap((who) => columns.map((column) => [who, column, row[who][column]] as const))

const validated = { pending: undefined, approved: 'state-changed', rejected: 'state-changed' } as const
const own = { pending: 'own-recharge', approved: 'state-changed', rejected: 'state-changed' } as const
const noRight = all(RECHARGE_STATUSES, 'needs-check-right')

describe('auditing a recharge', () => {
  const table: Row<RechargeStatus> = {
    payer: noRight,
    creator: noRight,
    creatorNowReviewer: own,
    creatorSuper: own,
    reviewer: validated,
    asker: validated,
    askerNowPayer: noRight,
    otherReviewer: all(RECHARGE_STATUSES, 'recharge-other-provider'),
    superManager: validated,
  }
  it.each(cellsOf(RECHARGE_STATUSES, table))(
    'judges an audit by %s at status %s as %s',
    (who, status, refusal) => expect(validateAudit(rechargeAt(status), PEOPLE[who], true)).toBe(refusal),
  )

  const manager = { ...none, providerId: 2, manager: true }
  it.each<[string, RechargePerson, boolean, RechargeRefusal | undefined]>([
    ['reviewer', PEOPLE.reviewer, true, 'recharge-needs-manager'],
    ['rejecting reviewer', PEOPLE.reviewer, false, undefined],
    ['reviewer elsewhere', PEOPLE.otherReviewer, true, 'recharge-other-provider'],
    ['payer', PEOPLE.payer, true, 'needs-check-right'],
    ['manager', manager, true, undefined],
    ['manager of the customer itself', { ...none, manager: true }, true, 'own-company-recharge'],
    ['rejecting manager of the customer', { ...none, manager: true }, false, undefined],
    [
      'manager who reviews for the customer',
      { ...PEOPLE.reviewer, manager: true },
      true,
      'own-company-recharge',
    ],
    ['manager who made it', { ...manager, accountId: CREATOR }, true, 'own-recharge'],
    ['super manager', PEOPLE.superManager, true, undefined],
    ['super manager who made it', PEOPLE.creatorSuper, true, 'own-recharge'],
  ])('of one whose money was not seen by a %s', (_, person, approves, refusal) => {
    const unseen = rechargeAt('pending', { needsManager: true })
    expect(validateAudit(unseen, person, approves)).toBe(refusal)
  })

  it('of the operator’s own company is for its managers', () => {
    const unseen = rechargeAt('pending', { needsManager: true, ofOperator: true })
    expect(validateAudit(unseen, { ...none, manager: true }, true)).toBeUndefined()
  })

  it('is not for managers otherwise', () => {
    expect(validateAudit(rechargeAt('pending'), manager, true)).toBe('needs-check-right')
  })
})

describe('withdrawing a recharge', () => {
  const another = all(RECHARGE_STATUSES, 'not-recharge-creator')
  const table: Row<RechargeStatus> = {
    payer: another,
    creator: validated,
    creatorNowReviewer: validated,
    creatorSuper: validated,
    reviewer: another,
    asker: another,
    askerNowPayer: another,
    otherReviewer: another,
    superManager: another,
  }
  it.each(cellsOf(RECHARGE_STATUSES, table))(
    'judges a withdrawal by %s at status %s as %s',
    (who, status, refusal) => expect(validateWithdrawal(rechargeAt(status), PEOPLE[who])).toBe(refusal),
  )
})

const open = { askerId: ASKER, amountFen: 400n }
/** A recharge in every state that matters to reversals. */
const STATES = {
  pending: rechargeAt('pending'),
  rejected: rechargeAt('rejected'),
  approved: rechargeAt('approved'),
  asked: rechargeAt('approved', { openReversal: open }),
  overtaken: rechargeAt('approved', { reversedFen: 700n, openReversal: open }),
  used: rechargeAt('approved', { reversedFen: 1_000n }),
} as const
type StateName = keyof typeof STATES
const STATE_NAMES = Object.keys(STATES) as StateName[]
const noReviewer = all(STATE_NAMES, 'needs-check-right')
const elsewhere = all(STATE_NAMES, 'recharge-other-provider')

describe('requesting a reversal', () => {
  const reviewer: Record<StateName, RechargeRefusal | undefined> = {
    pending: 'state-changed',
    rejected: 'state-changed',
    approved: undefined,
    asked: 'reversal-open',
    overtaken: 'reversal-open',
    used: 'reversal-too-large',
  }
  const table: Row<StateName> = {
    payer: noReviewer,
    creator: noReviewer,
    creatorNowReviewer: reviewer,
    creatorSuper: reviewer,
    reviewer,
    asker: reviewer,
    askerNowPayer: noReviewer,
    otherReviewer: elsewhere,
    superManager: reviewer,
  }
  it.each(cellsOf(STATE_NAMES, table))(
    'judges a request by %s for a recharge that is %s as %s',
    (who, state, refusal) => expect(validateReversalRequest(STATES[state], 400n, PEOPLE[who])).toBe(refusal),
  )

  it.each([
    [0n, 1n, undefined],
    [0n, 1_000n, undefined],
    [0n, 1_001n, 'reversal-too-large'],
    [600n, 400n, undefined],
    [600n, 401n, 'reversal-too-large'],
    [999n, 1n, undefined],
    [1_000n, 1n, 'reversal-too-large'],
  ] as const)(
    'with %s already reversed, judges a request for %s more as %s',
    (reversedFen, amountFen, refusal) => {
      const recharge = rechargeAt('approved', { reversedFen })
      expect(validateReversalRequest(recharge, amountFen, PEOPLE.reviewer)).toBe(refusal)
      expect(reversibleFen(recharge)).toBe(1_000n - reversedFen)
    },
  )
})

describe('deciding on a reversal', () => {
  const NOT_ASKED = {
    pending: 'state-changed',
    rejected: 'state-changed',
    approved: 'state-changed',
    used: 'state-changed',
  } as const
  const another = { ...NOT_ASKED, asked: undefined, overtaken: 'reversal-too-large' } as const
  const confirms: Row<StateName> = {
    payer: noReviewer,
    creator: noReviewer,
    creatorNowReviewer: another,
    creatorSuper: another,
    reviewer: another,
    asker: { ...NOT_ASKED, asked: 'own-reversal', overtaken: 'own-reversal' },
    askerNowPayer: noReviewer,
    otherReviewer: elsewhere,
    superManager: another,
  }
  it.each(cellsOf(STATE_NAMES, confirms))(
    'judges a confirmation by %s for a recharge that is %s as %s',
    (who, state, refusal) => expect(validateReversalDecision(STATES[state], true, PEOPLE[who])).toBe(refusal),
  )

  const anyone = { ...NOT_ASKED, asked: undefined, overtaken: undefined } as const
  const refuses: Row<StateName> = {
    payer: noReviewer,
    creator: noReviewer,
    creatorNowReviewer: anyone,
    creatorSuper: anyone,
    reviewer: anyone,
    asker: anyone,
    askerNowPayer: noReviewer,
    otherReviewer: elsewhere,
    superManager: anyone,
  }
  it.each(cellsOf(STATE_NAMES, refuses))(
    'judges a refusal by %s for a recharge that is %s as %s',
    (who, state, refusal) =>
      expect(validateReversalDecision(STATES[state], false, PEOPLE[who])).toBe(refusal),
  )
})

describe('buttons of a recharge', () => {
  it.each<[Who, StateName, readonly string[]]>([
    ['payer', 'pending', []],
    ['creator', 'pending', ['withdraw']],
    ['creator', 'approved', []],
    ['creatorNowReviewer', 'pending', ['withdraw']],
    ['creatorSuper', 'pending', ['withdraw']],
    ['reviewer', 'pending', ['audit', 'approve']],
    ['superManager', 'pending', ['audit', 'approve']],
    ['otherReviewer', 'pending', []],
    ['reviewer', 'rejected', []],
    ['reviewer', 'approved', ['ask-reversal']],
    ['reviewer', 'used', []],
    ['reviewer', 'asked', ['confirm-reversal', 'refuse-reversal']],
    ['reviewer', 'overtaken', ['refuse-reversal']],
    ['asker', 'asked', ['take-back-reversal']],
    ['askerNowPayer', 'asked', []],
    ['superManager', 'asked', ['confirm-reversal', 'refuse-reversal']],
  ])('offers %s on a recharge that is %s the actions %j', (who, state, actions) =>
    expect(actionsFor(STATES[state], PEOPLE[who])).toEqual(actions),
  )
})

describe('scope of recharges to audit', () => {
  it.each<[Who, ReturnType<typeof auditScopeOf>]>([
    ['payer', undefined],
    ['reviewer', { of: 'provider', providerId: 1 }],
    ['otherReviewer', { of: 'provider', providerId: 2 }],
    ['superManager', { of: 'everything' }],
  ])('returns for %s: %o', (who, scope) => expect(auditScopeOf(PEOPLE[who])).toEqual(scope))
})
