// Batches that wait for someone, and those whose failures nobody has followed yet: what the workbench asks of the payouts.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchHistory, BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

/** Nobody works through more at a time; a company with more of them open has other worries. */
const MAX_OPEN = 500

export type OpenBatch = {
  readonly batchId: number
  readonly providerId: number
  readonly fileName: string
  readonly status: BatchStatus
  readonly payableCount: number
  readonly peopleCount: number
  readonly warnedCount: number
  readonly grossFen: Fen
  readonly history: BatchHistory
  readonly reviewersNeeded: number
  readonly managerReviews: boolean
  /** Who took the last step, and when: since then it waits. */
  readonly byName: string
  readonly since: Date
  /** When it starts by itself. */
  readonly dueAt: Date | null
}

/** Satisfies the rules' BatchState; those that have waited longest come first. */
export async function openBatches(tx: Tx, providerId: number): Promise<OpenBatch[]> {
  const { rows } = await sql<OpenBatch>`
    select b.batch_id::float8 as "batchId", b.provider_id as "providerId", b.file_name as "fileName", b.status,
      b.payable_count as "payableCount", b.people_count as "peopleCount", b.warned_count as "warnedCount", b.gross_fen as "grossFen",
      b.reviewers_needed as "reviewersNeeded", b.manager_reviews as "managerReviews", h.history, coalesce(nullif(n.real_name, ''), n.account) as "byName", l.at as since, ${DUE} as "dueAt"
    from payout_batches b
      join lateral (
        select jsonb_agg(jsonb_build_object('step', a.step, 'accountId', a.account_id, 'passed', a.passed, 'asManager', a.as_manager) order by a.approval_id) as history
        from payout_approvals a where a.batch_id = b.batch_id and a.step <> 'reseal') h on true
      join lateral (${LAST_STEP}) l on true
      join account_names n on n.account_id = l.account_id
    where b.provider_id = ${providerId} and ${OPEN}
    order by l.at limit ${MAX_OPEN}`.execute(tx)
  return rows
}

const DUE = sql`(select s.due_at from payout_schedules s where s.batch_id = b.batch_id and s.state = 'waiting')`
const OPEN = sql`b.status in ('auditing', 'reviewing', 'ready')`
const LAST_STEP = sql`
  select a.account_id, a.at from payout_approvals a
  where a.batch_id = b.batch_id and a.step <> 'reseal' order by a.approval_id desc limit 1`

export type HangingBatches = {
  readonly providerId: number
  readonly providerName: string
  readonly status: BatchStatus
  readonly count: number
  readonly grossFen: Fen
  readonly since: Date
}

/** What has waited since before then and does not start by itself, by company and state, the longest wait first. */
export async function hangingBatches(
  tx: Tx,
  scope: Scope,
  before: Date,
  limit: number,
): Promise<HangingBatches[]> {
  const { rows } = await sql<HangingBatches>`
    select b.provider_id as "providerId", p.name as "providerName", b.status, count(*)::int as count,
      sum(b.gross_fen)::bigint as "grossFen", min(l.at) as since
    from payout_batches b join provider_names p on p.provider_id = b.provider_id join lateral (${LAST_STEP}) l on true
    where ${inScope(scope, 'b.provider_id')} and ${OPEN} and l.at < ${before} and ${DUE} is null
    group by 1, 2, 3 order by since limit ${limit}`.execute(tx)
  return rows
}

export type BatchFailures = {
  readonly batchId: number
  readonly fileName: string
  readonly count: number
  readonly amountFen: Fen
  readonly startedAt: Date
  /** The most frequent first. */
  readonly reasons: { readonly reason: string; readonly count: number }[]
}

/** Failed and returned rows of batches started since then that no living copy pays again (D40). */
export async function unfollowedFailures(
  tx: Tx,
  providerId: number,
  startedSince: Date,
): Promise<BatchFailures[]> {
  const { rows } = await sql<BatchFailures>`
    with failed as (
      select b.batch_id, r.error, count(*)::int as count, sum(r.amount_fen)::bigint as fen
      from payout_batches b join payout_lines r on r.batch_id = b.batch_id and r.status = 'failed'
      where b.provider_id = ${providerId} and b.status = 'transferring' and b.started_at >= ${startedSince} and b.failed_count > 0
        and not exists (
          select 1 from payout_rows c join payout_batches cb on cb.batch_id = c.batch_id
          where c.copy_of = r.row_id and not c.cancelled and cb.status not in ('audit-rejected', 'review-rejected'))
      group by 1, 2)
    select b.batch_id::float8 as "batchId", b.file_name as "fileName", b.started_at as "startedAt",
      f.count, f.fen as "amountFen", f.reasons
    from (
      select batch_id, sum(count)::int as count, sum(fen)::bigint as fen,
        jsonb_agg(jsonb_build_object('reason', error, 'count', count) order by count desc, error) as reasons
      from failed group by 1) f join payout_batches b on b.batch_id = f.batch_id
    order by b.started_at`.execute(tx)
  return rows
}

/** How far a company has come with its payouts: anything uploaded yet, anything approved by both. */
export async function firstPayouts(
  tx: Tx,
  providerId: number,
): Promise<{ readonly uploaded: boolean; readonly approved: boolean }> {
  const { rows } = await sql<{ uploaded: boolean; approved: boolean }>`
    select exists (select 1 from payout_batches where provider_id = ${providerId}) as uploaded,
      exists (select 1 from payout_batches where provider_id = ${providerId} and status in ('ready', 'transferring')) as approved`.execute(
    tx,
  )
  return rows[0] ?? { uploaded: false, approved: false }
}
