// Payout rows in the database.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { type RowWarning, type ShownWarning, VAT_WARNING } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { Tables } from '../adapters/postgres/tables.ts'

export type RowRecord = {
  readonly rowId: number
  readonly rowNumber: number
  readonly status: RowStatus
  readonly name: string
  readonly sealed: string
  readonly bank: string
  readonly amountFen: Fen
  readonly feeFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
  readonly month: string
  readonly remark: string
  readonly warnings: RowWarning[]
  readonly error: string
  readonly paidAt: Date | null
  /** Of its transfer; null where there is none. */
  readonly transferState: TransferState | null
}

/** Where the row brings the person's month above the VAT threshold: what the platform's companies paid already. */
export type VatMark = { readonly platformPaidFen: Fen | null }

/** Where a bank's statement lists the payment of a row; looked up for a page at a time. */
export type ListedAt = {
  readonly statementFileId: string | null
  readonly statementPage: number | null
}

export type RowFilter = {
  readonly name?: string | undefined
  /** Keyed hashes of the phone under every known key. */
  readonly phoneHashes?: readonly string[] | undefined
  readonly status?: RowStatus | undefined
  readonly warning?: ShownWarning | 'any' | undefined
  /** A filter that the whole batch fails. */
  readonly none?: boolean | undefined
}

type RowQuery = SelectQueryBuilder<Tables & { r: Tables['payout_lines'] }, 'r', object>

/** The rows of a batch that a filter finds. */
export function rowsOf(tx: Tx, batchId: number, filter: RowFilter): RowQuery {
  const { warning } = filter
  return (tx.selectFrom('payout_lines as r') as unknown as RowQuery)
    .where('r.batch_id', '=', BigInt(batchId))
    .$if(Boolean(filter.name), (q) => q.where('r.name', 'like', containing(filter.name ?? '')))
    .$if(filter.phoneHashes !== undefined, (q) =>
      q.where(sql<boolean>`r.phone_hash = any(${[...(filter.phoneHashes ?? [])]}::uuid[])`),
    )
    .$if(filter.status !== undefined, (q) => q.where('r.status', '=', filter.status ?? ''))
    .$if(filter.none === true, (q) => q.where(sql<boolean>`false`))
    .$if(warning === 'any', (q) =>
      q.where(sql<boolean>`(r.warnings is not null or r.platform_paid_fen is not null)`),
    )
    .$if(warning === VAT_WARNING, (q) => q.where('r.platform_paid_fen', 'is not', null))
    .$if(warning !== undefined && warning !== 'any' && warning !== VAT_WARNING, (q) =>
      q.where(sql<boolean>`r.warnings @> ${JSON.stringify([{ kind: warning }])}::jsonb`),
    ) as RowQuery
}

function withColumns(query: RowQuery) {
  return query.select([
    ...numberColumns('r', ['row_id']),
    'r.row_number as rowNumber',
    sql<RowStatus>`r.status`.as('status'),
    ...camelColumns('r', ['name', 'bank', 'amount_fen', 'fee_fen', 'tax_fen', 'vat_fen', 'month', 'remark']),
    'r.sealed',
    sql<RowWarning[]>`coalesce(r.warnings, '[]')`.as('warnings'),
    'r.error',
    'r.platform_paid_fen as platformPaidFen',
    'r.paid_at as paidAt',
    sql<TransferState | null>`(select t.state from row_transfer_states t where t.row_id = r.row_id)`.as(
      'transferState',
    ),
  ])
}

/** What a page of a batch's rows needs to know of the batch. */
export type RowsBatch = {
  readonly batchId: number
  readonly rowCount: number
  readonly firstRowId: number | null
  readonly lastRowId: number | null
}

/** Without a filter a page is found by its place, and its count is the batch's: every page costs alike. */
export async function listRows(tx: Tx, batch: RowsBatch, filter: RowFilter, page: Page) {
  const ids = placesOf(batch, filter, page)
  if (ids === undefined) return filteredRows(tx, batch.batchId, filter, page)
  return { rows: await rowsAt(tx, batch.batchId, ids), count: batch.rowCount }
}

/**
 * The ids of a page's rows, where the ids of the batch have no gaps: no row of the sheet was empty, and nothing of another batch lies
 * between. One by one, and not as a range: how many rows lie in a range is asked anew at every call, and planning took longer than reading.
 */
function placesOf(batch: RowsBatch, filter: RowFilter, { index, size }: Page): bigint[] | undefined {
  const { rowCount, firstRowId, lastRowId } = batch
  const isWhole = !filter.name && !filter.none && !filter.phoneHashes && !filter.status && !filter.warning
  if (!isWhole || firstRowId === null || lastRowId === null) return undefined
  if (lastRowId - firstRowId + 1 !== rowCount) return undefined
  const skipped = index * size
  const length = Math.max(0, Math.min(size, rowCount - skipped))
  return Array.from({ length }, (_, place) => BigInt(firstRowId + skipped + place))
}

async function rowsAt(tx: Tx, batchId: number, ids: readonly bigint[]) {
  const asked: Promise<(RowRecord & VatMark)[]> = withColumns(rowsOf(tx, batchId, {}))
    .where(sql<boolean>`r.row_id = any(${[...ids]}::bigint[])`)
    .orderBy('r.row_number')
    .execute()
  const [rows, listed] = await Promise.all([asked, listedAt(tx, ids)])
  return rows.map((row) => ({ ...row, ...(listed.get(row.rowId) ?? UNLISTED) }))
}

/** The page is found before its columns are read: those of earlier pages are asked for nothing but their place. */
async function filteredRows(tx: Tx, batchId: number, filter: RowFilter, page: Page) {
  const [found, { count }] = await Promise.all([
    rowsOf(tx, batchId, filter)
      .select('r.row_id')
      .orderBy('r.row_number')
      .limit(page.size)
      .offset(page.index * page.size)
      .execute(),
    rowsOf(tx, batchId, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ])
  const ids = found.map(({ row_id }) => row_id)
  return { rows: await rowsAt(tx, batchId, ids), count }
}

const UNLISTED: ListedAt = { statementFileId: null, statementPage: null }

async function listedAt(tx: Tx, ids: readonly bigint[]): Promise<Map<number, ListedAt>> {
  const { rows } = await sql<ListedAt & { rowId: number }>`
    select s.row_id::float8 as "rowId", s.file_id as "statementFileId", s.page as "statementPage"
    from row_statement_pages s where s.row_id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map(({ rowId, ...listed }) => [rowId, listed]))
}

export const ROW_RECORDS: OwnedRecords = { table: 'payout_rows', id: 'row_id' }

/** The batches these rows stand in. */
export async function batchesOfRows(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('payout_rows')
    .where('row_id', 'in', ids.map(BigInt))
    .select('batch_id')
    .distinct()
    .execute()
  return rows.map((row) => Number(row.batch_id))
}

/** Cancels or restores rows; returns what that changes in the batch's totals. Rows already so are left alone. */
export async function switchRows(
  tx: Tx,
  ids: readonly number[],
  cancelled: boolean,
): Promise<{ rows: number; grossFen: Fen; feeFen: Fen; idHashes: string[] }> {
  const changed = await tx
    .updateTable('payout_rows')
    .set({ cancelled })
    .where('row_id', 'in', ids.map(BigInt))
    .where('cancelled', '=', !cancelled)
    .returning(['amount_fen', 'fee_fen', 'id_hash'])
    .execute()
  return {
    rows: changed.length,
    grossFen: changed.reduce((sum, row) => sum + row.amount_fen, 0n),
    feeFen: changed.reduce((sum, row) => sum + row.fee_fen, 0n),
    idHashes: changed.map((row) => row.id_hash),
  }
}

export async function findRow(tx: Tx, scope: Scope, rowId: number) {
  return (tx.selectFrom('payout_lines as r') as unknown as RowQuery)
    .where('r.row_id', '=', BigInt(rowId))
    .where(inScope(scope, 'r.provider_id'))
    .select([
      'r.sealed',
      ...camelColumns('r', ['name', 'provider_id', 'id_hash', 'tax_fen']),
      ...numberColumns('r', ['batch_id']),
    ])
    .executeTakeFirst()
}
