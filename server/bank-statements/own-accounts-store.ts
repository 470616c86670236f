// Which accounts a company pays from, as its statements name them.

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'

export async function ownAccountNos(
  tx: Tx,
  cipher: Cipher,
  providerId: number,
): Promise<ReadonlySet<string>> {
  const found = await tx
    .selectFrom('own_account_seals')
    .where('provider_id', '=', providerId)
    .select('sealed_account as sealed')
    .execute()
  return new Set(found.map(({ sealed }) => cipher.open(String(sealed), PAYING_ACCOUNT_SEAL)))
}
