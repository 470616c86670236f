// Whatever shows enterprise contracts is asked for again.

import {
  enterpriseContractDetail,
  lackingContracts,
  listEnterpriseContracts,
} from '@paywages/wire/enterprise-contracts/endpoints.ts'
import { refresh } from '../api/queries.ts'

export function refreshContracts(): Promise<void> {
  return refresh(listEnterpriseContracts, enterpriseContractDetail, lackingContracts)
}
