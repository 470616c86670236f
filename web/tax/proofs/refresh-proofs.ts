// Whatever shows tax proofs is asked for again.

import { listProofs, monthsToProve, proofDetail } from '@paywages/wire/tax/endpoints.ts'
import { refresh } from '../../api/queries.ts'

export function refreshProofs(): Promise<void> {
  return refresh(listProofs, proofDetail, monthsToProve)
}
