// The photographs of a signing under way: loose files that its link points at.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { LinkRecord, Side } from './session-store.ts'

export type Photo = { readonly fileId: string; readonly sha256: string }
export type Photos = Readonly<Record<Side, Photo | undefined>>

/** Those that are stored, and were taken since then. */
export async function freshPhotos(
  tx: Tx,
  link: Pick<LinkRecord, 'frontFileId' | 'backFileId'>,
  since: Date,
  lock?: 'lock',
): Promise<Photos> {
  const ids = [link.frontFileId, link.backFileId].filter((id) => id !== null)
  const { rows } = await sql<Photo>`
    select file_id as "fileId", sha256 from files
    where file_id = any(${ids}::uuid[]) and state = 'stored' and attached_at is null and uploaded_at >= ${since}
    order by file_id ${lock ? sql`for update` : sql``}`.execute(tx)
  const of = (id: string | null) => rows.find(({ fileId }) => fileId === id)
  return { front: of(link.frontFileId), back: of(link.backFileId) }
}
