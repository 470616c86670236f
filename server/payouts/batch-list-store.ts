// The list of payout batches: the columns that it shows, newest first, and how many there are.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { everyOf, type Page, readPage } from '../adapters/postgres/list-page.ts'
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
  | 'grossFen'
  | 'succeededCount'
  | 'failedCount'
>

export type BatchFilter = {
  readonly providerId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** In one piece: taking thirty columns apart and together again took longer than reading them. */
const SHOWN = sql`
  select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.provider_id as "providerId", p.name as "providerName",
    b.file_name as "fileName", b.file_size::float8 as "fileSize", b.uploaded_at as "uploadedAt", i.account as uploader,
    i.real_name as "uploaderName", b.status, b.withdrawn, b.people_count as "peopleCount", b.unsigned_count as "unsignedCount",
    b.payable_count as "payableCount", b.gross_fen as "grossFen", b.succeeded_count as "succeededCount", b.failed_count as "failedCount"
  from payout_batches b join provider_names p on p.provider_id = b.provider_id join account_names i on i.account_id = b.uploader_id`
const NEWEST_FIRST = sql`order by b.uploaded_at desc, b.batch_id desc`

export async function listBatches(
  tx: Tx,
  scope: Scope,
  filter: BatchFilter,
  page: Page,
): Promise<{ rows: ListedBatch[]; count: number }> {
  const { providerId, from, to } = filter
  const found = everyOf([
    inScope(scope, 'b.provider_id'),
    providerId !== undefined && sql`b.provider_id = ${providerId}`,
    from !== undefined && sql`b.uploaded_at >= ${from}`,
    to !== undefined && sql`b.uploaded_at < ${to}`,
  ])
  return readPage(
    tx,
    sql<ListedBatch>`${SHOWN} where ${found} ${NEWEST_FIRST}`,
    sql`from payout_batches b where ${found}`,
    page,
  )
}

/** Without a count, which a glance does not need. */
export async function newestBatches(tx: Tx, scope: Scope, limit: number): Promise<ListedBatch[]> {
  const { rows } = await sql<ListedBatch>`
    ${SHOWN} where ${inScope(scope, 'b.provider_id')} ${NEWEST_FIRST} limit ${limit}`.execute(tx)
  return rows
}
