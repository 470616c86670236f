// Two people stand behind every batch, and what they approved is what is there (I4).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { lastContentHash } from '../payouts/approval-store.ts'
import { isApproved } from '../payouts/content-hash.ts'
import { looksAtBatch } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

/** Whoever reviewed neither uploaded nor audited, and no batch is further than its approvals. */
export const approversDiffer: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ batchNo: string; what: string }>`
    with steps as (
      select batch_id, bool_or(step = 'audit' and passed) as audited, bool_or(step = 'review' and passed) as reviewed,
        bool_or(step = 'start' and passed) as started from payout_approvals where ${looksAtBatch(extent, 'batch_id')} group by 1
    )
    select b.batch_no as "batchNo", 'stands at ' || b.status || ' without its approvals' as what
    from payout_batches b left join steps s using (batch_id)
    where ${looksAtBatch(extent, 'b.batch_id')} and ((b.status = 'reviewing' and s.audited is not true)
      or (b.status = 'ready' and (s.audited and s.reviewed) is not true)
      or (b.status = 'transferring' and (s.audited and s.reviewed and s.started) is not true))
    union all
    select b.batch_no, 'was reviewed by one who uploaded or audited it'
    from payout_batches b where ${looksAtBatch(extent, 'b.batch_id')} and exists (
      select 1 from payout_approvals r join payout_approvals p on p.batch_id = r.batch_id and p.account_id = r.account_id
      where r.batch_id = b.batch_id and r.step = 'review' and p.step in ('upload', 'audit'))
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo, what }) => ({ invariant: 'I4', what: `batch ${batchNo} ${what}` }))
}

/** A batch that may start or has started had the reviewers that its frozen tier demands, a manager among them where it says so (ADR 69). */
export const reviewsAreComplete: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ batchNo: string; needed: number; done: number; managerMissing: boolean }>`
    select b.batch_no as "batchNo", b.reviewers_needed as needed, r.done, b.manager_reviews and not r.manager as "managerMissing"
    from payout_batches b cross join lateral (
      select count(distinct a.account_id)::int as done, coalesce(bool_or(a.as_manager and exists (
        select from audit_entries e where e.provider_id = b.provider_id and e.at = a.at and e.action = 'review-batch'
          and e.object_id = b.batch_id::text and (e.after->>'asManager')::boolean)), false) as manager
      from payout_approvals a where a.batch_id = b.batch_id and a.step = 'review' and a.passed) r
    where b.status in ('ready', 'transferring') and ${looksAtBatch(extent, 'b.batch_id')}
      and (r.done < b.reviewers_needed or (b.manager_reviews and not r.manager))
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo, needed, done, managerMissing }) => ({
    invariant: 'I4',
    what: managerMissing
      ? `batch ${batchNo} was not reviewed by a manager, as its tier demands`
      : `batch ${batchNo} was reviewed by ${done} of ${needed}`,
  }))
}

/** What differs from its approval is not sent, and people are called (D17). */
export const nothingIsPaused: InvariantCheck = async (tx) => {
  const { rows } = await sql<{ batchNo: string }>`
    select b.batch_no as "batchNo" from transfer_queues q join payout_batches b using (batch_id)
    where q.paused_at is not null limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo }) => ({
    invariant: 'I4',
    what: `batch ${batchNo} is paused: what it would send is not what was approved`,
  }))
}

/** Ids of rows are drawn with their batch: one outside of its batch's range was put there from another (ADR 41). */
export const rowsStandWithTheirBatch: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ batchNo: string; rowId: bigint }>`
    select b.batch_no as "batchNo", r.row_id as "rowId" from payout_batches b join payout_rows r using (batch_id)
    where ${looksAtBatch(extent, 'r.batch_id')} and (r.row_id between b.first_row_id and b.last_row_id) is not true
    limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ batchNo, rowId }) => ({
    invariant: 'I4',
    what: `batch ${batchNo} has the row ${rowId}, which was not uploaded with it`,
  }))
}

type Terms = Parameters<typeof isApproved>[2] & { readonly batchNo: string }

/** Recomputes the keyed hash of every batch that someone approved. */
export async function contentsAreApproved(services: Services, tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Terms>`
    select batch_id::float8 as "batchId", batch_no as "batchNo", provider_id as "providerId", service_rate as "serviceRate",
      withholds_tax as "withholdsTax", tax_method as "taxMethod", gap_rule as "gapRule",
      gap_rule_named as "gapRuleNamed", vat_bearer as "vatBearer",
      reviewers_needed as "reviewersNeeded", manager_reviews as "managerReviews", batch_ceiling_fen as "batchCeilingFen", day_ceiling_fen as "dayCeilingFen"
    from payout_batches where status in ('reviewing', 'ready', 'transferring')`.execute(tx)
  const findings: Finding[] = []
  for (const batch of rows) {
    const last = await lastContentHash(tx, batch.batchId)
    const same = last && (await isApproved(tx, services, batch, last))
    if (!same) findings.push({ invariant: 'I4', what: `batch ${batch.batchNo} is not what was approved` })
    if (findings.length >= MAX_REPORTED) break
  }
  return findings
}
