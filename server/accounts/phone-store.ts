// Mobile numbers of accounts in the database, sealed and as a digest; the only file that writes this table.

import { maskPhone } from '@paywages/domain/personal/mask.ts'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ACCOUNT_PHONE_SEAL, PHONE } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

/** As it lies in the table, and in a proposal that waits. */
export type SealedPhone = { readonly sealed: string; readonly hash: string; readonly masked: string }

export const sealPhone = (cipher: Cipher, phone: string): SealedPhone => ({
  sealed: cipher.seal(phone, ACCOUNT_PHONE_SEAL),
  hash: cipher.lookupHash(phone, PHONE),
  masked: maskPhone(phone),
})

/** Empty where the account has none. */
export async function phoneOf(tx: Tx, cipher: Cipher, accountId: number): Promise<string> {
  const row = await tx
    .selectFrom('account_phones')
    .where('account_id', '=', accountId)
    .select('sealed_phone')
    .executeTakeFirst()
  return row === undefined ? '' : cipher.open(row.sealed_phone, ACCOUNT_PHONE_SEAL)
}

export async function savePhone(tx: Tx, accountId: number, phone: SealedPhone, at: Date): Promise<void> {
  const values = { sealed_phone: phone.sealed, phone_hash: phone.hash, changed_at: at }
  await tx
    .insertInto('account_phones')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

export const ACCOUNT_PHONE_SEALS: SealedColumns = {
  name: 'phones of accounts',
  table: 'account_phones',
  ids: ['account_id'],
  columns: ['sealed_phone'],
  renew: (cipher, { sealed_phone }) => ({
    sealed_phone: cipher.seal(cipher.open(String(sealed_phone), ACCOUNT_PHONE_SEAL), ACCOUNT_PHONE_SEAL),
  }),
}
