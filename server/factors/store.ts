// One-time secrets and recovery codes in the database; the only file that writes these tables.

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { RECOVERY_CODE, TOTP_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export type Totp = {
  readonly secret: string
  readonly lastStep: number
  readonly confirmedAt: Date | null
}

/** Sealed with the account's number: a row copied to another account does not open. */
const sealSecret = (cipher: Cipher, accountId: number, secret: string) =>
  cipher.sealFields({ account: String(accountId), secret }, TOTP_SEAL)

function openSecret(cipher: Cipher, accountId: number, sealed: string): string {
  const { account, secret = '' } = cipher.openFields(sealed, TOTP_SEAL)
  if (account !== String(accountId))
    throw new Error(`the one-time secret of account ${accountId} is another's`)
  return secret
}

/** Locked until the transaction ends: two codes at once are looked at one after the other. */
export async function findTotp(tx: Tx, cipher: Cipher, accountId: number): Promise<Totp | undefined> {
  const row = await tx
    .selectFrom('account_totps')
    .where('account_id', '=', accountId)
    .select(['sealed_secret', 'last_step', 'confirmed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const secret = openSecret(cipher, accountId, row.sealed_secret)
  return { secret, lastStep: Number(row.last_step), confirmedAt: row.confirmed_at }
}

/** In place of one that was never confirmed; a confirmed one is removed first. */
export async function saveTotp(
  tx: Tx,
  cipher: Cipher,
  accountId: number,
  { secret, at, confirmed = false }: { secret: string; at: Date; confirmed?: boolean },
): Promise<void> {
  const values = {
    sealed_secret: sealSecret(cipher, accountId, secret),
    last_step: 0n,
    made_at: at,
    confirmed_at: confirmed ? at : null,
  }
  await tx
    .insertInto('account_totps')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

export async function confirmTotpAt(tx: Tx, accountId: number, at: Date): Promise<void> {
  await tx
    .updateTable('account_totps')
    .set({ confirmed_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

export async function spendStep(tx: Tx, accountId: number, step: number): Promise<void> {
  const spent = { last_step: BigInt(step) }
  await tx.updateTable('account_totps').set(spent).where('account_id', '=', accountId).execute()
}

export async function deleteTotp(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('account_totps').where('account_id', '=', accountId).execute()
}

export type TotpFacts = { readonly confirmedAt: Date | null }

export async function readTotpFacts(tx: Tx, accountId: number): Promise<TotpFacts | undefined> {
  return tx
    .selectFrom('account_totps')
    .where('account_id', '=', accountId)
    .select('confirmed_at as confirmedAt')
    .executeTakeFirst()
}

const boundCode = (accountId: number, code: string) => `${accountId} ${code}`

/** All earlier ones end. */
export async function replaceRecoveryCodes(
  tx: Tx,
  cipher: Cipher,
  accountId: number,
  codes: readonly string[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        account_id: accountId,
        digest: cipher.shortHash(boundCode(accountId, code), RECOVERY_CODE),
        made_at: at,
      })),
    )
    .execute()
}

export async function deleteRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}

/** Whether it was one that had not been used; now it is. */
export async function useRecoveryCode(
  tx: Tx,
  cipher: Cipher,
  accountId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const digests = cipher.shortHashes(boundCode(accountId, code), RECOVERY_CODE)
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('digest', 'in', [...digests])
    .where('used_at', 'is', null)
    .returning('digest')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(tx: Tx, accountId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const TOTP_SEALS: SealedColumns = {
  name: 'one-time secrets',
  table: 'account_totps',
  ids: ['account_id'],
  columns: ['sealed_secret'],
  renew: (cipher, { account_id, sealed_secret }) => {
    const accountId = Number(account_id)
    return {
      sealed_secret: sealSecret(cipher, accountId, openSecret(cipher, accountId, String(sealed_secret))),
    }
  },
}
