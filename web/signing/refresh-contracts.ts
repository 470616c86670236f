// Whatever shows personal contracts, or whether a person has signed, is asked for again.

import { freelancerDetail, listFreelancers } from '@paywages/wire/freelancers/endpoints.ts'
import { batchHead, batchRows, listBatches } from '@paywages/wire/payouts/endpoints.ts'
import { listContracts } from '@paywages/wire/signing/endpoints.ts'
import { refresh } from '../api/queries.ts'

export function refreshContracts(): Promise<void> {
  return refresh(listContracts, listFreelancers, freelancerDetail, batchHead, batchRows, listBatches)
}
