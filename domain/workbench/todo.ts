// What may wait for a person, the most urgent first, and what a batch asks of whom: by the rules of the slices themselves.

import type { Person } from '../accounts/person.ts'
import { type Scope, scopeOf } from '../accounts/rights.ts'
import { actionsFor, type BatchAction, type BatchState } from '../payouts/batch-status.ts'

/**
 * In the order of their urgency: orders that somebody changed come first; while sending is halted nobody is paid; lost papers are
 * still in a backup; without space or money nothing starts; what is unclear comes before what is clear.
 */
export const TODO_KINDS = [
  'paused-batch',
  'sending-halted',
  'confirm-debit',
  'explain-debit',
  'file-contradiction',
  'missing-files',
  'low-space',
  'low-balance',
  'schedule-failed',
  'late-result',
  'assign-lines',
  'confirm-result',
  'confirm-withdrawal',
  'confirm-resolution',
  'propose-resolution',
  'carry-file',
  'import-result',
  'start-batch',
  'review-batch',
  'audit-batch',
  'audit-recharge',
  'confirm-reversal',
  'confirm-change',
  'account-pair',
  'full-reads',
  'account-notice',
  'unregistered-credit',
  'audit-invoice',
  'enter-invoice',
  'red-invoice',
  'flagged-signing',
  'follow-failures',
  'confirm-adjustment',
  'upload-tax-proof',
  'file-correction',
  'ending-contract',
  'watch-doubts',
] as const
export type TodoKind = (typeof TODO_KINDS)[number]

/** The most urgent kind first, and within it what has waited longest. */
export function byUrgency(
  a: { readonly kind: TodoKind; readonly since: Date },
  b: { readonly kind: TodoKind; readonly since: Date },
): number {
  const kinds = TODO_KINDS.indexOf(a.kind) - TODO_KINDS.indexOf(b.kind)
  return kinds !== 0 ? kinds : a.since.getTime() - b.since.getTime()
}

export type BatchTodo = 'audit-batch' | 'review-batch' | 'start-batch'

/** A batch that can only be rejected waits for that as well. */
const ASKS: Readonly<Partial<Record<BatchAction, BatchTodo>>> = {
  'approve-audit': 'audit-batch',
  'reject-audit': 'audit-batch',
  'approve-review': 'review-batch',
  'reject-review': 'review-batch',
  start: 'start-batch',
}

/** What a batch asks of this person now; undefined where it waits for others, for its set time (ADR 70), or for nobody. */
export function askedOf(
  batch: BatchState & { readonly dueAt?: Date | null },
  person: Person,
): BatchTodo | undefined {
  for (const action of actionsFor(batch, person)) {
    const asked = ASKS[action]
    if (asked !== undefined) return asked === 'start-batch' && batch.dueAt ? undefined : asked
  }
  return undefined
}

/** Failed rows are worth paying again for so long; after that nobody is reminded. */
export const FOLLOW_FAILURES_DAYS = 7

/** What waits longer than that hangs, and those who manage should know. */
export const HANGS_AFTER_MS = 24 * 3_600_000

/** Whose figures a workbench shows: those who pay or check work for one company, other managers look after many. */
export function figuresScopeOf(person: Person): Scope {
  if (person.payRight || person.checkRight) return { of: 'provider', providerId: person.providerId }
  return scopeOf(person)
}
