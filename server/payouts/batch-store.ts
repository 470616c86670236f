// Payout batches and their approvals in the database.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { ApprovalDemand, FrozenTier } from '@paywages/domain/approvals/policy.ts'
import type { Day, Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { COUNTING_NOW, type TaxCounting } from '@paywages/domain/tax/counted-history.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { VatBearer } from '@paywages/domain/tax/vat-bearer.ts'
import type { SheetReading } from '@paywages/wire/payouts/sheet-notes.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { Tables } from '../adapters/postgres/tables.ts'
import { type DayMove, moveDays } from './day-store.ts'
import type { SealedBatch } from './seal-row.ts'
import { kindsByBit, levelMaskOfRow, type WarningMasks } from './warning-sql.ts'

export type BatchRecord = {
  readonly batchId: number
  readonly batchNo: string
  readonly providerId: number
  readonly providerName: string
  readonly fileName: string
  readonly fileSize: number
  readonly uploadedAt: Date
  readonly uploader: string
  readonly uploaderName: string
  readonly status: BatchStatus
  readonly withdrawn: boolean
  readonly serviceRate: number
  readonly withholdsTax: boolean
  readonly taxMethod: 'cumulative' | 'per-payment'
  readonly gapRule: GapRule
  readonly vatBearer: VatBearer
  /** False where it was approved before the rule could be named. */
  readonly gapRuleNamed: boolean
  /** What its start counted with its payments; of no meaning before. */
  readonly taxCounting: TaxCounting
  readonly rowCount: number
  /** Where its rows lie in the primary key; null where an earlier release stored them. */
  readonly firstRowId: number | null
  readonly lastRowId: number | null
  /** Of the rows still to be paid, as are the next four. */
  readonly peopleCount: number
  readonly unsignedCount: number
  readonly warnedCount: number
  readonly warningCounts: Readonly<Record<string, number>>
  /** Null where an earlier release counted. */
  readonly warningMasks: WarningMasks | null
  readonly taxFen: Fen
  /** Withheld as VAT, where the person bears it. */
  readonly vatFen: Fen
  readonly payableCount: number
  readonly cancelledCount: number
  readonly grossFen: Fen
  readonly feeFen: Fen
  readonly succeededCount: number
  readonly failedCount: number
  readonly succeededFen: Fen
  readonly failedFen: Fen
  readonly cancelledFen: Fen
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** What was left out of its sheet; null where nothing was. */
  readonly sheetReading: SheetReading | null
} & ApprovalDemand

/** As it is stored: fen as text. */
type StoredTier = Omit<FrozenTier, 'fromFen'> & { readonly fromFen: string }

type BatchQuery = SelectQueryBuilder<Tables & { b: Tables['payout_batches'] }, 'b', object>

function batches(tx: Tx): BatchQuery {
  return tx.selectFrom('payout_batches as b') as unknown as BatchQuery
}

function withColumns(query: BatchQuery) {
  return query
    .innerJoin('provider_names as p', 'p.provider_id', 'b.provider_id')
    .innerJoin('account_names as i', 'i.account_id', 'b.uploader_id')
    .select([
      ...numberColumns('b', ['batch_id']),
      'b.batch_no as batchNo',
      'b.provider_id as providerId',
      'p.name as providerName',
      'b.file_name as fileName',
      ...numberColumns('b', ['file_size']),
      ...numberColumns<number | null, 'first_row_id' | 'last_row_id'>('b', ['first_row_id', 'last_row_id']),
      'b.uploaded_at as uploadedAt',
      'i.account as uploader',
      'i.real_name as uploaderName',
      sql<BatchStatus>`b.status`.as('status'),
      ...camelColumns('b', ['withdrawn', 'service_rate', 'withholds_tax']),
      sql<'cumulative' | 'per-payment'>`b.tax_method`.as('taxMethod'),
      sql<GapRule>`b.gap_rule`.as('gapRule'),
      sql<TaxCounting>`b.tax_counting`.as('taxCounting'),
      sql<VatBearer>`b.vat_bearer`.as('vatBearer'),
      ...camelColumns('b', ['gap_rule_named', 'row_count', 'people_count', 'unsigned_count', 'warned_count']),
      sql<Record<string, number>>`b.warning_counts`.as('warningCounts'),
      sql<WarningMasks | null>`b.warning_masks`.as('warningMasks'),
      sql<SheetReading | null>`b.sheet_reading`.as('sheetReading'),
      ...camelColumns('b', [
        'tax_fen',
        'vat_fen',
        'payable_count',
        'cancelled_count',
        'gross_fen',
        'fee_fen',
        'succeeded_count',
        'failed_count',
        'succeeded_fen',
        'failed_fen',
        'cancelled_fen',
        'started_at',
        'ended_at',
      ]),
      ...camelColumns('b', ['reviewers_needed', 'manager_reviews', 'batch_ceiling_fen', 'day_ceiling_fen']),
      sql<StoredTier | null>`b.approval_tier`.as('storedTier'),
    ])
}

export async function findBatch(
  tx: Tx,
  scope: Scope,
  batchId: number,
  lock?: 'lock',
): Promise<BatchRecord | undefined> {
  const found = withColumns(
    batches(tx).where('b.batch_id', '=', BigInt(batchId)).where(inScope(scope, 'b.provider_id')),
  )
  const row = await (lock ? found.forUpdate('b') : found).executeTakeFirst()
  if (row === undefined) return undefined
  const { storedTier, ...batch } = row
  return { ...batch, tier: storedTier && { ...storedTier, fromFen: BigInt(storedTier.fromFen) } }
}

export const BATCH_RECORDS: OwnedRecords = { table: 'payout_batches', id: 'batch_id' }

/** The newest batch of this very file content that was not rejected (D14). */
export async function findLiveDuplicate(
  tx: Tx,
  providerId: number,
  sha256: string,
): Promise<string | undefined> {
  const row = await batches(tx)
    .where('b.provider_id', '=', providerId)
    .where('b.file_sha256', '=', sha256)
    .where('b.status', 'not in', ['audit-rejected', 'review-rejected'])
    .select('b.batch_no')
    .orderBy('b.batch_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.batch_no
}

/** Two uploads of one file at once: the second waits, and then finds the first. */
export async function lockContent(tx: Tx, providerId: number, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId}/${sha256}`}, 2))`.execute(tx)
}

/** Drawn before the rows are sealed, as seals name their batch. */
export async function nextBatchId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_batch_id()::float8 as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the database drew no id')
  return row.id
}

export type NewBatch = Pick<
  BatchRecord,
  | 'batchNo'
  | 'providerId'
  | 'fileName'
  | 'fileSize'
  | 'uploadedAt'
  | 'serviceRate'
  | 'withholdsTax'
  | 'taxMethod'
  | 'gapRule'
  | 'vatBearer'
  | 'rowCount'
  | 'peopleCount'
  | 'unsignedCount'
  | 'warnedCount'
  | 'warningCounts'
  | 'warningMasks'
  | 'taxFen'
  | 'grossFen'
  | 'feeFen'
  | 'sheetReading'
> &
  ApprovalDemand &
  SealedBatch & {
    readonly firstRowId: number
    readonly lastRowId: number
    readonly platformId: number
    readonly uploaderId: number
    readonly sha256: string
    /** The last day on which nobody in the sheet is too old. */
    readonly ageGoodUntil: Day
  }

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx
    .insertInto('payout_batches')
    .values({
      batch_id: BigInt(batch.batchId),
      data_key: batch.dataKey,
      data_key_id: batch.dataKeyId,
      first_row_id: BigInt(batch.firstRowId),
      last_row_id: BigInt(batch.lastRowId),
      batch_no: batch.batchNo,
      provider_id: batch.providerId,
      platform_id: batch.platformId,
      uploader_id: batch.uploaderId,
      uploaded_at: batch.uploadedAt,
      file_name: batch.fileName,
      file_size: BigInt(batch.fileSize),
      file_sha256: batch.sha256,
      status: 'auditing',
      service_rate: batch.serviceRate,
      withholds_tax: batch.withholdsTax,
      tax_method: batch.taxMethod,
      gap_rule: batch.gapRule,
      vat_bearer: batch.vatBearer,
      row_count: batch.rowCount,
      people_count: batch.peopleCount,
      unsigned_count: batch.unsignedCount,
      warned_count: batch.warnedCount,
      warning_counts: JSON.stringify(batch.warningCounts),
      warning_masks: JSON.stringify(batch.warningMasks),
      tax_fen: batch.taxFen,
      payable_count: batch.rowCount,
      gross_fen: batch.grossFen,
      fee_fen: batch.feeFen,
      age_good_until: batch.ageGoodUntil,
      sheet_reading: batch.sheetReading === null ? null : JSON.stringify(batch.sheetReading),
      reviewers_needed: batch.reviewersNeeded,
      manager_reviews: batch.managerReviews,
      batch_ceiling_fen: batch.batchCeilingFen,
      day_ceiling_fen: batch.dayCeilingFen,
      approval_tier: batch.tier && JSON.stringify({ ...batch.tier, fromFen: String(batch.tier.fromFen) }),
    })
    .execute()
}

export async function setBatchStatus(
  tx: Tx,
  batchId: number,
  status: BatchStatus,
  withdrawn: boolean,
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ status, withdrawn })
    .where('batch_id', '=', BigInt(batchId))
    .execute()
}

/** Moves a batch's totals by what its rows just changed. */
export async function moveTotals(
  tx: Tx,
  batchId: number,
  by: { cancelled: number; grossFen: Fen; feeFen: Fen },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({
      cancelled_fen: sql`cancelled_fen - ${by.grossFen}`,
      cancelled_count: sql`cancelled_count + ${by.cancelled}`,
      payable_count: sql`payable_count - ${by.cancelled}`,
      gross_fen: sql`gross_fen + ${by.grossFen}`,
      fee_fen: sql`fee_fen + ${by.feeFen}`,
    })
    .where('batch_id', '=', BigInt(batchId))
    .execute()
}

/** Counts a batch's payable rows again: after rows were switched, or one of its people signed. */
export async function recountPayable(tx: Tx, batchId: number): Promise<void> {
  await sql`
    with payable as (
      select r.*, known.signed_at from payout_rows r
        left join known_people known on known.provider_id = r.provider_id and known.id_hash = r.id_hash
      where r.batch_id = ${BigInt(batchId)} and not r.cancelled
    ), kinds as (
      select k.kind, count(*)::int as count from payable r join ${kindsByBit()} k on r.warning_mask & k.bit <> 0 group by 1
    ), masks as (
      select ${levelMaskOfRow()} as mask, count(*)::int as count from payable r where r.warning_mask <> 0 group by 1
    )
    update payout_batches b set people_count = c.people, unsigned_count = c.unsigned, warned_count = c.warned, tax_fen = c.tax,
      warning_counts = coalesce((select jsonb_object_agg(kind, count) from kinds), '{}'),
      warning_masks = coalesce((select jsonb_object_agg(mask, count) from masks), '{}')
    from (select count(distinct id_hash)::int as people, count(distinct id_hash) filter (where signed_at is null)::int as unsigned,
        count(*) filter (where warning_mask <> 0)::int as warned, coalesce(sum(tax_fen), 0)::bigint as tax from payable) c
    where b.batch_id = ${BigInt(batchId)}`.execute(tx)
}

/** The batch pays from this moment on; what the start refused has failed already. */
export async function markStarted(
  tx: Tx,
  batchId: number,
  start: { at: Date; month: Month; limitFen: Fen; refusedCount: number; refusedFen: Fen; taxFen: Fen },
): Promise<void> {
  await sql`
    update payout_batches b set status = 'transferring', started_at = ${start.at}, payment_month = ${start.month}, limit_fen = ${start.limitFen},
      failed_count = ${start.refusedCount}, failed_fen = ${start.refusedFen},
      tax_fen = ${start.taxFen}, tax_counting = ${COUNTING_NOW},
      ended_at = case when ${start.refusedCount} = b.payable_count then ${start.at}::timestamptz end
    where b.batch_id = ${BigInt(batchId)}`.execute(tx)
}

export type EndCounts = {
  readonly succeeded: number
  readonly failed: number
  readonly paidFen: Fen
  readonly paidFeeFen: Fen
  readonly paidTaxFen: Fen
  readonly failedFen: Fen
}

/** Moves a batch's counts by what its transfers just came to; it has ended when nothing is open any more. */
const endCounts = (batchId: bigint, by: EndCounts, now: Date) => sql`
  update payout_batches set succeeded_count = succeeded_count + ${by.succeeded}, failed_count = failed_count + ${by.failed},
    succeeded_fen = succeeded_fen + ${by.paidFen}, succeeded_fee_fen = succeeded_fee_fen + ${by.paidFeeFen},
    succeeded_tax_fen = succeeded_tax_fen + ${by.paidTaxFen}, failed_fen = failed_fen + ${by.failedFen}, succeeded_people = null, failed_people = null,
    ended_at = case when succeeded_count + failed_count + ${by.succeeded + by.failed} = payable_count then coalesce(ended_at, ${now}) end
  where batch_id = ${batchId}`

export async function moveEndCounts(tx: Tx, batchId: bigint, by: EndCounts, now: Date): Promise<void> {
  await endCounts(batchId, by, now).execute(tx)
}

/** The same of one batch behind the counts of its days, in one statement: whoever settles the same waits from here to the commit. */
export async function moveDaysAndEndCounts(
  tx: Tx,
  days: readonly DayMove[],
  batchId: bigint,
  by: EndCounts,
  now: Date,
): Promise<void> {
  await moveDays(tx, days, endCounts(batchId, by, now))
}
