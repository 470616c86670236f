// The filters of /usermanage as the stores take them, wherever people are chosen by them.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { userIdIn } from '@paywages/domain/freelancers/person-number.ts'
import type { SigningState } from '@paywages/domain/signing/signing-link.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { PeopleFilter } from './list-store.ts'

export type ListInput = {
  readonly name?: string | undefined
  /** Or the number of the person. */
  readonly idCardNo?: string | undefined
  readonly signing?: '0' | '1' | '2' | undefined
  readonly signState?: SigningState | undefined
  readonly providerId?: number | undefined
}

/** Unsigned, signed, and 2 for "all", as the filter numbers them (spec §4.9). */
const SIGNED = { '0': false, '1': true, '2': undefined } as const

export function peopleFilterOf(cipher: Cipher, scope: Scope, input: ListInput, now: Date): PeopleFilter {
  const { name, idCardNo, signing, signState, providerId } = input
  const userId = idCardNo === undefined ? undefined : userIdIn(idCardNo)
  return {
    scope,
    providerId,
    name,
    userId,
    idHashes:
      idCardNo && userId === undefined ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined,
    signed: signing === undefined ? undefined : SIGNED[signing],
    signState,
    now,
  }
}
