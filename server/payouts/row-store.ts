// Payout rows in the database.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { type ShownWarning, VAT_WARNING, type WarningKind } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { LevelMasks } from '@paywages/domain/payouts/warning-levels.ts'
import type { WarningAbouts } from '@paywages/domain/payouts/warning-mask.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { camelColumns, numberColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { Page } from '../adapters/postgres/list-page.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { Tables } from '../adapters/postgres/tables.ts'
import { type ChangeBeside, hasChanged } from './change-sql.ts'
import { type CountedBatch, type FoundPlaces, idsFrom, statusPlaces } from './status-places.ts'
import { atLevel, hasWarning, levelNumber } from './warning-sql.ts'

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
  readonly warningMask: number
  readonly warningAbouts: WarningAbouts | null
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
  /** With how many rows stand at it, as the batch tells. */
  readonly level?:
    | { readonly at: 'high' | 'notice'; readonly masks: LevelMasks; readonly count: number }
    | undefined
  readonly change?: ChangeBeside | undefined
  /** A filter that the whole batch fails. */
  readonly none?: boolean | undefined
}

/** The sheet's order by default. */
export type RowOrder =
  | { readonly by: 'sheet' }
  | { readonly by: 'amount' | '-amount' }
  | { readonly by: 'warnings'; readonly masks: LevelMasks }

type RowQuery = SelectQueryBuilder<Tables & { r: Tables['payout_lines'] }, 'r', object>

/** The rows of a batch that a filter finds. */
export function rowsOf(tx: Tx, batchId: number, filter: RowFilter): RowQuery {
  const { warning, level, change } = filter
  return (tx.selectFrom('payout_lines as r') as unknown as RowQuery)
    .where('r.batch_id', '=', BigInt(batchId))
    .$if(Boolean(filter.name), (q) => q.where('r.name', 'like', containing(filter.name ?? '')))
    .$if(filter.phoneHashes !== undefined, (q) =>
      q.where(sql<boolean>`r.phone_hash = any(${[...(filter.phoneHashes ?? [])]}::uuid[])`),
    )
    .$if(filter.status !== undefined, (q) => q.where('r.status', '=', filter.status ?? ''))
    .$if(filter.none === true, (q) => q.where(sql<boolean>`false`))
    .$if(level !== undefined, (q) => (level ? q.where(atLevel(level.at, level.masks)) : q))
    .$if(change !== undefined, (q) => (change ? q.where(hasChanged(batchId, change)) : q))
    .$if(warning === 'any', (q) =>
      q.where(sql<boolean>`(r.warning_mask <> 0 or r.platform_paid_fen is not null)`),
    )
    .$if(warning === VAT_WARNING, (q) => q.where('r.platform_paid_fen', 'is not', null))
    .$if(warning !== undefined && warning !== 'any' && warning !== VAT_WARNING, (q) =>
      q.where(hasWarning(warning as WarningKind)),
    ) as RowQuery
}

/** In one piece: taking the columns apart and together again took longer than reading them. */
const SHOWN = sql`
  select r.row_id::float8 as "rowId", r.row_number as "rowNumber", r.status, r.name, r.bank, r.amount_fen as "amountFen", r.fee_fen as "feeFen",
    r.tax_fen as "taxFen", r.vat_fen as "vatFen", r.month, r.remark, r.sealed, r.warning_mask as "warningMask", r.warning_abouts as "warningAbouts", r.error,
    r.platform_paid_fen as "platformPaidFen", r.paid_at as "paidAt",
    (select t.state from row_transfer_states t where t.row_id = r.row_id) as "transferState"
  from payout_lines r`

/** What a page of a batch's rows needs to know of the batch. */
export type RowsBatch = Omit<CountedBatch, 'firstRowId' | 'lastRowId'> & {
  readonly batchId: number
  readonly firstRowId: number | null
  readonly lastRowId: number | null
}

export type ListedRows = { readonly rows: (RowRecord & VatMark & ListedAt)[]; readonly count: number }

/** Without a filter a page is found by its place, and its count is the batch's: every page costs alike. */
export async function listRows(
  tx: Tx,
  batch: RowsBatch,
  filter: RowFilter,
  order: RowOrder,
  page: Page,
): Promise<ListedRows> {
  const places = order.by === 'sheet' ? await placesOf(tx, batch, filter, page) : undefined
  if (places === undefined) return filteredRows(tx, batch, filter, order, page)
  return { rows: await rowsAt(tx, batch.batchId, idList(places.ids)), count: places.count }
}

/** Where the rows of a page lie, if the batch tells: nothing but a status is asked for, and no other batch lies between its rows. */
async function placesOf(
  tx: Tx,
  batch: RowsBatch,
  filter: RowFilter,
  page: Page,
): Promise<FoundPlaces | undefined> {
  const { status, ...others } = filter
  const { firstRowId, lastRowId, rowCount } = batch
  if (
    isNarrowed(others) ||
    firstRowId === null ||
    lastRowId === null ||
    !isGapless({ firstRowId, lastRowId, rowCount })
  )
    return undefined
  if (status !== undefined) return statusPlaces(tx, { ...batch, firstRowId, lastRowId }, status, page)
  const skipped = page.index * page.size
  const length = Math.max(0, Math.min(page.size, rowCount - skipped))
  return { ids: idsFrom(firstRowId + skipped, length), count: rowCount }
}

const isNarrowed = (filter: RowFilter) =>
  Object.values(filter).some((value) => value !== undefined && value !== '' && value !== false)

/** No row of the sheet was empty, and nothing of another batch lies between. */
const isGapless = ({
  firstRowId,
  lastRowId,
  rowCount,
}: { [K in 'firstRowId' | 'lastRowId' | 'rowCount']: number }) => lastRowId - firstRowId + 1 === rowCount

/** One by one, and not as a range: how many rows lie in a range is asked anew at every call, and planning took longer than reading. */
const idList = (ids: readonly bigint[]) => sql`${[...ids]}::bigint[]`

/**
 * The rows of a page before the batch itself is known, so that both travel together; undefined stands for a batch that needs more than its
 * place. Whoever asks lets nothing of it out before the batch was found in scope.
 */
export async function rowsByPlace(tx: Tx, batchId: number, { index, size }: Page) {
  const skipped = BigInt(index) * BigInt(size)
  const ids = sql`array(
    select generate_series(b.first_row_id + ${skipped}::bigint, least(b.first_row_id + ${skipped + BigInt(size) - 1n}::bigint, b.last_row_id))
    from payout_batches b where b.batch_id = ${BigInt(batchId)} and b.last_row_id - b.first_row_id + 1 = b.row_count)`
  const rows = await rowsAt(tx, batchId, ids)
  return (batch: RowsBatch): ListedRows | undefined => {
    const { firstRowId, lastRowId, rowCount } = batch
    if (firstRowId === null || lastRowId === null || !isGapless({ firstRowId, lastRowId, rowCount }))
      return undefined
    return { rows, count: rowCount }
  }
}

async function rowsAt(tx: Tx, batchId: number, ids: RawBuilder<unknown>) {
  const [{ rows }, listed] = await Promise.all([
    sql<RowRecord & VatMark>`
      ${SHOWN} where r.row_id = any(${ids}) and r.batch_id = ${BigInt(batchId)} order by r.row_number`.execute(
      tx,
    ),
    listedAt(tx, ids),
  ])
  return rows.map((row) => ({ ...row, ...(listed.get(row.rowId) ?? UNLISTED) }))
}

/** The page is found before its columns are read: those of earlier pages are asked for nothing but their place. */
async function filteredRows(
  tx: Tx,
  batch: RowsBatch,
  filter: RowFilter,
  order: RowOrder,
  page: Page,
): Promise<ListedRows> {
  const { batchId } = batch
  const query = rowsOf(tx, batchId, filter)
    .where(
      sql<boolean>`r.row_id between ${batch.firstRowId ?? 0} and ${batch.lastRowId ?? Number.MAX_SAFE_INTEGER}`,
    )
    .select('r.row_id')
    .$call((rows) => ordered(rows, order))
    .orderBy('r.row_id')
    .limit(page.size)
    .offset(page.index * page.size)
  const { found, count } =
    filter.change === undefined
      ? { found: await query.execute(), count: await countRows(tx, batch, filter) }
      : await countedAlong(query, () => countRows(tx, batch, filter))
  const ids = found.map(({ row_id }) => row_id)
  const rows = await rowsAt(tx, batchId, idList(ids))
  if (order.by === 'sheet') return { rows, count }
  const places = new Map(ids.map((id, place) => [Number(id), place]))
  const placeOf = ({ rowId }: RowRecord) => places.get(rowId) ?? 0
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), count }
}

/** Two batches are read to find such a page: its count comes with it, but for a page past the end. */
async function countedAlong(
  query: SelectQueryBuilder<Tables & { r: Tables['payout_lines'] }, 'r', { row_id: bigint }>,
  count: () => Promise<number>,
) {
  const found = await query.select(sql<number>`(count(*) over ())::int`.as('all')).execute()
  return { found, count: found[0]?.all ?? (await count()) }
}

/** The batch knows how many rows it has, and how many of them stand at a level. */
async function countRows(tx: Tx, { batchId, rowCount }: RowsBatch, filter: RowFilter): Promise<number> {
  const { level, ...others } = filter
  if (!isNarrowed(others)) return level?.count ?? rowCount
  const counted = rowsOf(tx, batchId, filter).select(sql<number>`count(*)::int`.as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** By level: within high risks and notices the largest amount first, and the rest as in the sheet. */
function ordered<Q extends { orderBy: (by: RawBuilder<unknown>) => Q }>(query: Q, order: RowOrder): Q {
  if (order.by === 'sheet') return query
  if (order.by !== 'warnings')
    return query.orderBy(order.by === 'amount' ? sql`r.amount_fen` : sql`r.amount_fen desc`)
  const level = levelNumber(order.masks)
  return query
    .orderBy(sql`${level} desc`)
    .orderBy(sql`case when ${level} > 0 then r.amount_fen end desc nulls last`)
}

const UNLISTED: ListedAt = { statementFileId: null, statementPage: null }

async function listedAt(tx: Tx, ids: RawBuilder<unknown>): Promise<Map<number, ListedAt>> {
  const { rows } = await sql<ListedAt & { rowId: number }>`
    select s.row_id::float8 as "rowId", s.file_id as "statementFileId", s.page as "statementPage"
    from row_statement_pages s where s.row_id = any(${ids})`.execute(tx)
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
      ...camelColumns('r', ['name', 'provider_id', 'id_hash', 'tax_fen', 'vat_fen']),
      ...numberColumns('r', ['batch_id']),
    ])
    .executeTakeFirst()
}
