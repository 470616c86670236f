// Who may confirm what became of a transfer that the bank says nothing about (D41).

import type { Person } from '../accounts/person.ts'

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
