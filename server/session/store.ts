// Sessions and failed logins in the database; the only file that writes these tables.

import { sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'

/** The session with the identity behind it, as the accounts slice publishes it. */
export async function findSession(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('sessions as s')
    .innerJoin('account_identities as i', 'i.account_id', 's.account_id')
    .where('s.token_hash', '=', tokenHash)
    .select([
      ...camelColumns('s', ['brand', 'started_at', 'last_active_at']),
      's.session_epoch as epochAtLogin',
      ...camelColumns('i', ['account_id', 'account', 'real_name', 'provider_id', 'provider_name']),
      ...camelColumns('i', ['platform_id', 'platform_name', 'pay_right', 'check_right', 'app_login_right']),
      ...camelColumns('i', ['manager', 'super_manager', 'must_change_password', 'session_epoch', 'enabled']),
    ])
    .executeTakeFirst()
}

export type NewSession = {
  readonly tokenHash: Buffer
  readonly accountId: number
  readonly epoch: number
  readonly brand: number
  readonly address: string
  readonly at: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      session_epoch: session.epoch,
      brand: session.brand,
      address: session.address,
      started_at: session.at,
      last_active_at: session.at,
    })
    .execute()
}

export async function touchSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_active_at: at }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsStartedBefore(tx: Tx, before: Date): Promise<number> {
  const result = await tx.deleteFrom('sessions').where('started_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Failed logins of one subject, while nobody else may count or add to them. */
export async function lockFailures(tx: Tx, subject: string, since: Date): Promise<Date[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 1))`.execute(tx)
  const rows = await tx
    .selectFrom('login_failures')
    .where('subject', '=', subject)
    .where('failed_at', '>=', since)
    .select('failed_at')
    .execute()
  return rows.map((row) => row.failed_at)
}

export async function insertFailures(tx: Tx, subjects: readonly string[], at: Date): Promise<bigint[]> {
  const rows = await tx
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject, failed_at: at })))
    .returning('failure_id')
    .execute()
  return rows.map((row) => row.failure_id)
}

export async function deleteFailures(
  tx: Tx,
  which: { subject: string; ids: readonly bigint[] },
): Promise<void> {
  await tx
    .deleteFrom('login_failures')
    .where((eb) => eb.or([eb('subject', '=', which.subject), eb('failure_id', 'in', [...which.ids])]))
    .execute()
}

export async function deleteFailuresBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('login_failures').where('failed_at', '<', before).execute()
}
