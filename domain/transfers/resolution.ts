// What two people may say of a transfer, when, and who confirms it: what the bank never answered, and a return that it reports outside the channel (D41, ADR 100).

import type { Person } from '../accounts/person.ts'
import type { MoneyMove, TransferState } from './transfer-state.ts'

export const RESOLUTION_OUTCOMES = ['succeeded', 'failed', 'returned'] as const
export type ResolutionOutcome = (typeof RESOLUTION_OUTCOMES)[number]

export type ProposalRefusal = 'transfer-not-manual' | 'transfer-not-paid' | 'return-by-file'

/** Only what was given up on is resolved, and only what was paid comes back; returns of files are registered by a result (ADR 82). */
export function validateProposal(
  transfer: { readonly state: TransferState; readonly channel: 'direct' | 'file' },
  outcome: ResolutionOutcome,
): ProposalRefusal | undefined {
  if (outcome !== 'returned') return transfer.state === 'manual' ? undefined : 'transfer-not-manual'
  if (transfer.state !== 'succeeded') return 'transfer-not-paid'
  return transfer.channel === 'file' ? 'return-by-file' : undefined
}

/** What a confirmation does to the money. */
export const RESOLUTION_MOVES: Readonly<Record<ResolutionOutcome, MoneyMove>> = {
  succeeded: 'settle',
  failed: 'release',
  returned: 'reverse',
}

export type ConfirmationRefusal = 'resolver-may-not' | 'resolver-is-proposer'

/** A reviewer of that provider or a super manager, and another account than the proposer's; one's own may be taken back. */
export function validateConfirmation(
  proposal: { readonly proposedBy: number; readonly providerId: number },
  person: Person,
  confirms: boolean,
): ConfirmationRefusal | undefined {
  const reviewer = person.checkRight && person.providerId === proposal.providerId
  if (!reviewer && !person.superManager) return 'resolver-may-not'
  return confirms && person.accountId === proposal.proposedBy ? 'resolver-is-proposer' : undefined
}
