// Seals the account of one statement line and hashes it for equality search (D33).

import { isMasked } from '@paywages/domain/bank-statements/statement-text.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { CARD_NO, STATEMENT_SEAL } from '../adapters/personal-data/contexts.ts'

/** What the bank itself masks equals nothing, and has no hash. */
export function sealAccount(cipher: Cipher, account: string): { sealedCard: string; cardHash: string } {
  if (account === '') return { sealedCard: '', cardHash: '' }
  return {
    sealedCard: cipher.seal(account, STATEMENT_SEAL),
    cardHash: isMasked(account) ? '' : cipher.shortHash(account, CARD_NO),
  }
}

export function openAccount(cipher: Cipher, sealedCard: string): string {
  return sealedCard === '' ? '' : cipher.open(sealedCard, STATEMENT_SEAL)
}
