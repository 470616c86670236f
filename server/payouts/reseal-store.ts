// Which payout rows are still sealed under an old key, and their new seals.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { SealedRow } from './seal-row.ts'

/** A seal begins with the id of its key. */
const notUnder = (keyId: string) => sql<boolean>`not starts_with(sealed, ${`${keyId}:`})`

export async function batchesToReseal(tx: Tx, keyId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('payout_rows')
    .where(notUnder(keyId))
    .select('batch_id')
    .distinct()
    .orderBy('batch_id')
    .execute()
  return rows.map((row) => Number(row.batch_id))
}

export async function rowsToReseal(tx: Tx, batchId: number, keyId: string, limit: number) {
  return tx
    .selectFrom('payout_rows')
    .where('batch_id', '=', BigInt(batchId))
    .where(notUnder(keyId))
    .select(['row_id as rowId', 'sealed'])
    .limit(limit)
    .execute()
}

export async function updateSeals(tx: Tx, rows: readonly (SealedRow & { rowId: bigint })[]): Promise<void> {
  const column = (pick: (row: SealedRow) => string) => rows.map(pick)
  await sql`
    update payout_rows r set sealed = w.sealed, id_hash = w.id_hash, phone_hash = w.phone_hash, card_hash = w.card_hash
    from unnest(${rows.map((row) => row.rowId)}::bigint[], ${column((row) => row.sealed)}::text[], ${column((row) => row.idHash)}::text[],
      ${column((row) => row.phoneHash)}::text[], ${column((row) => row.cardHash)}::text[]) as w(row_id, sealed, id_hash, phone_hash, card_hash)
    where r.row_id = w.row_id`.execute(tx)
}
