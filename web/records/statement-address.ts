// Where the tax certificates of one person are opened; the query's name comes from the wire.

import { listStatementsOfPeople } from '@paywages/wire/tax/endpoints.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const STATEMENTS_PAGE = '/personProof'

const USER = listStatementsOfPeople.input.fields.userId.wire

export function certificatesOfPerson(userId: number, providerId?: number): PageSearch {
  return {
    [USER]: String(userId),
    ...(providerId === undefined ? {} : { providerId: String(providerId) }),
  }
}

/** Whom the address narrows the list to, besides the filters that the page shows. */
export function certificatePresetIn(search: PageSearch): { readonly userId?: number } {
  const userId = recordNumber(search[USER])
  return userId === undefined ? {} : { userId }
}
