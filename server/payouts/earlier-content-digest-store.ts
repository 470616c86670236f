// The digests of a batch's content as earlier releases made them, for what was approved then (D17).

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

const PIECE_ROWS = 1_000

/** Batches from before there were data keys are digested as text, until they are sealed anew. */
export async function digestAsEarlier(tx: Tx, batchId: number): Promise<string> {
  const batch = await tx
    .selectFrom('payout_batches')
    .where('batch_id', '=', BigInt(batchId))
    .select(sql<boolean>`data_key is not null`.as('bound'))
    .executeTakeFirstOrThrow()
  return batch.bound ? digestPieces(tx, batchId) : digestTexts(tx, batchId)
}

/** Rows of a batch, also where rows of others lie between. */
const OF_BATCH = (batchId: number) => sql`r.batch_id = ${BigInt(batchId)} and r.row_id between
  (select first_row_id from payout_batches where batch_id = ${BigInt(batchId)}) and (select last_row_id from payout_batches where batch_id = ${BigInt(batchId)})`

/** A record as bytes tells the length of each field before it: no character typed into a remark can stand for the end of one. */
async function digestPieces(tx: Tx, batchId: number): Promise<string> {
  const { rows } = await sql<{ piece: number; digest: Buffer }>`
    select r.row_number / ${sql.lit(PIECE_ROWS)} as piece, sha256(string_agg(record_send(
      row(r.row_id, r.row_number, r.name, r.id_hash, r.card_hash, r.seal, r.bank, r.amount_fen, r.fee_fen, r.month, r.remark)),
      '' order by r.row_number)) as digest
    from payout_rows r where ${OF_BATCH(batchId)} and not r.cancelled group by 1 order by 1`.execute(tx)
  const whole = createHash('sha256')
  for (const { piece, digest } of rows) whole.update(`${piece}:`).update(digest)
  return `2:${whole.digest('hex')}`
}

/** A row as text quotes its fields. */
async function digestTexts(tx: Tx, batchId: number): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(
      row(r.row_id, r.row_number, r.name, r.id_hash_text, r.card_hash_text, r.sealed, r.bank, r.amount_fen, r.fee_fen, r.month, r.remark)::text,
      chr(10) order by r.row_number), ''), 'UTF8')), 'hex') as digest
    from payout_rows r where ${OF_BATCH(batchId)} and not r.cancelled`.execute(tx)
  return rows[0]?.digest ?? ''
}
