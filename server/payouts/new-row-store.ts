// Stores the rows of a sheet by binary COPY, once, in the order of its pieces.

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import { copyBinary } from '../adapters/postgres/binary-copy.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { NEW_ROW_COLUMNS } from './row-copy-form.ts'
import { rowIdOf } from './row-ids.ts'

/** Rows go to the database as their pieces come. */
export function insertRows(tx: Tx, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
  return copyBinary(tx, 'payout_rows', NEW_ROW_COLUMNS, pieces)
}

/** Of people whose ID numbers follow one another, each row with the first of its run. */
export async function markConsecutiveIds(
  tx: Tx,
  batchId: number,
  rows: readonly { readonly rowNumber: number; readonly from: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const rowIds = rows.map(({ rowNumber }) => BigInt(rowIdOf(batchId, rowNumber)))
  await sql`
    update payout_rows r set warning_mask = r.warning_mask | ${sql.lit(WARNING_BITS['ids-consecutive'])},
      warning_abouts = coalesce(r.warning_abouts, '{}') || jsonb_build_object('ids-consecutive', w.first::text)
    from unnest(${rowIds}::bigint[], ${rows.map(({ from }) => from)}::int[]) w (row_id, first)
    where r.row_id = w.row_id`.execute(tx)
}

/** Of rows that were stored before a later one showed that their card is shared. */
export async function markShared(tx: Tx, batchId: number, rowNumbers: readonly number[]): Promise<void> {
  if (rowNumbers.length === 0) return
  const rowIds = rowNumbers.map((rowNumber) => BigInt(rowIdOf(batchId, rowNumber)))
  await sql`
    update payout_rows set warning_mask = warning_mask | ${sql.lit(WARNING_BITS['card-shared'])}
    where row_id = any(${rowIds}::bigint[])`.execute(tx)
}
