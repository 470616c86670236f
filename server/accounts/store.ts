// Accounts in the database; the only file that writes this table.

import type { Rights } from '@paywages/domain/accounts/person.ts'
import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'
import type { Tables } from '../adapters/postgres/tables.ts'

export type AccountRecord = Rights & {
  readonly accountId: number
  readonly account: string
  readonly realName: string
  readonly passwordHash: string
  readonly providerId: number
  readonly providerName: string
  readonly platformId: number
  readonly platformName: string
  readonly serviceName: string
  readonly enabled: boolean
  readonly mustChangePassword: boolean
  readonly sessionEpoch: number
  readonly createdAt: Date
  readonly lastLoginAt: Date | null
  /** Before this moment it decides nothing (D47). */
  readonly decidesFrom: Date | null
}

function accounts(tx: Tx) {
  return tx
    .selectFrom('accounts as a')
    .innerJoin('provider_profiles as p', 'p.provider_id', 'a.provider_id')
    .innerJoin('platform_names as f', 'f.platform_id', 'a.platform_id')
    .select([
      ...camelColumns('a', ['account_id', 'account', 'real_name', 'password_hash', 'provider_id']),
      'p.name as providerName',
      'a.platform_id as platformId',
      'f.name as platformName',
      ...camelColumns('a', [
        'service_name',
        'pay_right',
        'check_right',
        'app_login_right',
        'manager',
        'super_manager',
        'enabled',
        'must_change_password',
      ]),
      sql<number>`a.session_epoch + p.session_epoch`.as('sessionEpoch'),
      'a.created_at as createdAt',
      'a.last_login_at as lastLoginAt',
      'a.decides_from as decidesFrom',
    ])
}

export async function findAccount(
  tx: Tx,
  scope: Scope,
  accountId: number,
  lock?: 'lock',
): Promise<AccountRecord | undefined> {
  const found = accounts(tx).where('a.account_id', '=', accountId).where(inScope(scope, 'a.provider_id'))
  return (lock ? found.forUpdate('a') : found).executeTakeFirst()
}

/** By login name, for logging in; an account of a disabled provider counts as disabled. */
export async function findAccountByName(tx: Tx, account: string): Promise<AccountRecord | undefined> {
  const row = await accounts(tx)
    .select('p.enabled as providerEnabled')
    .where(sql`lower(a.account)`, '=', account.toLowerCase())
    .executeTakeFirst()
  return row && { ...row, enabled: row.enabled && row.providerEnabled }
}

export const ACCOUNT_RECORDS: OwnedRecords = { table: 'accounts', id: 'account_id' }

export type AccountFilter = {
  readonly keyword?: string | undefined
  readonly providerId?: number | undefined
}

export type AccountSort = Sort<'account' | 'realName' | 'enabled'>

/** Names as the login reads them; the newest first where nothing else is asked for. */
const ORDERS = {
  columns: {
    accountId: sql`a.account_id`,
    account: sql`lower(a.account)`,
    realName: sql`a.real_name`,
    enabled: sql`a.enabled`,
  },
  tie: sql`a.account_id`,
  usual: { by: 'accountId', descending: true },
} as const

export async function listAccounts(
  tx: Tx,
  scope: Scope,
  filter: AccountFilter,
  page: { index: number; size: number },
  sort?: AccountSort,
) {
  const filtered = <O>(query: SelectQueryBuilder<Tables & { a: Tables['accounts'] }, 'a', O>) =>
    query
      .where(inScope(scope, 'a.provider_id'))
      .$if(filter.providerId !== undefined, (q) => q.where('a.provider_id', '=', filter.providerId ?? 0))
      .$if(filter.keyword !== undefined && filter.keyword !== '', (q) => {
        const like = containing(filter.keyword ?? '')
        return q.where((eb) => eb.or([eb('a.account', 'ilike', like), eb('a.real_name', 'ilike', like)]))
      })
  // Of this table alone, so that names are joined to one page, whatever it is sorted by.
  const chosen = filtered(tx.selectFrom('accounts as a') as never)
    .select('a.account_id')
    .modifyEnd(sql`${orderOf(ORDERS, sort)} limit ${page.size} offset ${page.index * page.size}`)
  const rows = await accounts(tx)
    .where('a.account_id', 'in', chosen)
    .modifyEnd(orderOf(ORDERS, sort))
    .execute()
  const { count } = await filtered(tx.selectFrom('accounts as a') as never)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { rows, count }
}

export type NewAccount = Omit<Rights, 'superManager'> & {
  readonly account: string
  readonly realName: string
  readonly passwordHash: string
  readonly providerId: number
  readonly platformId: number
  readonly serviceName: string
  readonly at: Date
  /** Where it was reserved before. */
  readonly accountId?: number
  readonly decidesFrom?: Date | null
}

/** The number of an account that is proposed: it is the account's own once it is confirmed. */
export async function reserveAccountId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('accounts', 'account_id'))::int as id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function isNameTaken(tx: Tx, account: string): Promise<boolean> {
  const found = await tx
    .selectFrom('accounts')
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .select('account_id')
    .executeTakeFirst()
  return found !== undefined
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<number> {
  const { accountId, providerId, platformId, payRight, checkRight, appLoginRight, manager } = account
  const { rows } = await sql<{ id: number }>`
    insert into accounts (account_id, account, real_name, password_hash, provider_id, platform_id, service_name, pay_right, check_right,
      app_login_right, manager, created_at, decides_from)
    overriding system value
    values (${accountId ?? sql`default`}, ${account.account}, ${account.realName}, ${account.passwordHash}, ${providerId}, ${platformId},
      ${account.serviceName}, ${payRight}, ${checkRight}, ${appLoginRight}, ${manager}, ${account.at}, ${account.decidesFrom ?? null})
    returning account_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

export type AccountChange = Pick<
  AccountRecord,
  'realName' | 'serviceName' | 'platformId' | 'payRight' | 'checkRight' | 'appLoginRight' | 'manager'
>

export async function updateAccount(
  tx: Tx,
  accountId: number,
  change: AccountChange,
  endSessions: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      real_name: change.realName,
      service_name: change.serviceName,
      platform_id: change.platformId,
      pay_right: change.payRight,
      check_right: change.checkRight,
      app_login_right: change.appLoginRight,
      manager: change.manager,
      ...(endSessions ? { session_epoch: sql`session_epoch + 1` } : {}),
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Whoever is logged in with it has to log in again. */
export async function endSessions(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ session_epoch: sql`session_epoch + 1` })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setEnabled(tx: Tx, accountId: number, enabled: boolean): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ enabled, session_epoch: sql`session_epoch + 1` })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setPassword(
  tx: Tx,
  accountId: number,
  set: { passwordHash: string; mustChange: boolean },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      password_hash: set.passwordHash,
      must_change_password: set.mustChange,
      session_epoch: sql`session_epoch + 1`,
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Null where it need not wait. */
export async function setDecidesFrom(tx: Tx, accountId: number, from: Date | null): Promise<void> {
  await tx.updateTable('accounts').set({ decides_from: from }).where('account_id', '=', accountId).execute()
}

export async function noteLogin(tx: Tx, accountId: number, at: Date): Promise<void> {
  await tx.updateTable('accounts').set({ last_login_at: at }).where('account_id', '=', accountId).execute()
}

/** The one door to the super manager's right: the set-up command and the demo, never a call (D36). */
export async function makeSuperManager(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ super_manager: true, manager: true })
    .where('account_id', '=', accountId)
    .execute()
}
