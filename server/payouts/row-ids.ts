// Where the rows of a batch lie in the primary key.

import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'

/** The same batch restored twice bears the same ids. Rows of earlier releases have ids of their own. */
export function rowIdOf(batchId: number, rowNumber: number): number {
  if (rowNumber < 1 || rowNumber > ROWS_A_BATCH) throw new RangeError(`no sheet has a row ${rowNumber}`)
  return batchId * ROWS_A_BATCH + rowNumber
}
