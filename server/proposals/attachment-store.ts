// Files beside proposals in the database; the only file that writes proposal_files.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Attachment = {
  readonly proposalId: number
  readonly fileId: string
  readonly name: string
  readonly sizeBytes: number
}

/** Of all of these proposals, in the order in which they were added. */
export async function attachmentsOf(tx: Tx, proposalIds: readonly number[]): Promise<Attachment[]> {
  if (proposalIds.length === 0) return []
  return tx
    .selectFrom('proposal_files as a')
    .innerJoin('file_facts as f', 'f.file_id', 'a.file_id')
    .where('a.proposal_id', 'in', [...proposalIds])
    .select([
      'a.proposal_id as proposalId',
      'a.file_id as fileId',
      'f.name',
      sql<number>`f.size_bytes::float8`.as('sizeBytes'),
    ])
    .orderBy('a.added_at')
    .orderBy('a.file_id')
    .execute()
}

export async function insertAttachment(tx: Tx, proposalId: number, fileId: string, at: Date): Promise<void> {
  const values = { proposal_id: proposalId, file_id: fileId, added_at: at }
  await tx.insertInto('proposal_files').values(values).execute()
}
