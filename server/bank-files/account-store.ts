// Paying accounts of providers in the database: which channel each goes by, and which is the default (ADR 81).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'

export const PAYING_ACCOUNT_RECORDS: OwnedRecords = { table: 'paying_accounts', id: 'paying_account_id' }

export type PayingAccount = {
  readonly payingAccountId: number
  readonly providerId: number
  readonly holderName: string
  readonly bankName: string
  readonly sealedAccount: string
  readonly accountTail: string
  readonly channel: 'direct' | 'file'
  /** Empty on the direct channel. */
  readonly formatKey: string
  readonly isDefault: boolean
  readonly enabled: boolean
}

function accounts(tx: Tx) {
  return tx
    .selectFrom('paying_accounts as a')
    .select([
      ...camelColumns('a', [
        'paying_account_id',
        'provider_id',
        'holder_name',
        'bank_name',
        'sealed_account',
      ]),
      ...camelColumns('a', ['account_tail', 'format_key', 'is_default', 'enabled']),
      sql<'direct' | 'file'>`a.channel`.as('channel'),
    ])
}

export async function findPayingAccount(
  tx: Tx,
  accountId: number,
  lock?: 'lock',
): Promise<PayingAccount | undefined> {
  return accounts(tx)
    .where('a.paying_account_id', '=', accountId)
    .$if(lock !== undefined, (q) => q.forUpdate())
    .executeTakeFirst()
}

/** What the next start of the provider goes by; undefined is the direct channel. Held, so that a start and a change come one after the other. */
export async function defaultAccount(
  tx: Tx,
  providerId: number,
  lock?: 'lock',
): Promise<PayingAccount | undefined> {
  return accounts(tx)
    .where('a.provider_id', '=', providerId)
    .where('a.is_default', '=', true)
    .where('a.enabled', '=', true)
    .$if(lock !== undefined, (q) => q.forShare())
    .executeTakeFirst()
}

export async function listPayingAccounts(tx: Tx, scope: Scope, providerId: number | undefined) {
  const rows = await accounts(tx)
    .innerJoin('provider_names as p', 'p.provider_id', 'a.provider_id')
    .select('p.name as providerName')
    .where(inScope(scope, 'a.provider_id'))
    .$if(providerId !== undefined, (q) => q.where('a.provider_id', '=', providerId ?? 0))
    .orderBy('p.name')
    .orderBy('a.paying_account_id')
    .limit(500)
    .execute()
  return rows
}

export type AccountParticulars = Pick<
  PayingAccount,
  | 'holderName'
  | 'bankName'
  | 'sealedAccount'
  | 'accountTail'
  | 'channel'
  | 'formatKey'
  | 'isDefault'
  | 'enabled'
>

const columnsOf = (account: AccountParticulars, at: Date) => ({
  holder_name: account.holderName,
  bank_name: account.bankName,
  sealed_account: account.sealedAccount,
  account_tail: account.accountTail,
  channel: account.channel,
  format_key: account.formatKey,
  is_default: account.isDefault,
  enabled: account.enabled,
  changed_at: at,
})

/** At most one is the default: the one before gives way. */
async function clearDefault(tx: Tx, providerId: number): Promise<void> {
  await tx
    .updateTable('paying_accounts')
    .set({ is_default: false })
    .where('provider_id', '=', providerId)
    .where('is_default', '=', true)
    .execute()
}

export async function insertPayingAccount(
  tx: Tx,
  providerId: number,
  account: AccountParticulars,
  at: Date,
): Promise<number> {
  if (account.isDefault) await clearDefault(tx, providerId)
  const { id } = await tx
    .insertInto('paying_accounts')
    .values({ provider_id: providerId, ...columnsOf(account, at) })
    .returning('paying_account_id as id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePayingAccount(
  tx: Tx,
  { payingAccountId, providerId }: Pick<PayingAccount, 'payingAccountId' | 'providerId'>,
  account: AccountParticulars,
  at: Date,
): Promise<void> {
  if (account.isDefault) await clearDefault(tx, providerId)
  await tx
    .updateTable('paying_accounts')
    .set(columnsOf(account, at))
    .where('paying_account_id', '=', payingAccountId)
    .execute()
}

/** Account numbers sealed under an old key are sealed again, some at a time. */
export async function resealPayingAccounts(tx: Tx, cipher: Cipher, limit: number): Promise<number> {
  const stale = await tx
    .selectFrom('paying_accounts')
    .where(sql<boolean>`left(sealed_account, ${cipher.currentPrefix.length}) <> ${cipher.currentPrefix}`)
    .select(['paying_account_id', 'sealed_account'])
    .orderBy('paying_account_id')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const row of stale)
    await tx
      .updateTable('paying_accounts')
      .set({
        sealed_account: cipher.seal(
          cipher.open(row.sealed_account, PAYING_ACCOUNT_SEAL),
          PAYING_ACCOUNT_SEAL,
        ),
      })
      .where('paying_account_id', '=', row.paying_account_id)
      .execute()
  return stale.length
}
