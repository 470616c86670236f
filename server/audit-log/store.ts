// The audit log's tables: searching, and what sealing and verifying read and write (D34).

import type { Making } from '@paywages/domain/accounts/account-makers.ts'
import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type Action, isRead, REPEAT_MINUTES } from '@paywages/domain/audit-log/actions.ts'
import { MAX_COUNTED } from '@paywages/wire/paging.ts'
import { type Insertable, sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScopeAtOnce } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { Tables } from '../adapters/postgres/tables.ts'

type NewEntry = Insertable<Tables['audit_entries']> & { readonly action: Action; readonly at: Date }

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const repeats = isRead(entry.action) ? { repeats: firstLook(entry) } : {}
  await tx
    .insertInto('audit_entries')
    .values({ ...entry, ...repeats })
    .execute()
}

/** The look at the same record by the same person from the same place that this one repeats. */
function firstLook(entry: NewEntry) {
  const since = new Date(entry.at.getTime() - REPEAT_MS)
  return sql<bigint | null>`(select f.entry_id from audit_entries f
    where f.action = ${entry.action} and f.at >= ${since} and f.at <= ${entry.at} and f.repeats is null
      and f.account_id = ${entry.account_id} and f.object_kind = ${entry.object_kind} and f.object_id = ${entry.object_id}
      and f.provider_id is not distinct from ${entry.provider_id ?? null}::integer
      and f.address = ${entry.address} and f.result = ${entry.result}
    order by f.at desc limit 1)`
}

const REPEAT_MS = REPEAT_MINUTES * 60_000

export type AuditFilter = {
  readonly account?: string | undefined
  readonly action?: Action | undefined
  readonly result?: 'done' | 'refused' | undefined
  readonly providerId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Repeated looks are told with the first of them. */
  readonly merged?: boolean
  /** Only those that repeat this entry. */
  readonly repeats?: string | undefined
}

/** Newest first, counted up to MAX_COUNTED. Entries that belong to no provider are seen by super managers only. */
export async function findEntries(
  tx: Tx,
  scope: Scope,
  filter: AuditFilter,
  page: { index: number; size: number },
) {
  const like = containing(filter.account ?? '')
  const found = tx
    .selectFrom('audit_entries as e')
    .where(inScopeAtOnce(scope, 'e.provider_id'))
    .$if(Boolean(filter.account), (q) =>
      q.where((eb) =>
        eb.or([
          eb('e.account', 'ilike', like),
          eb('e.real_name', 'ilike', like),
          eb.and([eb('e.object_kind', '=', 'account'), eb('e.object_name', 'ilike', like)]),
        ]),
      ),
    )
    .$if(filter.action !== undefined, (q) => q.where('e.action', '=', filter.action ?? ''))
    .$if(filter.result !== undefined, (q) => q.where('e.result', '=', filter.result ?? ''))
    .$if(filter.providerId !== undefined, (q) => q.where('e.provider_id', '=', filter.providerId ?? 0))
    .$if(filter.from !== undefined, (q) => q.where('e.at', '>=', filter.from ?? new Date(0)))
    .$if(filter.to !== undefined, (q) => q.where('e.at', '<', filter.to ?? new Date(0)))
    .$if(filter.repeats !== undefined, (q) => q.where('e.repeats', '=', BigInt(filter.repeats ?? 0)))
    .$if(filter.merged === true, (q) => q.where(toldByItself(filter.from)))
  const asked = found
    .leftJoin('provider_names as p', 'p.provider_id', 'e.provider_id')
    .select([
      sql<string>`e.entry_id::text`.as('entryId'),
      ...camelColumns('e', ['at', 'account', 'real_name']),
      sql<string>`coalesce(p.name, '')`.as('providerName'),
      'e.address',
      sql<Action>`e.action`.as('action'),
      ...camelColumns('e', ['object_kind', 'object_id', 'object_name']),
      sql<'done' | 'refused'>`e.result`.as('result'),
      'e.reason',
      sql<Record<string, unknown> | null>`e.before`.as('before'),
      sql<Record<string, unknown> | null>`e.after`.as('after'),
      sql<boolean>`e.seal_id is not null`.as('sealed'),
      filter.merged === true ? REPEAT_COUNT : sql<number>`0`.as('repeatCount'),
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.entry_id', 'desc')
    .limit(page.size)
    .offset(page.index * page.size)
  // In the order of the index by action, without which all entries of that action would be gathered before the first is counted.
  const counted = found
    .select(sql`1`.as('one'))
    .$if(filter.action !== undefined, (q) => q.orderBy('e.at', 'desc'))
    .limit(MAX_COUNTED + 1)
  const [rows, { count }] = await Promise.all([
    asked.execute(),
    tx
      .selectFrom(counted.as('counted'))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

const REPEAT_COUNT = sql<number>`(select count(*)::int from audit_entries r where r.repeats = e.entry_id)`.as(
  'repeatCount',
)

/** A repeated look stands for itself where the first one lies before the time that is asked about. */
function toldByItself(from: Date | undefined) {
  if (from === undefined) return sql<boolean>`e.repeats is null`
  const until = new Date(from.getTime() + REPEAT_MS)
  return sql<boolean>`(e.repeats is null or (e.at <= ${until}
    and exists (select 1 from audit_entries f where f.entry_id = e.repeats and f.at < ${from})))`
}

/** Whether anyone of that provider, or that account, logged in from the address since then. */
export async function loggedInFrom(
  tx: Tx,
  place: {
    readonly address: string
    readonly providerId: number
    readonly accountId: number
    readonly since: Date
  },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from audit_entries where action = 'login' and result = 'done' and at >= ${place.since}
      and address = ${place.address} and (provider_id = ${place.providerId} or account_id = ${place.accountId})) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}

export type PowersTaken = {
  readonly accounts: number[]
  readonly providers: number[]
  /** Who managed, and no longer does. */
  readonly stripped: number[]
  /** Who was on another platform. */
  readonly moved: number[]
  /** The platforms that this provider was on. */
  readonly platforms: number[]
}

/** Whose accounts and which companies were disabled since then, who managed and who was moved, and where this provider was. */
export async function powersTaken(tx: Tx, providerId: number, since: Date): Promise<PowersTaken> {
  const { rows } = await sql<{ what: keyof PowersTaken; id: number }>`
    select distinct case e.action when 'disable-account' then 'accounts' when 'disable-provider' then 'providers'
      else 'stripped' end as what, e.object_id::int as id
    from audit_entries e
    where e.action in ('disable-account', 'disable-provider', 'update-account') and e.at >= ${since} and e.result = 'done'
      and (e.action <> 'update-account' or e.before->>'manager' = 'true')
    union all
    select distinct 'moved', e.object_id::int from audit_entries e
    where e.action = 'update-account' and e.at >= ${since} and e.result = 'done' and e.before ? 'platformId'
    union all
    select distinct 'platforms', f.id::int
    from audit_entries e, jsonb_array_elements_text(e.before->'platformIds') f(id)
    where e.action = 'update-provider' and e.at >= ${since} and e.result = 'done' and e.object_id = ${String(providerId)}
      and e.before ? 'platformIds'`.execute(tx)
  const of = (wanted: keyof PowersTaken) => rows.filter(({ what }) => what === wanted).map(({ id }) => id)
  return {
    accounts: of('accounts'),
    providers: of('providers'),
    stripped: of('stripped'),
    moved: of('moved'),
    platforms: of('platforms'),
  }
}

/** What people did to these accounts, by which they may have come to hold them; a confirmed proposal stands here as its second person's act. */
export async function makingsByOne(tx: Tx, accountIds: readonly number[]): Promise<Making[]> {
  type Row = Pick<Making, 'accountId' | 'act' | 'at'> & { readonly by: number; readonly name: string }
  // The words of the index audit_entries_of_accounts.
  const { rows } = await sql<Row>`
    select object_id::int as "accountId", action as act, account_id as by, real_name as name, at from audit_entries
    where object_kind = 'account' and action in ('add-account', 'update-account', 'reset-password', 'reset-factor', 'enable-account')
      and object_id = any(${accountIds.map(String)}::text[]) and result = 'done' and account_id is not null
      and (action <> 'update-account' or after ?| array['payRight', 'checkRight', 'manager', 'platformId'])
    order by entry_id`.execute(tx)
  return rows.map(({ by, name, ...making }) => ({
    ...making,
    proposerName: null,
    by: { accountId: by, name },
  }))
}

export type Seal = {
  readonly sealId: bigint
  readonly entryCount: number
  readonly keyId: string
  readonly digest: string
}

/** An entry as it is sealed: every column in one fixed text. */
export const SEALED_TEXT = sql<string>`jsonb_build_array(e.entry_id, extract(epoch from e.at), e.account_id, e.account, e.real_name, e.provider_id, e.address, e.request_id, e.action, e.object_kind, e.object_id, e.object_name, e.result, e.reason, e.before, e.after)::text`

/** Only one sealer at a time, on any number of workers. */
export async function tryLockSealing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(7294002) as taken`.execute(
    tx,
  )
  return rows[0]?.taken === true
}

/**
 * The committed entries that no seal covers yet, whatever their ids: a later id may commit before an earlier one,
 * so a seal takes those it sees and the next one takes the rest.
 */
export async function unsealedEntries(tx: Tx, limit: number): Promise<{ entryId: bigint; text: string }[]> {
  return tx
    .selectFrom('audit_entries as e')
    .where('e.seal_id', 'is', null)
    .select(['e.entry_id as entryId', SEALED_TEXT.as('text')])
    .orderBy('e.entry_id')
    .limit(limit)
    .execute()
}

export async function countUnsealed(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('audit_entries')
    .where('seal_id', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function lastSeal(tx: Tx): Promise<Seal | undefined> {
  return seals(tx).orderBy('seal_id', 'desc').limit(1).executeTakeFirst()
}

export async function sealOf(tx: Tx, sealId: bigint): Promise<Seal | undefined> {
  return seals(tx).where('seal_id', '=', sealId).executeTakeFirst()
}

export async function sealBefore(tx: Tx, sealId: bigint): Promise<Seal | undefined> {
  return seals(tx).where('seal_id', '<', sealId).orderBy('seal_id', 'desc').limit(1).executeTakeFirst()
}

export async function sealsAfter(tx: Tx, sealId: bigint, limit: number): Promise<Seal[]> {
  return seals(tx).where('seal_id', '>', sealId).orderBy('seal_id').limit(limit).execute()
}

function seals(tx: Tx) {
  return tx
    .selectFrom('audit_seals')
    .select(['seal_id as sealId', 'entry_count as entryCount', 'key_id as keyId', 'digest'])
}

/** An entry under a seal; which look it repeats is beside the sealed text. */
export type SealedEntry = { readonly text: string; readonly repeats: bigint | null }

export async function sealedEntries(tx: Tx, sealId: bigint): Promise<SealedEntry[]> {
  return tx
    .selectFrom('audit_entries as e')
    .where('e.seal_id', '=', sealId)
    .select([SEALED_TEXT.as('text'), 'e.repeats'])
    .orderBy('e.entry_id')
    .execute()
}

export async function insertSeal(
  tx: Tx,
  seal: Omit<Seal, 'sealId'> & { at: Date },
  entryIds: readonly bigint[],
): Promise<void> {
  const { seal_id } = await tx
    .insertInto('audit_seals')
    .values({ sealed_at: seal.at, entry_count: seal.entryCount, key_id: seal.keyId, digest: seal.digest })
    .returning('seal_id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('audit_entries')
    .set({ seal_id })
    .where('entry_id', 'in', [...entryIds])
    .execute()
}

export async function countSealed(tx: Tx): Promise<bigint> {
  return countSealedUntil(tx, undefined)
}

export async function countSealedUntil(tx: Tx, sealId: bigint | undefined): Promise<bigint> {
  const { count } = await tx
    .selectFrom('audit_seals')
    .$if(sealId !== undefined, (q) => q.where('seal_id', '<=', sealId ?? 0n))
    .select(sql<bigint>`coalesce(sum(entry_count), 0)::bigint`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By the clock of then. */
export async function lastEntryAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date
  }>`select at from audit_entries order by entry_id desc limit 1`.execute(tx)
  return rows[0]?.at ?? null
}
