// The life of a proposal (D47): what one manager proposes, another confirms, or what waits out a cooling time where there is no other.

import type { Person } from '../accounts/person.ts'

/** What may be proposed; how each is carried out stands in server/proposals/kinds.ts. */
export const PROPOSAL_KINDS = [
  'add-account',
  'change-rights',
  'change-phone',
  'reset-password',
  'reset-factor',
  'enable-account',
  'change-terms',
  'change-policy',
  'change-paying-account',
  'add-bank-format',
  'change-account-choice',
  'release-bank-files',
  'release-sending',
  'change-retention',
] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

/** Gives somebody an account, or more of it: its first factor then needs the second person's code. A phone number opens nothing. */
export const opensAccount = (kind: ProposalKind): boolean => kind !== 'change-phone'

export const PROPOSAL_STATES = [
  /** Waits for a second person. */
  'open',
  /** Nobody else may confirm it: it takes effect by itself after the cooling time. */
  'cooling',
  'done',
  'refused',
  'withdrawn',
  'expired',
  /** What it was about has changed meanwhile. */
  'void',
] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** What people do with a proposal, and what time does. */
export type ProposalStep = 'confirm' | 'refuse' | 'withdraw' | 'expire' | 'take-effect' | 'void'

const STEPS: Readonly<Record<ProposalStep, Partial<Record<ProposalState, ProposalState>>>> = {
  confirm: { open: 'done' },
  refuse: { open: 'refused', cooling: 'refused' },
  withdraw: { open: 'withdrawn', cooling: 'withdrawn' },
  expire: { open: 'expired' },
  'take-effect': { cooling: 'done' },
  void: { open: 'void', cooling: 'void' },
}

/** Where a step leads from a state; undefined where it leads nowhere. */
export const stateAfter = (state: ProposalState, step: ProposalStep): ProposalState | undefined =>
  STEPS[step][state]

export const isEnded = (state: ProposalState): boolean => state !== 'open' && state !== 'cooling'

export type Proposal = {
  readonly state: ProposalState
  readonly proposedBy: number
  /** Whose account it is about; null where it is about none. */
  readonly accountId: number | null
  /** Until when an open one may be confirmed. */
  readonly expiresAt: Date
}

/** An open one past its time counts as expired before anybody has noted it. */
export function stateAt(
  { state, expiresAt }: Pick<Proposal, 'state' | 'expiresAt'>,
  now: Date,
): ProposalState {
  return state === 'open' && now >= expiresAt ? 'expired' : state
}

export type ProposalRefusal =
  | 'not-allowed'
  | 'own-proposal'
  | 'not-own-proposal'
  | 'proposal-about-you'
  | 'proposal-cooling'
  | 'proposal-ended'

/** Who may: the scope is settled before. Rights first, then the state. */
export function validateProposalStep(
  proposal: Proposal,
  step: 'confirm' | 'refuse' | 'withdraw',
  person: Person,
  now: Date,
): ProposalRefusal | undefined {
  if (!person.manager && !person.superManager) return 'not-allowed'
  const own = person.accountId === proposal.proposedBy
  if (step === 'withdraw' ? !own : own) return step === 'withdraw' ? 'not-own-proposal' : 'own-proposal'
  if (step === 'confirm' && person.accountId === proposal.accountId) return 'proposal-about-you'
  const state = stateAt(proposal, now)
  if (stateAfter(state, step) !== undefined) return undefined
  return state === 'cooling' ? 'proposal-cooling' : 'proposal-ended'
}

export const MAX_ATTACHMENTS = 5

/** Only whoever proposed it lays files beside it, and only while somebody may still look at them. */
export function validateAttachment(
  proposal: Proposal,
  held: number,
  person: Person,
  now: Date,
): ProposalRefusal | 'too-many-attachments' | undefined {
  const refusal = validateProposalStep(proposal, 'withdraw', person, now)
  if (refusal !== undefined) return refusal
  return held >= MAX_ATTACHMENTS ? 'too-many-attachments' : undefined
}

/** What a person may do with it now. */
export function proposalActions(proposal: Proposal, person: Person, now: Date) {
  return (['confirm', 'refuse', 'withdraw'] as const).filter(
    (step) => validateProposalStep(proposal, step, person, now) === undefined,
  )
}

/** Whether one of the managers in scope could confirm: the proposer never does, nor whom it concerns. */
export function hasConfirmer(
  managers: readonly number[],
  { proposedBy, accountId }: Pick<Proposal, 'proposedBy' | 'accountId'>,
): boolean {
  return managers.some((manager) => manager !== proposedBy && manager !== accountId)
}

/** For so long a manager who was disabled, or managed no more, counts as one that is there. */
export const FORMER_MANAGER_DAYS = 90

/**
 * Time stands in for a second person only where there never was another super manager, disabled ones included, and no other manager of the
 * scope lately: whoever disables the others, or the company that they belong to,
 * or takes their right, or moves them or the provider to another platform, waits for somebody all the same.
 */
export function coolsDown(
  managers: readonly number[],
  superManagers: readonly number[],
  formerManagers: readonly number[],
  proposal: Pick<Proposal, 'proposedBy' | 'accountId'>,
): boolean {
  return (
    !hasConfirmer([...managers, ...formerManagers], proposal) &&
    superManagers.every((account) => account === proposal.proposedBy)
  )
}
