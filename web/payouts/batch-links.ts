// Which link the status of a batch is, by a person's right; where it is none it is plain text (spec §6, D17).

import type { ConsoleRights } from '@paywages/domain/accounts/rights.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'

export type BatchLink = 'audit' | 'review' | 'start' | 'results' | 'reason' | 'look'

type Links = Readonly<Partial<Record<BatchStatus, BatchLink>>>

const PAY: Links = {
  auditing: 'audit',
  'audit-rejected': 'reason',
  ready: 'start',
  transferring: 'results',
}

const CHECK: Links = { reviewing: 'review', 'review-rejected': 'reason', transferring: 'results' }

const OTHERS: Links = { transferring: 'results' }

/** A right acts in the own provider only; elsewhere its holder reads like a manager. */
export function linkFor(
  batch: { readonly status: BatchStatus; readonly own: boolean },
  rights: ConsoleRights,
): BatchLink | undefined {
  if (batch.own && rights.payRight) return PAY[batch.status]
  if (batch.own && rights.checkRight) return CHECK[batch.status]
  return OTHERS[batch.status]
}
