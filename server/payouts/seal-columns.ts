// The seal of a payout row as a query gives it, and where the rows of a batch lie in the primary key.

import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'
import { sql } from 'kysely'

/** Of the row `r`, in either form, as `openRow` takes it. */
export const SEALED = sql<string>`(select sealed_value(r.batch_id, r.row_number, r.sealed, r.seal, k.data_key, k.data_key_id)
  from payout_batches k where k.batch_id = r.batch_id)`

/** The same batch restored twice bears the same ids. Rows of earlier releases have ids of their own. */
export function rowIdOf(batchId: number, rowNumber: number): number {
  if (rowNumber < 1 || rowNumber > ROWS_A_BATCH) throw new RangeError(`no sheet has a row ${rowNumber}`)
  return batchId * ROWS_A_BATCH + rowNumber
}
