// The life of an adjustment, and who may move it: entered by one person, confirmed by another (docs/rules/tax.md).

import type { Person } from '../../accounts/person.ts'
import { hasRight } from '../../accounts/rights.ts'

export const ADJUSTMENT_STATUSES = ['proposed', 'confirmed', 'rejected', 'withdrawn'] as const
export type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number]

export type AdjustmentState = { readonly status: AdjustmentStatus; readonly proposerId: number }

/** What these rules ask of a person; that the provider is in scope was asked before. */
export type AdjustmentPerson = Pick<
  Person,
  'accountId' | 'payRight' | 'checkRight' | 'manager' | 'superManager'
>

export type AdjustmentRefusal = 'not-allowed' | 'state-changed' | 'own-adjustment' | 'not-adjustment-proposer'

export function validateProposal(person: AdjustmentPerson): AdjustmentRefusal | undefined {
  return hasRight(person, 'pay-or-manager') ? undefined : 'not-allowed'
}

/** Confirmed or rejected once, and never by who entered it, whatever rights were switched since. */
export function validateDecision(
  adjustment: AdjustmentState,
  person: AdjustmentPerson,
): AdjustmentRefusal | undefined {
  if (!hasRight(person, 'check-or-manager')) return 'not-allowed'
  if (adjustment.status !== 'proposed') return 'state-changed'
  return adjustment.proposerId === person.accountId ? 'own-adjustment' : undefined
}

/** Whoever entered it takes it back while nobody has decided; afterwards only another adjustment undoes it. */
export function validateWithdrawal(
  adjustment: AdjustmentState,
  person: AdjustmentPerson,
): AdjustmentRefusal | undefined {
  if (adjustment.proposerId !== person.accountId) return 'not-adjustment-proposer'
  return adjustment.status === 'proposed' ? undefined : 'state-changed'
}

export type AdjustmentAction = 'confirm' | 'reject' | 'withdraw'

/** Which buttons this person has on this adjustment: the page asks the very rules the server asks. */
export function adjustmentActions(
  adjustment: AdjustmentState,
  person: AdjustmentPerson,
): readonly AdjustmentAction[] {
  if (validateDecision(adjustment, person) === undefined) return ['confirm', 'reject']
  return validateWithdrawal(adjustment, person) === undefined ? ['withdraw'] : []
}
