// Which calls of the bank were heard already.

import type { Tx } from '../adapters/postgres/database.ts'

/** False when this call was heard before. */
export async function storeNonce(tx: Tx, nonce: string, at: Date): Promise<boolean> {
  const kept = await tx
    .insertInto('bank_nonces')
    .values({ nonce, heard_at: at })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return kept !== undefined
}

/** Older calls are refused for their time stamp anyway. */
export async function deleteNonces(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('bank_nonces')
    .where('heard_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
