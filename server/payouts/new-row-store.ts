// Stores the rows of a sheet by binary COPY, once, in the order of its pieces.

import { sql } from 'kysely'
import { copyBinary } from '../adapters/postgres/binary-copy.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { ChangedWarnings } from './judged-sheet.ts'
import { NEW_ROW_COLUMNS } from './row-copy-form.ts'
import { rowIdOf } from './row-ids.ts'

/** Rows go to the database as their pieces come. */
export function insertRows(tx: Tx, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  return copyBinary(tx, 'payout_rows', NEW_ROW_COLUMNS, pieces)
}

/** Of rows that were stored before the sheet was read to its end. */
export async function updateWarnings(
  tx: Tx,
  batchId: number,
  changed: readonly ChangedWarnings[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update payout_rows r set warnings = w.warnings::jsonb
    from unnest(${changed.map((row) => BigInt(rowIdOf(batchId, row.rowNumber)))}::bigint[],
      ${changed.map((row) => JSON.stringify(row.warnings))}::text[]) w(row_id, warnings) where r.row_id = w.row_id`.execute(
    tx,
  )
}
