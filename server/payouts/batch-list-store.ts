// The list of payout batches: the columns that it shows, newest first, and how many there are.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import { countSummed, everyOf, type Page } from '../adapters/postgres/list-page.ts'
import { orderOf } from '../adapters/postgres/sort-order.ts'
import type { BatchRecord } from './batch-store.ts'

export type ListedBatch = Pick<
  BatchRecord,
  | 'batchId'
  | 'batchNo'
  | 'providerId'
  | 'providerName'
  | 'fileName'
  | 'fileSize'
  | 'uploadedAt'
  | 'uploader'
  | 'uploaderName'
  | 'status'
  | 'withdrawn'
  | 'peopleCount'
  | 'unsignedCount'
  | 'payableCount'
  | 'cancelledCount'
  | 'grossFen'
  | 'succeededCount'
  | 'failedCount'
  | 'reviewersNeeded'
  | 'managerReviews'
> & {
  readonly reviewsDone: number
  /** When it starts by itself; null where it does not. */
  readonly dueAt: Date | null
}

export type BatchFilter = {
  readonly providerId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly status?: BatchStatus | undefined
  readonly fileName?: string | undefined
}

export type BatchSort = Sort<'uploadedAt' | 'fileName' | 'grossFen' | 'status'>

/** Of a page that was found before: names are looked up for its rows alone. In one piece: taking thirty columns apart and together again took longer than reading them. */
const SHOWN = sql`
  select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.provider_id as "providerId", p.name as "providerName",
    b.file_name as "fileName", b.file_size::float8 as "fileSize", b.uploaded_at as "uploadedAt", i.account as uploader,
    i.real_name as "uploaderName", b.status, b.withdrawn, b.people_count as "peopleCount", b.unsigned_count as "unsignedCount",
    b.payable_count as "payableCount", b.cancelled_count as "cancelledCount", b.gross_fen as "grossFen", b.succeeded_count as "succeededCount", b.failed_count as "failedCount",
    b.reviewers_needed as "reviewersNeeded", b.manager_reviews as "managerReviews",
    case when b.status = 'reviewing' and b.reviewers_needed > 1 then (
      select count(distinct a.account_id)::int from payout_approvals a where a.batch_id = b.batch_id and a.step = 'review' and a.passed)
      else 0 end as "reviewsDone",
    case when b.status = 'ready' then (
      select s.due_at from payout_schedules s where s.batch_id = b.batch_id and s.state = 'waiting') end as "dueAt"
  from page join payout_batches b on b.batch_id = page.batch_id join provider_names p on p.provider_id = b.provider_id join account_names i on i.account_id = b.uploader_id`
const ORDERS = {
  columns: {
    uploadedAt: sql`b.uploaded_at`,
    fileName: sql`b.file_name`,
    grossFen: sql`b.gross_fen`,
    /** As a batch goes through them. */
    status: sql`array_position(array['auditing', 'reviewing', 'ready', 'transferring', 'audit-rejected', 'review-rejected'], b.status)`,
  },
  tie: sql`b.batch_id`,
  usual: { by: 'uploadedAt', descending: true },
} as const
const NEWEST_FIRST = orderOf(ORDERS)

export async function listBatches(
  tx: Tx,
  scope: Scope,
  filter: BatchFilter,
  page: Page,
  sort?: BatchSort,
): Promise<{ rows: ListedBatch[]; count: number; beside: { sumFen: bigint } }> {
  const { providerId, from, to, status, fileName } = filter
  const found = everyOf([
    inScope(scope, 'b.provider_id'),
    providerId !== undefined && sql`b.provider_id = ${providerId}`,
    from !== undefined && sql`b.uploaded_at >= ${from}`,
    to !== undefined && sql`b.uploaded_at < ${to}`,
    status !== undefined && sql`b.status = ${status}`,
    fileName && sql`b.file_name ilike ${containing(fileName)}`,
  ])
  const order = orderOf(ORDERS, sort)
  const [{ rows }, { count, sumFen }] = await Promise.all([
    showPage(sql`where ${found} ${order} limit ${page.size} offset ${page.index * page.size}`, order).execute(
      tx,
    ),
    countSummed(tx, sql`from payout_batches b where ${found}`, sql`b.gross_fen`),
  ])
  return { rows, count, beside: { sumFen } }
}

function showPage(page: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<ListedBatch> {
  return sql<ListedBatch>`with page as materialized (select b.batch_id from payout_batches b ${page}) ${SHOWN} ${order}`
}

/** Without a count, which a glance does not need. */
export async function newestBatches(tx: Tx, scope: Scope, limit: number): Promise<ListedBatch[]> {
  const { rows } = await showPage(
    sql`where ${inScope(scope, 'b.provider_id')} ${NEWEST_FIRST} limit ${limit}`,
    NEWEST_FIRST,
  ).execute(tx)
  return rows
}
