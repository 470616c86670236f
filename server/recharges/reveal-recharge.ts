// The payer's account of one recharge in full, for POST /personal/reveal (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { PAYER_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { findRecharge } from './store.ts'

export async function revealRecharge(tx: Tx, cipher: Cipher, scope: Scope, rechargeId: number) {
  const recharge = await findRecharge(tx, scope, rechargeId)
  if (!recharge) return undefined
  const { payerName: name, providerId, sealedPayer } = recharge
  return { name, providerId, idCardNo: '', phone: '', cardNo: cipher.open(sealedPayer, PAYER_SEAL) }
}
