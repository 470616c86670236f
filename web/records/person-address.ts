// Where a person is opened: our links carry the opaque number, an address written by hand may carry an ID number (D33).

import { freelancerDetail } from '@paywages/wire/freelancers/endpoints.ts'
import { PERSON_IN_ADDRESS } from '@paywages/wire/freelancers/person-address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const PERSON_PAGE = '/userdetail'
export const PEOPLE_PAGE = '/usermanage'

export function personAddress(userId: number, providerId?: number): PageSearch {
  return {
    [PERSON_IN_ADDRESS]: String(userId),
    ...(providerId === undefined ? {} : { providerId: String(providerId) }),
  }
}

/** Undefined when the address names nobody, or nobody that there could be. */
export function personIn(search: PageSearch): string | undefined {
  const validated = freelancerDetail.input.fields.who.value.safeParse(search[PERSON_IN_ADDRESS])
  return validated.success ? validated.data : undefined
}
