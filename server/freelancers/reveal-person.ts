// One person's numbers in full as the newest of the scope's companies knows them, for POST /personal/reveal (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { FREELANCER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { knownPersonsOf } from './person-store.ts'
import { contactIn } from './store.ts'

export async function revealPerson(tx: Tx, cipher: Cipher, scope: Scope, userId: number) {
  const [newest] = await knownPersonsOf(tx, { scope }, [userId])
  if (newest === undefined) return undefined
  const { name, providerId, sealedId, sealedContact } = newest
  return {
    name,
    providerId,
    idCardNo: cipher.open(sealedId, FREELANCER_SEAL),
    ...contactIn(cipher, sealedContact),
  }
}
