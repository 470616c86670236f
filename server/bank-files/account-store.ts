// Paying accounts of providers in the database: which channel each goes by, and which is the default (ADR 81).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import { PAYING_ACCOUNT_SEAL } from '../adapters/personal-data/contexts.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

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

/** Those that a start may go by. */
export async function enabledAccounts(tx: Tx, providerId: number, lock?: 'lock'): Promise<PayingAccount[]> {
  return accounts(tx)
    .where('a.provider_id', '=', providerId)
    .where('a.enabled', '=', true)
    .orderBy('a.paying_account_id')
    .$if(lock !== undefined, (q) => q.forShare())
    .execute()
}

/** Without a word the default account is taken. */
export async function starterChooses(tx: Tx, providerId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('account_choices')
    .select('starter_chooses as chooses')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return found?.chooses ?? false
}

export async function saveChoice(tx: Tx, providerId: number, chooses: boolean, at: Date): Promise<void> {
  const values = { starter_chooses: chooses, changed_at: at }
  await tx
    .insertInto('account_choices')
    .values({ provider_id: providerId, ...values })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .execute()
}

/** Whether the batch may go by files: its provider has an account for them. */
export async function paysByFile(tx: Tx, batchId: number): Promise<boolean> {
  const { rows } = await sql<{ pays: boolean }>`
    select exists (select from paying_accounts a where a.channel = 'file' and a.enabled
      and a.provider_id = (select l.provider_id from payout_lines l where l.batch_id = ${BigInt(batchId)} limit 1)) as pays`.execute(
    tx,
  )
  return rows[0]?.pays ?? false
}

export async function listPayingAccounts(tx: Tx, scope: Scope, providerId: number | undefined) {
  const rows = await accounts(tx)
    .innerJoin('provider_names as p', 'p.provider_id', 'a.provider_id')
    .leftJoin('account_choices as c', 'c.provider_id', 'a.provider_id')
    .select(['p.name as providerName', sql<boolean>`coalesce(c.starter_chooses, false)`.as('starterChooses')])
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

const renewSeal: SealedColumns['renew'] = (cipher, { sealed_account }) => ({
  sealed_account: cipher.seal(cipher.open(String(sealed_account), PAYING_ACCOUNT_SEAL), PAYING_ACCOUNT_SEAL),
})

/** The number as it was when batches were started. */
export const STARTED_ACCOUNT_SEALS: SealedColumns = {
  name: 'accounts of started batches',
  table: 'bank_file_batches',
  ids: ['batch_id'],
  columns: ['sealed_account'],
  renew: renewSeal,
}

export const PAYING_ACCOUNT_SEALS: SealedColumns = {
  name: 'paying accounts',
  table: 'paying_accounts',
  ids: ['paying_account_id'],
  columns: ['sealed_account'],
  renew: renewSeal,
}
