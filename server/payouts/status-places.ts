// Where the rows of a page lie that asks for one status alone: counted by the batch's own counts, and found from the nearer end without their columns.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import type { BatchRecord } from './batch-store.ts'

/** A batch whose ids have no gaps: nothing of another batch lies between them. */
export type CountedBatch = Pick<
  BatchRecord,
  'rowCount' | 'payableCount' | 'cancelledCount' | 'succeededCount' | 'failedCount' | 'startedAt'
> & { readonly firstRowId: number; readonly lastRowId: number }

export type FoundPlaces = { readonly ids: readonly bigint[]; readonly count: number }

export async function statusPlaces(
  tx: Tx,
  batch: CountedBatch,
  status: RowStatus,
  { index, size }: Page,
): Promise<FoundPlaces> {
  const count = countOf(batch, status)
  const skipped = index * size
  const length = Math.max(0, Math.min(size, count - skipped))
  const { firstRowId, lastRowId } = batch
  if (length === 0) return { ids: [], count }
  if (count === batch.rowCount) return { ids: idsFrom(firstRowId + skipped, length), count }
  const backwards = skipped > count / 2
  const { rows } = await sql<{ row_id: bigint }>`
    select r.row_id from ${rowsWith(batch, status)} and r.row_id between ${BigInt(firstRowId)} and ${BigInt(lastRowId)}
    order by r.row_id ${backwards ? sql`desc` : sql`asc`} limit ${length} offset ${backwards ? count - skipped - length : skipped}`.execute(
    tx,
  )
  return { ids: rows.map(({ row_id }) => row_id), count }
}

/** Rows that lie one behind the other. */
export function idsFrom(first: number, length: number): bigint[] {
  return Array.from({ length }, (_, place) => BigInt(first + place))
}

function countOf(batch: CountedBatch, status: RowStatus): number {
  const { payableCount, succeededCount, failedCount } = batch
  if (status === 'cancelled') return batch.cancelledCount
  if (batch.startedAt === null) return status === 'processing' ? payableCount : 0
  if (status === 'processing') return payableCount - succeededCount - failedCount
  return status === 'succeeded' ? succeededCount : failedCount
}

/** Once a batch is started, what becomes of its rows stands beside them in a narrow table; cancelled rows are not there. */
function rowsWith({ startedAt }: CountedBatch, status: RowStatus): RawBuilder<unknown> {
  if (status === 'cancelled') return sql`payout_rows r where r.cancelled`
  if (startedAt === null) return sql`payout_rows r where not r.cancelled`
  return sql`row_outcomes r where r.status = ${status}`
}
