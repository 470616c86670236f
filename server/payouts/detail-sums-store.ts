// The money of payouts that are under way: of running batches by what these keep, of people row by row.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { everyOf } from '../adapters/postgres/list-page.ts'
import { conditions, type DetailFilter, isByPerson } from './detail-store.ts'

export async function processingFen(tx: Tx, filter: DetailFilter): Promise<Fen> {
  const { scope, providerId, from, to, status } = filter
  if (status !== undefined && status !== 'processing') return 0n
  if (isByPerson(filter)) return sumOf(tx, filter)
  // Until they have their result, the rows of a batch stand at the moment of its start (D23).
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(b.gross_fen - b.succeeded_fen - b.failed_fen), 0)::bigint as fen from payout_batches b
    where ${everyOf([
      sql`b.status = 'transferring' and b.ended_at is null`,
      inScope(scope, 'b.provider_id'),
      providerId !== undefined && sql`b.provider_id = ${providerId}`,
      from !== undefined && sql`b.started_at >= ${from}`,
      to !== undefined && sql`b.started_at < ${to}`,
    ])}`.execute(tx)
  return rows[0]?.fen ?? 0n
}

async function sumOf(tx: Tx, filter: DetailFilter): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(r.amount_fen), 0)::bigint as fen from payout_lines r
    where ${conditions({ ...filter, status: 'processing' })}`.execute(tx)
  return rows[0]?.fen ?? 0n
}
