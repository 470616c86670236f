// Seals links and contracts again under the current key, a piece at a time (D33).

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CONTRACT_SEAL, LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { isStale } from '../adapters/postgres/stale-seals.ts'

export async function resealLinks(tx: Tx, cipher: Cipher, limit: number): Promise<number> {
  const links = await tx
    .selectFrom('signing_links')
    .select(['link_id', 'sealed_token'])
    .where(isStale(cipher, 'sealed_token'))
    .limit(limit)
    .execute()
  for (const { link_id, sealed_token } of links) {
    const fresh = { sealed_token: cipher.seal(cipher.open(sealed_token, LINK_SEAL), LINK_SEAL) }
    await tx.updateTable('signing_links').set(fresh).where('link_id', '=', link_id).execute()
  }
  return links.length
}

/** Hashes of devices stay: what they were made of is not kept. Those made under the old key are found while it is at hand. */
export async function resealContracts(tx: Tx, cipher: Cipher, limit: number): Promise<number> {
  const contracts = await tx
    .selectFrom('personal_contracts')
    .select(['contract_id', 'sealed_person'])
    .where(isStale(cipher, 'sealed_person'))
    .limit(limit)
    .execute()
  for (const { contract_id, sealed_person } of contracts) {
    const sealed = cipher.sealFields(cipher.openFields(sealed_person, CONTRACT_SEAL), CONTRACT_SEAL)
    await tx
      .updateTable('personal_contracts')
      .set({ sealed_person: sealed })
      .where('contract_id', '=', contract_id)
      .execute()
  }
  return contracts.length
}
