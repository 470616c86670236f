// Which batches' people still wait for registration.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { RowRange } from './row-range-store.ts'
import { SEALED } from './seal-columns.ts'

/** One waiting batch, held so that no other worker takes it too; a named one is waited for. */
export async function lockUnregisteredBatch(tx: Tx, batchId?: number) {
  const waiting = tx
    .selectFrom('payout_batches')
    .where('registered_at', 'is', null)
    .select([
      'batch_id as batchId',
      'provider_id as providerId',
      'uploader_id as uploaderId',
      'uploaded_at as uploadedAt',
    ])
    // Not its key: an invitation that holds the people names the batch, and would wait in a circle for whoever waits for them.
    .forNoKeyUpdate()
  return batchId === undefined
    ? waiting.orderBy('batch_id').limit(1).skipLocked().executeTakeFirst()
    : waiting.where('batch_id', '=', BigInt(batchId)).executeTakeFirst()
}

/** By their ids, which are in the sheet's order. */
export async function rowsToRegister(tx: Tx, batchId: bigint, { first, last }: RowRange, limit: number) {
  return tx
    .selectFrom('payout_rows as r')
    .where('r.batch_id', '=', batchId)
    .where(sql<boolean>`r.row_id between ${first} and ${last}`)
    .select([
      'r.row_id as rowId',
      'r.name',
      'r.id_hash as idHash',
      'r.phone_hash as phoneHash',
      'r.card_hash as cardHash',
      SEALED.as('sealed'),
      'r.bank',
    ])
    .orderBy('r.row_id')
    .limit(limit)
    .execute()
}

/** A batch may be started, and paid, before its people are registered. */
export async function paidRows(tx: Tx, batchId: bigint): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('payout_lines')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'succeeded')
    .select('row_id')
    .execute()
  return rows.map((row) => row.row_id)
}

/** Every name on the sheet, so that a part of it finds its people (payee_names). */
export async function storeNames(tx: Tx, batchId: bigint): Promise<void> {
  await sql`
    insert into payee_names (provider_id, name, id_hash)
    select distinct provider_id, name, id_hash from payout_rows where batch_id = ${batchId}
    order by 1, 2, 3 on conflict do nothing`.execute(tx)
}

/** Those that no row bears any more: after a rotation of keys, the old hashes. */
export async function deleteNames(tx: Tx): Promise<void> {
  await sql`
    delete from payee_names n where not exists (
      select 1 from payout_rows r where r.provider_id = n.provider_id and r.id_hash = n.id_hash)`.execute(tx)
}

export async function markRegistered(tx: Tx, batchId: bigint, at: Date): Promise<void> {
  await tx.updateTable('payout_batches').set({ registered_at: at }).where('batch_id', '=', batchId).execute()
}
