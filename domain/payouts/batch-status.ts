// The life of a payout batch and who may move it where (spec §4, D17, D18): one table for server and page.

import type { Person } from '../accounts/person.ts'

export const BATCH_STATUSES = [
  'auditing',
  'reviewing',
  'audit-rejected',
  'ready',
  'review-rejected',
  'transferring',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

/** What a person asks for: the status to reach, and whether that is a pass, as the call says both (D17). */
export type Decision = { readonly to: BatchStatus; readonly pass: boolean }

export type BatchStep = 'upload' | 'audit' | 'review' | 'start' | 'withdraw'

/** Who took which step: by the batch's own history, whatever rights were switched since. */
export type BatchHistory = readonly {
  readonly step: BatchStep
  readonly accountId: number
  readonly passed: boolean
  /** Whoever took it was a manager then. */
  readonly asManager?: boolean
}[]

export type BatchState = {
  readonly status: BatchStatus
  readonly providerId: number
  readonly payableCount: number
  readonly history: BatchHistory
} & ReviewDemand

/** As frozen at the upload, by the tier of the approval policy (ADR 69). */
export type ReviewDemand = {
  readonly reviewersNeeded: number
  /** One of them must be a manager. */
  readonly managerReviews: boolean
}

export type BatchRefusal =
  | 'decision-disagrees'
  | 'state-changed'
  | 'not-own-provider'
  | 'needs-pay-right'
  | 'needs-check-right'
  | 'reviewer-took-part'
  | 'reviewer-twice'
  | 'manager-must-review'
  | 'reviews-missing'
  | 'starter-reviewed'
  | 'nothing-payable'

type Move = {
  readonly from: BatchStatus
  readonly step: 'audit' | 'review' | 'start'
  readonly pass: boolean
  readonly right: 'pay' | 'check'
}

/** Every status that a decision can reach, and how. */
const MOVES: Partial<Record<BatchStatus, Move>> = {
  reviewing: { from: 'auditing', step: 'audit', pass: true, right: 'pay' },
  'audit-rejected': { from: 'auditing', step: 'audit', pass: false, right: 'pay' },
  ready: { from: 'reviewing', step: 'review', pass: true, right: 'check' },
  'review-rejected': { from: 'reviewing', step: 'review', pass: false, right: 'check' },
  transferring: { from: 'ready', step: 'start', pass: true, right: 'pay' },
}

/** The step, and where it leads: a review that is not the last one leaves the batch under review. */
export type Validated =
  | { readonly step: 'audit' | 'review' | 'start'; readonly leadsTo: BatchStatus }
  | { readonly refusal: BatchRefusal }

/** Rights first, then the state, so that nobody learns a state by asking for what they may not do. */
export function validateDecision(batch: BatchState, decision: Decision, person: Person): Validated {
  const move = MOVES[decision.to]
  if (!move || move.pass !== decision.pass) return { refusal: 'decision-disagrees' }
  const right = validateRight(move.right, batch, person)
  if (right) return { refusal: right }
  if (batch.status !== move.from) return { refusal: 'state-changed' }
  if (move.step === 'review' && tookPart(batch.history, person.accountId))
    return { refusal: 'reviewer-took-part' }
  if (move.step === 'start' && reviewed(batch.history, person.accountId))
    return { refusal: 'starter-reviewed' }
  if (move.step === 'start' && !reviewsOf(batch).complete) return { refusal: 'reviews-missing' }
  if (move.pass && batch.payableCount === 0) return { refusal: 'nothing-payable' }
  if (move.step === 'review' && move.pass) return validateReview(batch, person)
  return { step: move.step, leadsTo: decision.to }
}

/** Each reviewer once; the last place is a manager's where one is demanded and none has reviewed yet. */
function validateReview(batch: BatchState, person: Person): Validated {
  if (reviewed(batch.history, person.accountId)) return { refusal: 'reviewer-twice' }
  const { done, managerMissing } = reviewsOf(batch)
  const isManager = person.manager || person.superManager
  const isLast = done + 1 >= batch.reviewersNeeded
  if (isLast && managerMissing && !isManager) return { refusal: 'manager-must-review' }
  return { step: 'review', leadsTo: isLast ? 'ready' : 'reviewing' }
}

export type Reviews = {
  readonly done: number
  readonly managerMissing: boolean
  readonly complete: boolean
}

/** How far the reviews of a batch have come: passed ones by different people. */
export function reviewsOf({
  history,
  reviewersNeeded,
  managerReviews,
}: Pick<BatchState, 'history'> & ReviewDemand): Reviews {
  const passed = history.filter(({ step, passed: isPass }) => step === 'review' && isPass)
  const done = new Set(passed.map(({ accountId }) => accountId)).size
  const managerMissing = managerReviews && !passed.some(({ asManager }) => asManager === true)
  return { done, managerMissing, complete: done >= reviewersNeeded && !managerMissing }
}

function validateRight(right: 'pay' | 'check', batch: BatchState, person: Person): BatchRefusal | undefined {
  if (right === 'pay' && !person.payRight) return 'needs-pay-right'
  if (right === 'check' && !person.checkRight) return 'needs-check-right'
  return person.providerId === batch.providerId ? undefined : 'not-own-provider'
}

/** Uploading or auditing a batch rules out reviewing it, for ever. */
function tookPart(history: BatchHistory, accountId: number): boolean {
  return history.some(
    (entry) => (entry.step === 'upload' || entry.step === 'audit') && entry.accountId === accountId,
  )
}

/** Reviewing a batch rules out auditing and starting it, whatever the rights are now. */
function reviewed(history: BatchHistory, accountId: number): boolean {
  return history.some((entry) => entry.step === 'review' && entry.accountId === accountId)
}

const WITHDRAWALS: Partial<Record<BatchStatus, { to: BatchStatus; rights: readonly ('pay' | 'check')[] }>> = {
  auditing: { to: 'audit-rejected', rights: ['pay'] },
  reviewing: { to: 'audit-rejected', rights: ['pay'] },
  ready: { to: 'review-rejected', rights: ['pay', 'check'] },
}

/** Taking a batch back before any money moved: where it ends, or why not. */
export function validateWithdrawal(
  batch: BatchState,
  person: Person,
): { to: BatchStatus } | { refusal: BatchRefusal } {
  if (person.providerId !== batch.providerId) return { refusal: 'not-own-provider' }
  if (!person.payRight && !person.checkRight) return { refusal: 'needs-pay-right' }
  const way = WITHDRAWALS[batch.status]
  if (!way) return { refusal: 'state-changed' }
  const allowed = way.rights.some((right) => (right === 'pay' ? person.payRight : person.checkRight))
  return allowed ? { to: way.to } : { refusal: 'needs-pay-right' }
}

/** The cancel switch of single rows works only while the batch is under audit, for payers of its provider (D18). */
export function validateCancelSwitch(
  batch: Pick<BatchState, 'status' | 'providerId'>,
  person: Person,
): BatchRefusal | undefined {
  if (!person.payRight) return 'needs-pay-right'
  if (person.providerId !== batch.providerId) return 'not-own-provider'
  return batch.status === 'auditing' ? undefined : 'state-changed'
}

export type BatchAction =
  | 'approve-audit'
  | 'reject-audit'
  | 'approve-review'
  | 'reject-review'
  | 'start'
  | 'withdraw'
  | 'cancel-rows'

const ACTIONS: readonly { action: BatchAction; decision: Decision }[] = [
  { action: 'approve-audit', decision: { to: 'reviewing', pass: true } },
  { action: 'reject-audit', decision: { to: 'audit-rejected', pass: false } },
  { action: 'approve-review', decision: { to: 'ready', pass: true } },
  { action: 'reject-review', decision: { to: 'review-rejected', pass: false } },
  { action: 'start', decision: { to: 'transferring', pass: true } },
]

export function decisionOf(action: BatchAction): Decision | undefined {
  return ACTIONS.find((entry) => entry.action === action)?.decision
}

/** Which buttons this person has on this batch: the page asks the very rules the server asks. */
export function actionsFor(batch: BatchState, person: Person): readonly BatchAction[] {
  const decisions = ACTIONS.filter(({ decision }) => 'step' in validateDecision(batch, decision, person)).map(
    ({ action }) => action,
  )
  const withdraw: BatchAction[] = 'to' in validateWithdrawal(batch, person) ? ['withdraw'] : []
  const cancel: BatchAction[] = validateCancelSwitch(batch, person) === undefined ? ['cancel-rows'] : []
  return [...decisions, ...withdraw, ...cancel]
}
