// The unkeyed digest of what a batch will pay, with salted leaves: whoever knows it learns nothing of any row (ADR 65).

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { rowRangeOf } from './row-range-store.ts'

export const SEED_BYTES = 32
const PIECE_ROWS = 1_000

/** All that was asked but the keyed hashes, which change with the key; the seal stays, and with it ID, phone and card. */
const CONTENT = sql`int8send(row_id) || int8send(amount_fen) || int8send(fee_fen) || int4send(row_number)
  || record_send(row(name, seal, bank, month, remark))`

export type SignedRows = {
  readonly root: string
  /** Rows that will be sealed anew: what is signed of them would not be there tomorrow. */
  readonly hasOldForm: boolean
}

/**
 * A leaf is sha256(salt of the row, content), the salt sha256(seed, row id): the seed is random and stored with the signature, so a
 * row can be shown with its salt alone, and no other is revealed.
 */
export async function signedRows(tx: Tx, batchId: number, seed: Buffer): Promise<SignedRows> {
  const { first, last } = await rowRangeOf(tx, BigInt(batchId))
  const { rows } = await sql<{ digest: Buffer; oldForm: boolean }>`
    select sha256(string_agg(sha256(sha256(${seed}::bytea || int8send(row_id)) || content), '' order by row_id)) as digest,
      bool_or(sealed is not null) as "oldForm"
    from (select row_id, batch_id, row_number, cancelled, sealed, ${CONTENT} as content from payout_rows) r where row_id between ${first} and ${last} and batch_id = ${BigInt(batchId)} and not cancelled
    group by row_number / ${sql.lit(PIECE_ROWS)} order by row_number / ${sql.lit(PIECE_ROWS)}`.execute(tx)
  const root = createHash('sha256')
  for (const { digest } of rows) root.update(digest)
  return { root: root.digest('hex'), hasOldForm: rows.some(({ oldForm }) => oldForm) }
}
