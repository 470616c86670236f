// Stores the rows of a sheet by binary COPY, once, in the order of its pieces.

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import { copyBinary } from '../adapters/postgres/binary-copy.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { NEW_ROW_COLUMNS } from './row-copy-form.ts'
import { rowIdOf } from './row-ids.ts'

/** Rows go to the database as their pieces come. */
export function insertRows(tx: Tx, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  return copyBinary(tx, 'payout_rows', NEW_ROW_COLUMNS, pieces)
}

/** Of rows that were stored before a later one showed that their card is shared. */
export async function markShared(tx: Tx, batchId: number, rowNumbers: readonly number[]): Promise<void> {
  if (rowNumbers.length === 0) return
  const rowIds = rowNumbers.map((rowNumber) => BigInt(rowIdOf(batchId, rowNumber)))
  await sql`
    update payout_rows set warning_mask = warning_mask | ${sql.lit(WARNING_BITS['card-shared'])}
    where row_id = any(${rowIds}::bigint[])`.execute(tx)
}
