// The parts of the audit log, what of them is archived, and how the owner of the tables exchanges one (ADR 152, ADR 153).

import { KEPT_ACTIONS } from '@paywages/domain/audit-log/archived-part.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { SEALED_TEXT, type SealedEntry } from './store.ts'

const TABLE = 'audit_entries'
const tableOf = (part: string) => `${TABLE}_${part}`

export type Archive = {
  readonly part: string
  readonly fileKey: string
  readonly sha256: string
  readonly fromId: bigint
  readonly beyondId: bigint
  readonly entries: bigint
  readonly firstSeal: bigint
  readonly lastSeal: bigint
  readonly firstAt: Date
  readonly lastAt: Date
}

/** The oldest first. */
export async function archivesOf(tx: Tx): Promise<Archive[]> {
  return tx
    .selectFrom('audit_archives')
    .select([
      'part',
      'sha256',
      'entries',
      'file_key as fileKey',
      'from_id as fromId',
      'beyond_id as beyondId',
    ])
    .select(['first_seal as firstSeal', 'last_seal as lastSeal', 'first_at as firstAt', 'last_at as lastAt'])
    .orderBy('from_id')
    .execute()
}

/** By a function of the owner, which asks nothing of us and does nothing else. */
export async function makeMonths(tx: Tx): Promise<void> {
  await sql`select prepare_audit_months()`.execute(tx)
}

/** How many months after this one have their partition. */
export async function monthsAhead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${TABLE}::regclass and c.relname ~ '\\d{6}$'
      and right(c.relname, 6) > to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Entries for which there was no month. */
export async function strayEntries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count_stray_audit_entries()::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** From the first to the last entry of the archived parts that a time touches; without an end it goes on for ever. */
export async function archivedWithin(
  tx: Tx,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<{ readonly from: Date; readonly to: Date } | undefined> {
  const found = await tx
    .selectFrom('audit_archives')
    .select((eb) => [eb.fn.min('first_at').as('first'), eb.fn.max('last_at').as('last')])
    .$if(from !== undefined, (q) => q.where('last_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (q) => q.where('first_at', '<', to ?? new Date(0)))
    .executeTakeFirst()
  return found?.first && found.last ? { from: found.first, to: found.last } : undefined
}

/** Made by the owner of the tables as far as they reach; the oldest first, without the default partition. */
export async function partsOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select substr(c.relname, ${TABLE.length + 2}::int) as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${TABLE}::regclass and c.relname not like '%default' order by c.relname not like '%first', c.relname`.execute(
    tx,
  )
  return rows.map(({ part }) => part)
}

export type PartRow = {
  readonly entries: bigint
  readonly unsealed: bigint
  readonly isOver: boolean
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly firstSeal: bigint | null
  readonly lastSeal: bigint | null
}

/** As the owner, who alone knows where the ids stand. */
export async function readPart(tx: Tx, part: string, beyondId: bigint): Promise<PartRow> {
  const { rows } = await sql<PartRow>`
    select count(*) as entries, count(*) filter (where seal_id is null) as unsealed, min(at) as "firstAt", max(at) as "lastAt",
      min(seal_id) as "firstSeal", max(seal_id) as "lastSeal",
      (select last_value >= ${beyondId} from audit_entries_entry_id_seq) as "isOver"
    from ${sql.id(tableOf(part))}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no part ${part}`)
  return row
}

/** Of seals with entries in these ids, in their order. */
export async function sealsWithin(
  tx: Tx,
  { fromId, beyondId }: { readonly fromId: bigint; readonly beyondId: bigint },
  after: bigint,
  limit: number,
): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('audit_entries')
    .select('seal_id as sealId')
    .distinct()
    .where('entry_id', '>=', fromId)
    .where('entry_id', '<', beyondId)
    .where('seal_id', '>', after)
    .orderBy('seal_id')
    .limit(limit)
    .execute()
  return rows.map(({ sealId }) => sealId ?? 0n)
}

/** One archiving or bringing back at a time, and no month made meanwhile. */
export async function lockParts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7294003)`.execute(tx)
}

const INCOMING = 'audit_entries_incoming'

/** A table beside the parts, for what is to take the place of one. */
export async function makeIncoming(tx: Tx): Promise<void> {
  await sql`select make_audit_part(${INCOMING})`.execute(tx)
}

/** What stays in the database of an archived part. */
export async function keepEntries(tx: Tx, part: string): Promise<bigint> {
  const kept = sql.join([...KEPT_ACTIONS].map((action) => sql.lit(action)))
  const { numAffectedRows } = await sql`
    insert into ${sql.id(INCOMING)} select * from ${sql.id(tableOf(part))} where action in (${kept})`.execute(
    tx,
  )
  return numAffectedRows ?? 0n
}

/** Every column back out of its sealed text; whoever calls holds what was loaded against the text. */
export async function loadEntries(tx: Tx, sealId: bigint, entries: readonly SealedEntry[]): Promise<void> {
  await sql`
    insert into ${sql.id(INCOMING)} (entry_id, at, account_id, account, real_name, provider_id, address, request_id, action, object_kind,
      object_id, object_name, result, reason, before, after, seal_id, repeats)
    select (t->>0)::bigint, timestamptz 'epoch' + ((t->>1)::numeric * 1000000)::bigint * interval '1 microsecond', (t->>2)::int, t->>3,
      t->>4, (t->>5)::int, t->>6, t->>7, t->>8, t->>9, t->>10, t->>11, t->>12, t->>13, nullif(t->14, 'null'), nullif(t->15, 'null'),
      ${sealId}, repeats
    from unnest(${entries.map(({ text }) => text)}::text[], ${entries.map(({ repeats }) => repeats)}::bigint[]) as u (text, repeats)
      cross join lateral (select u.text::jsonb) as read (t)`.execute(tx)
}

export async function loadedTexts(tx: Tx, sealId: bigint): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select ${SEALED_TEXT} as text from ${sql.id(INCOMING)} e where e.seal_id = ${sealId} order by e.entry_id`.execute(
    tx,
  )
  return rows.map(({ text }) => text)
}

/** Everybody waits for this, so it is the last statement; where somebody else is in the way, it gives way and throws. */
export async function exchangePart(
  tx: Tx,
  part: string,
  { fromId, beyondId }: { readonly fromId: bigint; readonly beyondId: bigint },
): Promise<void> {
  await sql`select exchange_audit_part(${tableOf(part)}, ${INCOMING}, ${fromId}, ${beyondId})`.execute(tx)
}

export async function noteArchive(tx: Tx, archive: Archive, at: Date): Promise<void> {
  const { fileKey, fromId, beyondId, firstSeal, lastSeal, firstAt, lastAt, ...same } = archive
  await tx
    .insertInto('audit_archives')
    .values({
      ...same,
      file_key: fileKey,
      from_id: fromId,
      beyond_id: beyondId,
      first_seal: firstSeal,
      last_seal: lastSeal,
      first_at: firstAt,
      last_at: lastAt,
      archived_at: at,
    })
    .execute()
}

export async function forgetArchive(tx: Tx, part: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('audit_archives').where('part', '=', part).executeTakeFirst()
  return numDeletedRows > 0n
}
