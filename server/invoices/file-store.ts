// The files of an invoicing result: those that stand, and those that a correction took out.

import type { FileContent } from '@paywages/domain/files/file-content.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type ResultFile = {
  readonly fileId: string
  readonly fileName: string
  readonly storeKey: string
  readonly size: number
  readonly content: FileContent | 'unknown'
  /** Null while it stands. */
  readonly removedAt: Date | null
}

/** In the order they were listed, those taken out behind them. */
export function resultFiles(tx: Tx, applicationId: number): Promise<ListedFile[]> {
  return filesOf(tx, [applicationId])
}

export type ListedFile = ResultFile & { readonly applicationId: number }

/** The same of several applications. */
export async function filesOf(tx: Tx, applicationIds: readonly number[]): Promise<ListedFile[]> {
  if (applicationIds.length === 0) return []
  const { rows } = await sql<ListedFile>`
    select i.application_id as "applicationId", i.file_id as "fileId", f.name as "fileName", f.store_key as "storeKey", f.size_bytes::float8 as size,
      f.content, i.removed_at as "removedAt"
    from invoice_files i join file_facts f using (file_id)
    where i.application_id = any(${[...applicationIds]}::int[])
    order by i.removed_at nulls first, i.place`.execute(tx)
  return rows
}

/** The list as it stands from now on; what it lacks is kept for the history. */
export async function listResultFiles(
  tx: Tx,
  applicationId: number,
  fileIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`update invoice_files set removed_at = ${at}
    where application_id = ${applicationId} and removed_at is null and not file_id = any(${[...fileIds]}::uuid[])`.execute(
    tx,
  )
  await sql`insert into invoice_files (file_id, application_id, place, added_at)
    select file_id, ${applicationId}, place, ${at}::timestamptz
    from unnest(${[...fileIds]}::uuid[]) with ordinality as listed (file_id, place)
    on conflict (file_id) do update set place = excluded.place`.execute(tx)
}
