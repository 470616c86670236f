// Which batches are in the old form or under an old key, and their new keys, seals and hashes.

import { sql } from 'kysely'
import { ERASED_KEY_ID, type WrappedKey } from '../adapters/personal-data/data-keys.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { SEALED } from './seal-columns.ts'
import type { RowHashes, SealedRow } from './seal-row.ts'

export async function batchesToReseal(tx: Tx, keyId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select batch_id::float8 as id from payout_batches where data_key_id is distinct from ${keyId} and data_key_id is distinct from ${ERASED_KEY_ID}
    order by batch_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A batch of an earlier release that nobody sends from: what is under way is sealed anew when it has ended. */
export async function nextOldForm(tx: Tx, except: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select batch_id::float8 as id from payout_batches
    where data_key is null and batch_id <> all(${except.map(BigInt)}::bigint[]) and (status <> 'transferring' or ended_at is not null)
    order by batch_id limit 1`.execute(tx)
  return rows[0]?.id
}

/** Null while the batch is in the old form. */
export async function dataKeyOf(tx: Tx, batchId: number): Promise<WrappedKey | null> {
  const { dataKey, dataKeyId } = await tx
    .selectFrom('payout_batches')
    .where('batch_id', '=', BigInt(batchId))
    .select(['data_key as dataKey', 'data_key_id as dataKeyId'])
    .executeTakeFirstOrThrow()
  return dataKey === null || dataKeyId === null ? null : { dataKey, dataKeyId }
}

export async function storeDataKey(tx: Tx, batchId: number, wrapped: WrappedKey): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ data_key: wrapped.dataKey, data_key_id: wrapped.dataKeyId })
    .where('batch_id', '=', BigInt(batchId))
    .execute()
}

export async function rowsToReseal(tx: Tx, batchId: number, afterRow: bigint, limit: number) {
  return tx
    .selectFrom('payout_rows as r')
    .where('r.batch_id', '=', BigInt(batchId))
    .where('r.row_id', '>', afterRow)
    .select(['r.row_id as rowId', 'r.row_number as rowNumber', SEALED.as('sealed')])
    .orderBy('r.row_id')
    .limit(limit)
    .execute()
}

type Of<R> = R & { readonly rowId: bigint }

/** The old form and the texts that it was approved with go with it. */
export async function updateSeals(tx: Tx, rows: readonly Of<SealedRow>[]): Promise<void> {
  const column = (pick: (row: SealedRow) => string) => rows.map(pick)
  await sql`
    update payout_rows r set sealed = null, id_hash_text = null, card_hash_text = null, seal = w.seal, id_hash = w.id_hash,
      phone_hash = w.phone_hash, card_hash = w.card_hash
    from unnest(${rows.map((row) => row.rowId)}::bigint[], ${rows.map((row) => row.seal)}::bytea[], ${column((row) => row.idHash)}::uuid[],
      ${column((row) => row.phoneHash)}::uuid[], ${column((row) => row.cardHash)}::uuid[]) as w(row_id, seal, id_hash, phone_hash, card_hash)
    where r.row_id = w.row_id`.execute(tx)
}

export async function updateHashes(tx: Tx, rows: readonly Of<RowHashes>[]): Promise<void> {
  const column = (pick: (row: RowHashes) => string) => rows.map(pick)
  await sql`
    update payout_rows r set id_hash = w.id_hash, phone_hash = w.phone_hash, card_hash = w.card_hash
    from unnest(${rows.map((row) => row.rowId)}::bigint[], ${column((row) => row.idHash)}::uuid[],
      ${column((row) => row.phoneHash)}::uuid[], ${column((row) => row.cardHash)}::uuid[]) as w(row_id, id_hash, phone_hash, card_hash)
    where r.row_id = w.row_id`.execute(tx)
}

/** Those that somebody holds are passed over. */
export async function wrappedBehind(
  tx: Tx,
  keyId: string,
  after: bigint,
  limit: number,
): Promise<(WrappedKey & { batchId: bigint })[]> {
  const { rows } = await sql<WrappedKey & { batchId: bigint }>`
    select batch_id as "batchId", data_key as "dataKey", data_key_id as "dataKeyId" from payout_batches
    where data_key_id not in (${keyId}, ${ERASED_KEY_ID}) and batch_id > ${after} order by batch_id limit ${limit} for update skip locked`.execute(
    tx,
  )
  return rows
}

/** Old rows begin with the id of their key; one tells it for its batch. */
export async function batchesByKey(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select coalesce(b.data_key_id, left((select r.sealed from payout_rows r where r.batch_id = b.batch_id and r.sealed is not null limit 1), 8), '') as id,
      count(*)::float8 as count
    from payout_batches b where b.data_key_id is distinct from ${ERASED_KEY_ID} group by 1`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
