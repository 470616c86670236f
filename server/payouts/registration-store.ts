// Which batches' people still wait for registration.

import type { Tx } from '../adapters/postgres/database.ts'

/** One waiting batch, held so that no other worker takes it too. */
export async function takeUnregistered(tx: Tx) {
  return tx
    .selectFrom('payout_batches')
    .where('registered_at', 'is', null)
    .select(['batch_id as batchId', 'provider_id as providerId', 'uploaded_at as uploadedAt'])
    .orderBy('batch_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function rowsToRegister(tx: Tx, batchId: bigint, afterRow: number, limit: number) {
  return tx
    .selectFrom('payout_rows')
    .where('batch_id', '=', batchId)
    .where('row_number', '>', afterRow)
    .select([
      'row_number as rowNumber',
      'name',
      'id_hash as idHash',
      'phone_hash as phoneHash',
      'card_hash as cardHash',
      'sealed',
      'bank',
    ])
    .orderBy('row_number')
    .limit(limit)
    .execute()
}

/** A batch may be started, and paid, before its people are registered. */
export async function paidRows(tx: Tx, batchId: bigint): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('payout_rows')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'succeeded')
    .select('row_id')
    .execute()
  return rows.map((row) => row.row_id)
}

export async function markRegistered(tx: Tx, batchId: bigint, at: Date): Promise<void> {
  await tx.updateTable('payout_batches').set({ registered_at: at }).where('batch_id', '=', batchId).execute()
}
