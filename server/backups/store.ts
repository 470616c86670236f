/** The notes on how well the product could be brought back. */
import type { Tx } from '../adapters/postgres/database.ts'

export const RECOVERY_KINDS = ['base', 'wal', 'drill'] as const
export type RecoveryKind = (typeof RECOVERY_KINDS)[number]

export async function saveNote(tx: Tx, kind: RecoveryKind, at: Date, detail: string): Promise<void> {
  await tx
    .insertInto('recovery_notes')
    .values({ kind, noted_at: at, detail })
    .onConflict((found) => found.column('kind').doUpdateSet({ noted_at: at, detail }))
    .execute()
}

export async function readNotes(tx: Tx): Promise<{ kind: string; at: Date }[]> {
  return tx.selectFrom('recovery_notes').select(['kind', 'noted_at as at']).execute()
}
