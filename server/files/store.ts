// Uploaded files in the database; the only file that writes this table. The bytes are in the file store.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { FileContent } from '@paywages/domain/files/file-content.ts'
import { sql } from 'kysely'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type FileRecord = {
  readonly fileId: string
  readonly storeKey: string
  readonly kind: string
  readonly name: string
  readonly content: FileContent | 'unknown'
  readonly size: bigint
  readonly sha256: string
  /** Nobody's, where it came over a signing link. */
  readonly uploaderId: number | null
  readonly providerId: number | null
  /** The record that took it. */
  readonly attachedId: string | null
}

export async function insertArriving(
  tx: Tx,
  file: { fileId: string; storeKey: string; name: string; uploaderId: number | null; at: Date },
) {
  await tx
    .insertInto('files')
    .values({
      file_id: file.fileId,
      store_key: file.storeKey,
      kind: 'unsorted',
      name: file.name,
      content: 'unknown',
      size_bytes: 0n,
      sha256: '',
      uploader_id: file.uploaderId,
      state: 'arriving',
      uploaded_at: file.at,
    })
    .execute()
}

export async function markStored(
  tx: Tx,
  fileId: string,
  measured: { size: number; sha256: string; content: string; sealedUnder: string },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({
      state: 'stored',
      size_bytes: BigInt(measured.size),
      sha256: measured.sha256,
      content: measured.content,
      sealed_under: measured.sealedUnder,
    })
    .where('file_id', '=', fileId)
    .execute()
}

export async function setKind(tx: Tx, fileId: string, kind: string, name: string): Promise<void> {
  await tx.updateTable('files').set({ kind, name }).where('file_id', '=', fileId).execute()
}

function stored(tx: Tx) {
  return tx
    .selectFrom('files as f')
    .where('f.state', '=', 'stored')
    .select([
      ...camelColumns('f', ['file_id', 'store_key', 'kind', 'name']),
      sql<FileContent | 'unknown'>`f.content`.as('content'),
      'f.size_bytes as size',
      ...camelColumns('f', ['sha256', 'uploader_id', 'provider_id', 'attached_id']),
    ])
}

/** Attached files follow their provider's scope; loose ones are their uploader's alone (D5). */
function readableBy(scope: Scope, accountId: number) {
  return sql<boolean>`case when f.attached_at is null then f.uploader_id = ${accountId} else ${inScope(scope, 'f.provider_id')} end`
}

export async function findReadableFile(
  tx: Tx,
  scope: Scope,
  accountId: number,
  fileId: string,
): Promise<FileRecord | undefined> {
  return (
    stored(tx)
      .where('f.file_id', '=', fileId)
      // A bank's file pays when it is uploaded there: it is given out by its own call alone (ADR 81).
      .where('f.kind', '<>', 'bank-file')
      .where(readableBy(scope, accountId))
      .executeTakeFirst()
  )
}

export async function countReadableFiles(
  tx: Tx,
  scope: Scope,
  accountId: number,
  ids: readonly string[],
): Promise<number> {
  const { count } = await tx
    .selectFrom('files as f')
    .where('f.state', '=', 'stored')
    .where('f.kind', '<>', 'unsorted')
    .where('f.file_id', 'in', [...ids])
    .where(readableBy(scope, accountId))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The uploader's own file that no record has taken yet, under lock. */
export async function lockUnattachedFile(
  tx: Tx,
  accountId: number,
  fileId: string,
): Promise<FileRecord | undefined> {
  return stored(tx)
    .where('f.file_id', '=', fileId)
    .where('f.uploader_id', '=', accountId)
    .where('f.attached_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Those of these that are stored, were brought since then and belong to no record, whoever brought them. */
export async function findLooseFiles(
  tx: Tx,
  fileIds: readonly string[],
  since: Date,
  lock?: 'lock',
): Promise<{ fileId: string; sha256: string }[]> {
  const { rows } = await sql<{ fileId: string; sha256: string }>`
    select file_id as "fileId", sha256 from files
    where file_id = any(${[...fileIds]}::uuid[]) and state = 'stored' and attached_at is null and uploaded_at >= ${since}
    order by file_id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}

export async function attach(
  tx: Tx,
  fileId: string,
  to: { kind: string; id: string; providerId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ attached_kind: to.kind, attached_id: to.id, provider_id: to.providerId, attached_at: to.at })
    .where('file_id', '=', fileId)
    .execute()
}

/** Several loose files at once, of whoever; tells how many there were. */
export async function attachAll(
  tx: Tx,
  fileIds: readonly string[],
  to: { kind: string; id: string; providerId: number; at: Date },
): Promise<number> {
  const taken = await tx
    .updateTable('files')
    .set({ attached_kind: to.kind, attached_id: to.id, provider_id: to.providerId, attached_at: to.at })
    .where('file_id', 'in', [...fileIds])
    .where('attached_at', 'is', null)
    .returning('file_id')
    .execute()
  return taken.length
}

/** Takes rows of files that nothing will ever use; their bytes are removed afterwards. */
export async function deleteUnattached(
  tx: Tx,
  which: { ids: readonly string[] } | { uploadedBefore: Date; neverSortedBefore: Date },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from files where attached_at is null and ${
      'ids' in which
        ? sql`file_id = any(${[...which.ids]}::uuid[])`
        : sql`(uploaded_at < ${which.uploadedBefore} or (kind = 'unsorted' and uploaded_at < ${which.neverSortedBefore}))`
    } returning store_key as key`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Takes rows of files that their record has let go of for good; their bytes are removed afterwards. */
export async function deleteAttached(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('files')
    .where('file_id', 'in', [...fileIds])
    .returning('store_key')
    .execute()
  return rows.map((row) => row.store_key)
}

/** The row stays with its digest, which proves a copy that somebody else kept; the bytes are removed afterwards. */
export async function markErased(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const rows = await tx
    .updateTable('files')
    .set({ state: 'erased', name: '', sealed_under: null })
    .where('file_id', 'in', [...fileIds])
    .where('state', '=', 'stored')
    .returning('store_key')
    .execute()
  return rows.map((row) => row.store_key)
}

/** Bytes of an erased file are known to nobody: what a killed worker left is swept. */
export async function knownKeys(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx
    .selectFrom('files')
    .where('store_key', 'in', [...keys])
    .where('state', '<>', 'erased')
    .select('store_key')
    .execute()
  return new Set(rows.map((row) => row.store_key))
}

/** Stored files that are not known to lie under this key. */
export async function staleFilesBehind(
  tx: Tx,
  keyId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file_id as id from files where state = 'stored' and sealed_under is distinct from ${keyId}
      and ${after === undefined ? sql`true` : sql`file_id > ${after}::uuid`} order by file_id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Until the transaction ends nobody removes it; undefined where it is gone, done, or somebody else's at the moment. */
export async function holdFileBehind(tx: Tx, fileId: string, keyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select store_key as key from files where file_id = ${fileId}::uuid and state = 'stored'
      and sealed_under is distinct from ${keyId} for update skip locked`.execute(tx)
  return rows[0]?.key
}

export async function markSealed(tx: Tx, fileId: string, keyId: string): Promise<void> {
  await tx.updateTable('files').set({ sealed_under: keyId }).where('file_id', '=', fileId).execute()
}

/** Those that nobody has looked at since files are counted by key stand under no key. */
export async function filesByKey(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select coalesce(sealed_under, 'unknown') as id, count(*)::float8 as count from files where state = 'stored' group by 1`.execute(
    tx,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
