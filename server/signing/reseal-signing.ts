// Which columns of links and contracts hold seals, and how each is made anew (D33).

import { CONTRACT_SEAL, LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export const LINK_SEALS: SealedColumns = {
  name: 'signing links',
  table: 'signing_links',
  ids: ['link_id'],
  columns: ['sealed_token'],
  renew: (cipher, { sealed_token }) => ({
    sealed_token: cipher.seal(cipher.open(String(sealed_token), LINK_SEAL), LINK_SEAL),
  }),
}

/** Hashes of devices stay: what they were made of is not kept, and their key is. */
export const CONTRACT_SEALS: SealedColumns = {
  name: 'personal contracts',
  table: 'personal_contracts',
  ids: ['contract_id'],
  columns: ['sealed_person'],
  renew: (cipher, { sealed_person }) => ({
    sealed_person: cipher.sealFields(cipher.openFields(String(sealed_person), CONTRACT_SEAL), CONTRACT_SEAL),
  }),
}
