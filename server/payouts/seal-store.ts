// The seals of a batch's rows as they are stored, in pieces.

import type { Tx } from '../adapters/postgres/database.ts'
import type { RowRange } from './row-range-store.ts'

export type StoredSeal = {
  readonly rowId: bigint
  readonly rowNumber: number
  readonly seal: Buffer | null
  /** The form of earlier releases. */
  readonly sealed: string | null
}

/** Of rows that were not cancelled, in the order of their ids. */
export async function sealsAfter(
  tx: Tx,
  batchId: bigint,
  { first, last }: RowRange,
  limit: number,
): Promise<StoredSeal[]> {
  return tx
    .selectFrom('payout_rows')
    .where('row_id', '>=', first)
    .where('row_id', '<=', last)
    .where('batch_id', '=', batchId)
    .where('cancelled', '=', false)
    .select(['row_id as rowId', 'row_number as rowNumber', 'seal', 'sealed'])
    .orderBy('row_id')
    .limit(limit)
    .execute()
}
