// Where the rows of a batch lie in the primary key (ADR 41).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type RowRange = { readonly first: bigint; readonly last: bigint }

/** Where the rows of a batch lie in the primary key; of earlier releases others may lie between. */
export async function rowRangeOf(tx: Tx, batchId: bigint): Promise<RowRange> {
  return tx
    .selectFrom('payout_batches')
    .where('batch_id', '=', batchId)
    .select([
      sql<bigint>`coalesce(first_row_id, 0)`.as('first'),
      sql<bigint>`coalesce(last_row_id, 0)`.as('last'),
    ])
    .executeTakeFirstOrThrow()
}
