// The keys that a file store has, held against the files that the database names.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export async function openListing(tx: Tx): Promise<void> {
  await sql`create temporary table listed_files (store_key text) on commit drop`.execute(tx)
}

export async function noteListed(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into listed_files select unnest(${[...keys]}::text[])`.execute(tx)
}

export async function missingFiles(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ count: number; files: { kind: string; storeKey: string }[] }> {
  await sql`analyze listed_files`.execute(tx)
  const { rows } = await sql<{ count: number; kind: string; storeKey: string }>`
    select count(*) over ()::int as count, f.kind, f.store_key as "storeKey" from files f
    where f.state = 'stored' and f.uploaded_at < ${before} and not exists (select 1 from listed_files l where l.store_key = f.store_key)
    order by f.uploaded_at desc limit ${limit}`.execute(tx)
  return { count: rows[0]?.count ?? 0, files: rows.map(({ kind, storeKey }) => ({ kind, storeKey })) }
}

/** Bytes that no file of the database names. */
export async function countUnnamed(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listed_files l where not exists (select 1 from files f where f.store_key = l.store_key and f.state <> 'erased')`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** What a check found, and when. */
export type FileCheck = {
  readonly checkedAt: Date
  readonly missing: number
  readonly unnamed: number
  readonly named: readonly string[]
}

/** The newest alone is kept. */
export async function noteFileCheck(tx: Tx, { checkedAt, named, ...counts }: FileCheck): Promise<void> {
  const found = { checked_at: checkedAt, ...counts, named: [...named] }
  await tx
    .insertInto('file_checks')
    .values(found)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(found))
    .execute()
}

export async function readFileCheck(tx: Tx): Promise<FileCheck | undefined> {
  return tx
    .selectFrom('file_checks')
    .select(['checked_at as checkedAt', 'missing', 'unnamed', 'named'])
    .executeTakeFirst()
}
