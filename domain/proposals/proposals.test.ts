// The boundary tables of proposals: who may take which step in which state, and which changes need a second person.

import { describe, expect, it } from 'vitest'
import type { Person } from '../accounts/person.ts'
import {
  coolsDown,
  hasConfirmer,
  isEnded,
  MAX_ATTACHMENTS,
  PROPOSAL_STATES,
  type ProposalState,
  type ProposalStep,
  stateAfter,
  stateAt,
  validateAttachment,
  validateProposalStep,
} from './proposal.ts'
import { decidesFrom, isWaiting, needsSecondPerson } from './second-person.ts'

const NOW = new Date('2026-11-17T10:00:00Z')
const LATER = new Date('2026-11-18T10:00:00Z')

const person = (accountId: number, over: Partial<Person> = {}): Person => ({
  accountId,
  providerId: 10,
  platformId: 100,
  payRight: false,
  checkRight: false,
  appLoginRight: false,
  manager: true,
  superManager: false,
  ...over,
})

describe('steps of a proposal', () => {
  const leads: Record<ProposalStep, Partial<Record<ProposalState, ProposalState>>> = {
    confirm: { open: 'done' },
    refuse: { open: 'refused', cooling: 'refused' },
    withdraw: { open: 'withdrawn', cooling: 'withdrawn' },
    expire: { open: 'expired' },
    'take-effect': { cooling: 'done' },
    void: { open: 'void', cooling: 'void' },
  }
  const cells = (Object.keys(leads) as ProposalStep[]).flatMap((step) =>
    PROPOSAL_STATES.map((state) => [step, state, leads[step][state]] as const),
  )
  it.each(cells)('%s from %s leads to %s', (step, state, expected) =>
    expect(stateAfter(state, step)).toBe(expected),
  )

  it('never leaves an ended state', () => {
    for (const [step, state] of cells) if (isEnded(state)) expect(stateAfter(state, step)).toBeUndefined()
  })

  it('expires at its moment, and only while it is open', () => {
    expect(stateAt({ state: 'open', expiresAt: NOW }, new Date(NOW.getTime() - 1))).toBe('open')
    expect(stateAt({ state: 'open', expiresAt: NOW }, NOW)).toBe('expired')
    expect(stateAt({ state: 'cooling', expiresAt: NOW }, LATER)).toBe('cooling')
  })
})

describe('who may take a step', () => {
  const PROPOSER = 1
  const CONCERNED = 2
  const OTHER = 3
  const payer = { payRight: true, manager: false }
  it.each([
    ['confirm', 'open', person(OTHER), undefined],
    ['confirm', 'open', person(OTHER, { manager: false, superManager: true }), undefined],
    ['confirm', 'open', person(PROPOSER), 'own-proposal'],
    ['confirm', 'open', person(PROPOSER, { superManager: true }), 'own-proposal'],
    ['confirm', 'open', person(CONCERNED), 'proposal-about-you'],
    ['confirm', 'open', person(OTHER, payer), 'not-allowed'],
    ['confirm', 'cooling', person(OTHER), 'proposal-cooling'],
    ['confirm', 'done', person(OTHER), 'proposal-ended'],
    ['confirm', 'withdrawn', person(OTHER), 'proposal-ended'],
    ['confirm', 'expired', person(OTHER), 'proposal-ended'],
    ['confirm', 'void', person(OTHER), 'proposal-ended'],
    ['refuse', 'open', person(OTHER), undefined],
    ['refuse', 'open', person(CONCERNED), undefined],
    ['refuse', 'cooling', person(OTHER), undefined],
    ['refuse', 'open', person(PROPOSER), 'own-proposal'],
    ['refuse', 'done', person(OTHER), 'proposal-ended'],
    ['refuse', 'open', person(OTHER, payer), 'not-allowed'],
    ['withdraw', 'open', person(PROPOSER), undefined],
    ['withdraw', 'cooling', person(PROPOSER), undefined],
    ['withdraw', 'open', person(OTHER), 'not-own-proposal'],
    ['withdraw', 'done', person(PROPOSER), 'proposal-ended'],
    ['withdraw', 'open', person(PROPOSER, payer), 'not-allowed'],
  ] as const)('%s of an %s one by %o: %s', (step, state, by, refusal) => {
    const proposal = { state, proposedBy: PROPOSER, accountId: CONCERNED, expiresAt: LATER }
    expect(validateProposalStep(proposal, step, by, NOW)).toBe(refusal)
  })

  it('refuses the confirmation of one that has just expired', () => {
    const proposal = { state: 'open', proposedBy: PROPOSER, accountId: null, expiresAt: NOW } as const
    expect(validateProposalStep(proposal, 'confirm', person(OTHER), NOW)).toBe('proposal-ended')
  })
})

describe('whether somebody else could confirm', () => {
  const about = { proposedBy: 1, accountId: 2 }
  it.each([
    [[], false],
    [[1], false],
    [[2], false],
    [[1, 2], false],
    [[3], true],
    [[1, 2, 3], true],
  ])('returns for managers %o: %s', (managers, expected) =>
    expect(hasConfirmer(managers, about)).toBe(expected),
  )
})

describe('changes that need a second person', () => {
  const none = { payRight: false, checkRight: false, manager: false, platformId: 100 }
  const pay = { ...none, payRight: true }
  const check = { ...none, checkRight: true }
  it.each([
    [none, none, false],
    [none, pay, true],
    [none, check, true],
    [none, { ...none, manager: true }, true],
    [pay, check, true],
    [pay, { ...pay, manager: true }, true],
    [pay, pay, false],
    [pay, none, false],
    [{ ...pay, manager: true }, pay, false],
    [pay, { ...pay, platformId: 200 }, true],
    [none, { ...none, platformId: 200 }, false],
    [pay, { ...none, platformId: 200 }, false],
  ])('from %o to %o: %s', (before, after, expected) =>
    expect(needsSecondPerson(before, after)).toBe(expected),
  )
})

describe('the time before an account decides', () => {
  it('begins with the change, and is none where the setting is 0', () => {
    expect(decidesFrom(NOW, 86_400_000)).toEqual(LATER)
    expect(decidesFrom(NOW, 0)).toBeNull()
    expect([isWaiting(null, NOW), isWaiting(LATER, NOW), isWaiting(NOW, NOW)]).toEqual([false, true, false])
  })
})

describe('files beside a proposal', () => {
  const proposal = { state: 'open' as ProposalState, proposedBy: 1, accountId: 9, expiresAt: LATER }
  it.each([
    ['open', 0, person(1), undefined],
    ['cooling', 0, person(1), undefined],
    ['open', MAX_ATTACHMENTS - 1, person(1), undefined],
    ['open', MAX_ATTACHMENTS, person(1), 'too-many-attachments'],
    ['open', 0, person(2), 'not-own-proposal'],
    ['open', 0, person(1, { manager: false }), 'not-allowed'],
    ['done', 0, person(1), 'proposal-ended'],
  ] as const)('%s with %d files', (state, held, who, refusal) => {
    expect(validateAttachment({ ...proposal, state }, held, who, NOW)).toBe(refusal)
  })
  it('are not added to one whose time is over', () => {
    expect(validateAttachment(proposal, 0, person(1), LATER)).toBe('proposal-ended')
  })
})

it.each([
  // managers that are there, super managers that ever were, managers that were lately, whom it concerns
  [[1], [1], [], 9, true],
  [[1, 2], [1], [], 9, false],
  [[1, 2], [1], [], 2, true],
  [[1], [1, 2], [], 9, false],
  [[1], [1, 2], [], 2, false],
  [[1], [2], [], 9, false],
  [[1], [1], [2], 9, false],
  [[1], [1], [2], 2, true],
  [[1], [1], [1], 9, true],
] as const)(
  'managers %j, super managers %j and former ones %j about %d: time decides %s',
  (managers, supers, former, accountId, cools) => {
    expect(coolsDown(managers, supers, former, { proposedBy: 1, accountId })).toBe(cools)
  },
)
