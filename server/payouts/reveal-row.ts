// One payout row's personal data in full, for POST /personal/reveal (D33).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { findRow } from './row-store.ts'
import { openRow } from './seal-row.ts'

export async function revealRow(tx: Tx, cipher: Cipher, scope: Scope, rowId: number) {
  const row = await findRow(tx, scope, rowId)
  return row && { name: row.name, providerId: row.providerId, ...openRow(cipher, row.sealed) }
}
