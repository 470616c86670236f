// Which batches nothing is sent of, because their orders are not what was approved.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { NET } from './reference-store.ts'

/** Tells whether that changed anything. */
export async function setPaused(tx: Tx, batchId: bigint, at: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('transfer_queues')
    .set({ paused_at: at })
    .where('batch_id', '=', batchId)
    .where('paused_at', at === null ? 'is not' : 'is', null)
    .returning('batch_id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function pausedQueues(tx: Tx): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('transfer_queues')
    .where('paused_at', 'is not', null)
    .select('batch_id')
    .execute()
  return rows.map((row) => row.batch_id)
}

export type PausedBatch = {
  readonly batchId: number
  readonly fileName: string
  readonly providerName: string
  readonly since: Date
  /** Not ended yet. */
  readonly count: number
  readonly netFen: Fen
}

export async function pausedBatches(tx: Tx, scope: Scope): Promise<PausedBatch[]> {
  const { rows } = await sql<PausedBatch>`
    select q.batch_id::float8 as "batchId", o.file_name as "fileName", p.name as "providerName", q.paused_at as since, open.count, open."netFen"
    from transfer_queues q join batch_origins o on o.batch_id = q.batch_id
      cross join lateral (
        select count(*)::int as count, coalesce(sum(${NET}), 0)::bigint as "netFen", min(t.provider_id) as provider_id
        from transfers t join payout_lines r on r.row_id = t.row_id
        where t.row_id between q.first_row_id and q.last_row_id and t.batch_id = q.batch_id and t.state in ('reserved', 'sending', 'in-doubt', 'manual')) open
      join provider_names p on p.provider_id = open.provider_id
    where q.paused_at is not null and ${inScope(scope, 'p.provider_id')}
    order by q.paused_at limit 50`.execute(tx)
  return rows
}
