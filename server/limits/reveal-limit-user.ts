// One restricted person's ID number in full, for POST /personal/reveal (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { lockLimitUser } from './store.ts'

export async function revealLimitUser(tx: Tx, cipher: Cipher, scope: Scope, limitId: number) {
  const user = await lockLimitUser(tx, scope, limitId)
  if (!user) return undefined
  const { name, providerId, sealedId } = user
  return { name, providerId, idCardNo: cipher.open(sealedId, LIMIT_SEAL), phone: '', cardNo: '' }
}
