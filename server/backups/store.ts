/** The notes on how well the product could be brought back. */
import type { Tx } from '../adapters/postgres/database.ts'

export const RECOVERY_KINDS = ['base', 'wal', 'drill'] as const
export type RecoveryKind = (typeof RECOVERY_KINDS)[number]

export async function saveNote(
  tx: Tx,
  kind: RecoveryKind,
  { at, detail, damaged }: { readonly at: Date; readonly detail: string; readonly damaged: number },
): Promise<void> {
  const fresh = { noted_at: at, detail, damaged }
  await tx
    .insertInto('recovery_notes')
    .values({ kind, ...fresh })
    .onConflict((found) => found.column('kind').doUpdateSet(fresh))
    .execute()
}

export async function readNotes(tx: Tx): Promise<{ kind: string; at: Date; damaged: number }[]> {
  return tx.selectFrom('recovery_notes').select(['kind', 'noted_at as at', 'damaged']).execute()
}
