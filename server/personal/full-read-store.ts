// Full reads of accounts and the alarms about them in the database; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { FullReadKind } from '@paywages/domain/personal/full-read-limit.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type Reader = { readonly accountId: number; readonly kind: FullReadKind }

/** Until the transaction ends nobody else counts this account's reads of the kind: fifty at once are judged one after the other. */
export async function lockReads(tx: Tx, { accountId, kind }: Reader): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`full reads ${kind} ${accountId}`}, 2))`.execute(
    tx,
  )
}

export async function readsSince(tx: Tx, { accountId, kind }: Reader, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('full_reads')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .select('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Those that no longer count go with it, so that nothing has to be swept. */
export async function insertRead(tx: Tx, { accountId, kind }: Reader, at: Date, before: Date): Promise<void> {
  await tx
    .deleteFrom('full_reads')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('at', '<', before)
    .execute()
  await tx.insertInto('full_reads').values({ account_id: accountId, kind, at }).execute()
}

export type Alarm = Reader & {
  readonly providerId: number
  readonly reads: number
  readonly refused: boolean
  readonly at: Date
}

/** One for each hour and person; a refusal is added to it. Tells whether there is something new to tell. */
export async function raiseAlarm(tx: Tx, alarm: Alarm, since: Date): Promise<boolean> {
  const known = await tx
    .selectFrom('full_read_alarms')
    .where('account_id', '=', alarm.accountId)
    .where('kind', '=', alarm.kind)
    .where('at', '>', since)
    .select(['alarm_id', 'refused'])
    .orderBy('alarm_id', 'desc')
    .executeTakeFirst()
  if (known === undefined) {
    await tx
      .insertInto('full_read_alarms')
      .values({
        account_id: alarm.accountId,
        provider_id: alarm.providerId,
        kind: alarm.kind,
        reads: alarm.reads,
        refused: alarm.refused,
        at: alarm.at,
      })
      .execute()
    return true
  }
  const { alarm_id, refused } = known
  await tx
    .updateTable('full_read_alarms')
    .set({ reads: alarm.reads, refused: refused || alarm.refused })
    .where('alarm_id', '=', alarm_id)
    .execute()
  return alarm.refused && !refused
}

export type FoundAlarm = {
  readonly kind: FullReadKind
  readonly account: string
  readonly realName: string
  readonly providerName: string
  readonly reads: number
  readonly refused: boolean
  readonly at: Date
}

/** About others, since then. */
export async function alarmsSince(
  tx: Tx,
  scope: Scope,
  asker: number,
  since: Date,
  limit: number,
): Promise<FoundAlarm[]> {
  return tx
    .selectFrom('full_read_alarms as a')
    .innerJoin('account_identities as i', 'i.account_id', 'a.account_id')
    .where(inScope(scope, 'a.provider_id'))
    .where('a.account_id', '!=', asker)
    .where('a.at', '>', since)
    .select([
      sql<FullReadKind>`a.kind`.as('kind'),
      sql<string>`i.account`.as('account'),
      sql<string>`i.real_name`.as('realName'),
      sql<string>`i.provider_name`.as('providerName'),
      'a.reads',
      'a.refused',
      'a.at',
    ])
    .orderBy('a.alarm_id', 'desc')
    .limit(limit)
    .execute()
}
