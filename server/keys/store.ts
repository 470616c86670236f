// Secret keys that the database was written with, what is kept of them, and who lately sealed under which; the only file that writes these tables.

import type { KnownKey } from '@paywages/domain/keys/key-life.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type KeyRecord = KnownKey & { readonly hashes: boolean }

/** In the order in which they were first written with. */
export async function readKeys(tx: Tx): Promise<KeyRecord[]> {
  const rows = await tx
    .selectFrom('secret_keys')
    .select(['key_id as keyId', 'retired_at', 'hashes'])
    .orderBy('generation')
    .execute()
  return rows.map(({ keyId, retired_at, hashes }) => ({ keyId, retired: retired_at !== null, hashes }))
}

/** One process at a time, so that generations follow the order of the rings. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('secret keys', 2))`.execute(tx)
}

export async function insertKey(tx: Tx, keyId: string, hashes: boolean): Promise<void> {
  await tx.insertInto('secret_keys').values({ key_id: keyId, hashes }).execute()
}

export async function markRetired(tx: Tx, keyId: string, at: Date): Promise<void> {
  await tx.updateTable('secret_keys').set({ retired_at: at }).where('key_id', '=', keyId).execute()
}

export type WrappedKeptKey = {
  readonly keyId: string
  readonly purpose: string
  readonly wrapped: Buffer
  readonly wrappedUnder: string
}

export async function readKept(tx: Tx): Promise<WrappedKeptKey[]> {
  return tx
    .selectFrom('kept_keys')
    .select(['key_id as keyId', 'purpose', 'wrapped', 'wrapped_under as wrappedUnder'])
    .execute()
}

export async function saveKept(tx: Tx, kept: WrappedKeptKey): Promise<void> {
  const fresh = { wrapped: kept.wrapped, wrapped_under: kept.wrappedUnder }
  await tx
    .insertInto('kept_keys')
    .values({ key_id: kept.keyId, purpose: kept.purpose, ...fresh })
    .onConflict((found) => found.columns(['key_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** Those not heard of for a day go with it. */
export async function noteWriter(tx: Tx, process: string, keyId: string): Promise<void> {
  await sql`delete from key_writers where seen_at < now() - interval '1 day'`.execute(tx)
  await sql`
    insert into key_writers (process, key_id, seen_at) values (${process}, ${keyId}, now())
    on conflict (process) do update set key_id = excluded.key_id, seen_at = excluded.seen_at`.execute(tx)
}

export async function forgetWriter(tx: Tx, process: string): Promise<void> {
  await tx.deleteFrom('key_writers').where('process', '=', process).execute()
}

export async function writersWith(tx: Tx, keyId: string, withinSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ process: string }>`
    select process from key_writers where key_id = ${keyId} and seen_at > now() - make_interval(secs => ${withinSeconds})
    order by process`.execute(tx)
  return rows.map(({ process }) => process)
}
