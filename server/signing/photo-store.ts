// The photographs of a signing under way: loose files that its link points at.

import type { Tx } from '../adapters/postgres/database.ts'
import { findLooseFiles } from '../files/store.ts'
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
  const unattached = await findLooseFiles(tx, ids, since, lock)
  const of = (id: string | null) => unattached.find(({ fileId }) => fileId === id)
  return { front: of(link.frontFileId), back: of(link.backFileId) }
}
