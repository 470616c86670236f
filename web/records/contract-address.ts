// Where personal contracts are opened: those of one person, or one of them; the query's names come from the wire.

import { listContracts } from '@paywages/wire/signing/endpoints.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const CONTRACTS_PAGE = '/personList'

const USER = listContracts.input.fields.userId.wire
const CONTRACT = listContracts.input.fields.contractId.wire

export type ContractPreset = { readonly userId?: number; readonly contractId?: number }

/** What the address narrows the list to, besides the filters that the page shows. */
export function presetIn(search: PageSearch): ContractPreset {
  const userId = recordNumber(search[USER])
  const contractId = recordNumber(search[CONTRACT])
  return { ...(userId === undefined ? {} : { userId }), ...(contractId === undefined ? {} : { contractId }) }
}
