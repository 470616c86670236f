// Sessions, failed logins and places of logins in the database; the only file that writes these tables.

import type { SessionLimits } from '@paywages/domain/session/session-life.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'

export type FoundSession = Omit<SignedIn, 'brand' | 'sessionToken' | 'factor'> & {
  readonly brand: number
  readonly startedAt: Date
  readonly lastActiveAt: Date
  readonly epochAtLogin: number
  readonly sessionEpoch: number
  readonly enabled: boolean
  readonly factorAt: Date | null
  readonly totp: boolean
  readonly passkey: boolean
}

/** The session with the identity behind it, as the accounts slice publishes it. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    select s.brand, s.started_at as "startedAt", s.last_active_at as "lastActiveAt", s.session_epoch as "epochAtLogin",
      s.factor_at as "factorAt", exists(select from account_factors f where f.account_id = s.account_id and f.kind = 'totp') as totp,
      exists(select from account_factors f where f.account_id = s.account_id and f.kind = 'passkey') as passkey,
      i.account_id as "accountId", i.account, i.real_name as "realName", i.provider_id as "providerId", i.provider_name as "providerName",
      i.platform_id as "platformId", i.platform_name as "platformName", i.pay_right as "payRight", i.check_right as "checkRight",
      i.app_login_right as "appLoginRight", i.manager, i.super_manager as "superManager", i.must_change_password as "mustChangePassword",
      i.session_epoch as "sessionEpoch", i.enabled, i.decides_from as "decidesFrom"
    from sessions s join account_identities i on i.account_id = s.account_id where s.token_hash = ${tokenHash}`.execute(
    tx,
  )
  return rows[0]
}

export type NewSession = {
  readonly tokenHash: Buffer
  readonly accountId: number
  readonly epoch: number
  readonly brand: number
  readonly address: string
  readonly agent?: string | undefined
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
      agent: session.agent ?? '',
      started_at: session.at,
      last_active_at: session.at,
    })
    .execute()
}

export type AccountPlace = { readonly kind: 'device' | 'network'; readonly place: string }

/** Where the account is used from; written once a day. */
export async function noteAccountPlaces(
  tx: Tx,
  accountId: number,
  places: readonly AccountPlace[],
  day: string,
): Promise<void> {
  for (const { kind, place } of places)
    await sql`
      insert into account_places as p (account_id, kind, place, last_used_on)
      values (${accountId}, ${kind}, ${place}, ${day}::date)
      on conflict (account_id, kind, place) do update set last_used_on = excluded.last_used_on
      where p.last_used_on < excluded.last_used_on`.execute(tx)
}

export async function deleteAccountPlacesBefore(tx: Tx, day: string): Promise<void> {
  await sql`delete from account_places where last_used_on < ${day}::date`.execute(tx)
}

export async function touchSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_active_at: at }).where('token_hash', '=', tokenHash).execute()
}

/** The session has given its second factor, at the login or again before a decision. */
export async function noteFactor(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ factor_at: at }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export type LiveSession = {
  readonly sessionId: number
  readonly address: string
  readonly agent: string
  readonly startedAt: Date
  readonly lastActiveAt: Date
  readonly current: boolean
}

/** The account's sessions that the next call would still accept, the given one first, then the latest used. */
export async function liveSessions(
  tx: Tx,
  accountId: number,
  { at, limits, token }: { readonly at: Date; readonly limits: SessionLimits; readonly token: Buffer },
): Promise<LiveSession[]> {
  const { rows } = await sql<LiveSession>`
    select s.session_id::int as "sessionId", s.address, s.agent, s.started_at as "startedAt", s.last_active_at as "lastActiveAt",
      s.token_hash = ${token} as current
    from sessions s join account_identities i on i.account_id = s.account_id
    where s.account_id = ${accountId} and s.session_epoch = i.session_epoch and i.enabled
      and s.last_active_at > ${new Date(at.getTime() - limits.idleMs)} and s.started_at > ${new Date(at.getTime() - limits.absoluteMs)}
    order by current desc, s.last_active_at desc, s.session_id desc`.execute(tx)
  return rows
}

/** How many of them there were: of two who end the same session, one finds it. */
export async function deleteSessionsById(
  tx: Tx,
  accountId: number,
  sessionIds: readonly number[],
): Promise<number> {
  if (sessionIds.length === 0) return 0
  const result = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('session_id', 'in', sessionIds.map(BigInt))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSessionsStartedBefore(tx: Tx, before: Date): Promise<number> {
  const result = await tx.deleteFrom('sessions').where('started_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Until the transaction ends, nobody else counts or adds to the failures of the subject. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 1))`.execute(tx)
}

export async function readFailures(
  tx: Tx,
  subjects: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await tx
    .selectFrom('login_failures')
    .where('subject', 'in', [...subjects])
    .where('failed_at', '>=', since)
    .select(['subject', 'failed_at'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, failed]) => [
      subject,
      failed.map((row) => row.failed_at),
    ]),
  )
}

export async function insertFailures(tx: Tx, subjects: readonly string[], at: Date): Promise<void> {
  await tx
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject, failed_at: at })))
    .execute()
}

export async function deleteFailures(tx: Tx, subject: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('subject', '=', subject).execute()
}

export async function deleteFailuresBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('login_failures').where('failed_at', '<', before).execute()
}

/** Whether the account has logged in from there before. */
export async function isLoginPlace(tx: Tx, subject: string): Promise<boolean> {
  const found = await tx
    .selectFrom('login_places')
    .where('subject', '=', subject)
    .select('subject')
    .executeTakeFirst()
  return found !== undefined
}

export async function noteLoginPlace(tx: Tx, subject: string, at: Date): Promise<void> {
  await tx
    .insertInto('login_places')
    .values({ subject, last_login_at: at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_login_at: at }))
    .execute()
}

export async function deleteLoginPlacesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('login_places').where('last_login_at', '<', before).execute()
}
