// What becomes of an order that the bank has accepted and our books do not know, by what the bank says of it when asked (ADR 128).

import type { BankStatus } from './transfer-state.ts'

/** `executed`: it is a debit now. `dead`: it will never be one. `waits`: either may still happen. */
export type AcceptedFate = 'executed' | 'dead' | 'waits'

/** Only a definite word ends it: what is not found may still be under way, as it was accepted before. */
export function acceptedFate(status: BankStatus | undefined): AcceptedFate {
  switch (status) {
    case 'succeeded':
    case 'returned':
      return 'executed'
    case 'rejected':
    case 'not-accepted':
      return 'dead'
    default:
      return 'waits'
  }
}
