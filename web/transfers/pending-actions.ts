// What a person may do about a transfer that waits for people, by the very rules the server asks (D41).

import { hasRight } from '@paywages/domain/accounts/rights.ts'
import { validateConfirmation } from '@paywages/domain/transfers/resolution.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import type { PendingTransfer } from '@paywages/wire/transfers/shapes.ts'
import { pendingLabels as labels } from './labels.ts'

export type PendingAction = 'propose' | 'confirm' | 'refuse' | 'take-back'

export function pendingActions(
  transfer: Pick<PendingTransfer, 'state' | 'providerId' | 'proposal'>,
  user: CurrentUser,
): readonly PendingAction[] {
  const { state, providerId, proposal } = transfer
  if (proposal === null) return state === 'manual' && hasRight(user, 'manager') ? ['propose'] : []
  const person = { ...user, appLoginRight: false, platformId: 0 }
  const proposed = { proposedBy: proposal.proposerId, providerId }
  const actions: PendingAction[] = []
  if (validateConfirmation(proposed, person, true) === undefined) actions.push('confirm')
  if (validateConfirmation(proposed, person, false) === undefined) {
    actions.push(proposal.proposerId === user.accountId ? 'take-back' : 'refuse')
  }
  return actions
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function agoWords(ms: number): string {
  if (ms < MINUTE) return labels.moment
  if (ms < HOUR) return labels.ago(labels.minutes(Math.floor(ms / MINUTE)))
  if (ms < 2 * DAY) return labels.ago(labels.hours(Math.floor(ms / HOUR)))
  return labels.ago(labels.days(Math.floor(ms / DAY)))
}
