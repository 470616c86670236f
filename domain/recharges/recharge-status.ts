// The life of a recharge and of its reversals, and who may move them (spec §4, D25): one table for server and page.

import type { Person } from '../accounts/person.ts'
import type { Fen } from '../money/fen.ts'

/** The spec's numbers are the places in this list. */
export const RECHARGE_STATUSES = ['pending', 'approved', 'rejected'] as const
export type RechargeStatus = (typeof RECHARGE_STATUSES)[number]

/** A correction takes back a credit that should not have been; a refund sends the money back. */
export const REVERSAL_KINDS = ['correction', 'refund'] as const
export type ReversalKind = (typeof REVERSAL_KINDS)[number]

export const REVERSAL_STATUSES = ['pending', 'confirmed', 'refused'] as const
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number]

export type RechargeState = {
  readonly status: RechargeStatus
  readonly providerId: number
  readonly creatorId: number
  readonly amountFen: Fen
  readonly reversedFen: Fen
  /** The request that waits for a second person; at most one at a time. */
  readonly openReversal: { readonly askerId: number; readonly amountFen: Fen } | null
}

/** A recharge as an audit sees it. */
export type AuditedRecharge = RechargeState & {
  /** Nobody saw its money arrive, and it is large: a manager of the operator credits it (D50). */
  readonly needsManager: boolean
  /** The company that registered it is the operator's own: super managers belong to it. */
  readonly ofOperator: boolean
}

/** What these rules ask of a person. */
export type RechargePerson = Pick<
  Person,
  'accountId' | 'providerId' | 'checkRight' | 'superManager' | 'manager'
>

export type RechargeRefusal =
  | 'needs-check-right'
  | 'recharge-other-provider'
  | 'state-changed'
  | 'own-recharge'
  | 'recharge-needs-manager'
  | 'own-company-recharge'
  | 'not-recharge-creator'
  | 'reversal-open'
  | 'reversal-too-large'
  | 'own-reversal'

/** Reviewers of the recharge's own provider, and super managers. */
function validateReviewer(recharge: RechargeState, person: RechargePerson): RechargeRefusal | undefined {
  if (person.superManager) return undefined
  if (!person.checkRight) return 'needs-check-right'
  return person.providerId === recharge.providerId ? undefined : 'recharge-other-provider'
}

/** A manager among the customer's own people is no manager of the operator, whatever the scope (D50). */
export const isCustomers = (
  recharge: Pick<AuditedRecharge, 'providerId' | 'ofOperator'>,
  person: Pick<RechargePerson, 'providerId' | 'superManager'>,
): boolean => !person.superManager && !recharge.ofOperator && person.providerId === recharge.providerId

/** The customer's own reviewers may always reject; the managers who may credit it have it in their scope. */
function validateAuditor(
  recharge: AuditedRecharge,
  person: RechargePerson,
  approves: boolean,
): RechargeRefusal | undefined {
  // Of what is decided already, whoever might have decided it is told so.
  if (person.manager && (recharge.needsManager || recharge.status !== 'pending'))
    return approves && recharge.needsManager && isCustomers(recharge, person)
      ? 'own-company-recharge'
      : undefined
  const right = validateReviewer(recharge, person)
  if (right || person.superManager) return right
  return recharge.needsManager && approves ? 'recharge-needs-manager' : undefined
}

/** Once, and never by who made it, whatever rights were switched since. Rights are asked before the state is told. */
export function validateAudit(
  recharge: AuditedRecharge,
  person: RechargePerson,
  approves: boolean,
): RechargeRefusal | undefined {
  const right = validateAuditor(recharge, person, approves)
  if (right) return right
  if (recharge.status !== 'pending') return 'state-changed'
  return recharge.creatorId === person.accountId ? 'own-recharge' : undefined
}

export function validateWithdrawal(
  recharge: RechargeState,
  person: RechargePerson,
): RechargeRefusal | undefined {
  if (recharge.creatorId !== person.accountId) return 'not-recharge-creator'
  return recharge.status === 'pending' ? undefined : 'state-changed'
}

/** What may still be reversed. */
export function reversibleFen(recharge: Pick<RechargeState, 'amountFen' | 'reversedFen'>): Fen {
  return recharge.amountFen - recharge.reversedFen
}

export function validateReversalRequest(
  recharge: RechargeState,
  amountFen: Fen,
  person: RechargePerson,
): RechargeRefusal | undefined {
  const right = validateReviewer(recharge, person)
  if (right) return right
  if (recharge.status !== 'approved') return 'state-changed'
  if (recharge.openReversal !== null) return 'reversal-open'
  return amountFen > reversibleFen(recharge) ? 'reversal-too-large' : undefined
}

/** Confirming takes another person than the asker; the asker may refuse, which takes the request back. */
export function validateReversalDecision(
  recharge: RechargeState,
  confirms: boolean,
  person: RechargePerson,
): RechargeRefusal | undefined {
  const right = validateReviewer(recharge, person)
  if (right) return right
  const open = recharge.openReversal
  if (recharge.status !== 'approved' || open === null) return 'state-changed'
  if (!confirms) return undefined
  if (open.askerId === person.accountId) return 'own-reversal'
  return open.amountFen > reversibleFen(recharge) ? 'reversal-too-large' : undefined
}

export type RechargeAction =
  | 'audit'
  | 'approve'
  | 'withdraw'
  | 'ask-reversal'
  | 'confirm-reversal'
  | 'refuse-reversal'
  | 'take-back-reversal'

/** Which buttons this person has on this recharge: the page asks the very rules the server asks. */
export function actionsFor(recharge: AuditedRecharge, person: RechargePerson): readonly RechargeAction[] {
  const smallest = 1n
  const asked = recharge.openReversal?.askerId === person.accountId
  const refuses = validateReversalDecision(recharge, false, person) === undefined
  const may: Readonly<Record<RechargeAction, boolean>> = {
    audit: validateAudit(recharge, person, false) === undefined,
    approve: validateAudit(recharge, person, true) === undefined,
    withdraw: validateWithdrawal(recharge, person) === undefined,
    'ask-reversal': validateReversalRequest(recharge, smallest, person) === undefined,
    'confirm-reversal': validateReversalDecision(recharge, true, person) === undefined,
    'refuse-reversal': refuses && !asked,
    'take-back-reversal': refuses && asked,
  }
  return (Object.keys(may) as RechargeAction[]).filter((action) => may[action])
}

/** Whose pending recharges a person may audit; their own are never among them (D25). */
export type AuditScope =
  | { readonly of: 'everything' }
  | { readonly of: 'provider'; readonly providerId: number }
  | undefined

export function auditScopeOf(person: RechargePerson): AuditScope {
  if (person.superManager) return { of: 'everything' }
  return person.checkRight ? { of: 'provider', providerId: person.providerId } : undefined
}
