// Statements and their lines in the database; the only file that writes these tables.

import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import type { CheckedTotal } from '@paywages/domain/bank-statements/printed-totals.ts'
import type { LineKind, UnreadRow } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import { STATEMENT_SEAL } from '../adapters/personal-data/contexts.ts'
import { copyRows } from '../adapters/postgres/copy-rows.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'
import { sealAccount } from './seal-account.ts'

/** One at a time for a provider: what one links, the next must see. Held until the transaction ends. */
export async function lockLinks(tx: Tx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(8, ${providerId})`.execute(tx)
}

export type NewStatement = {
  readonly providerId: number
  readonly fileId: string
  readonly fileName: string
  readonly sha256: string
  readonly uploaderId: number
  readonly uploadedAt: Date
  readonly pageCount: number
  readonly lineCount: number
  readonly firstDay: Day | null
  readonly lastDay: Day | null
  readonly unreadCount: number
  readonly totals: readonly CheckedTotal[]
}

export async function insertStatement(tx: Tx, statement: NewStatement): Promise<number> {
  const row = await tx
    .insertInto('statements')
    .values({
      provider_id: statement.providerId,
      file_id: statement.fileId,
      file_name: statement.fileName,
      file_sha256: statement.sha256,
      uploader_id: statement.uploaderId,
      uploaded_at: statement.uploadedAt,
      page_count: statement.pageCount,
      line_count: statement.lineCount,
      first_day: statement.firstDay,
      last_day: statement.lastDay,
      unread_count: statement.unreadCount,
      totals: JSON.stringify(statement.totals.map(totalText)),
    })
    .returning('statement_id')
    .executeTakeFirstOrThrow()
  return Number(row.statement_id)
}

/** Sums may be larger than JSON's numbers are exact. */
const totalText = ({ kind, printed, read }: CheckedTotal) => ({
  kind,
  printed: String(printed),
  read: String(read),
})

/** The name under which this content was uploaded before. */
export async function nameOfKnown(tx: Tx, providerId: number, sha256: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('statements')
    .where('provider_id', '=', providerId)
    .where('file_sha256', '=', sha256)
    .select('file_name')
    .executeTakeFirst()
  return row?.file_name
}

export type NewLine = {
  readonly lineNumber: number
  readonly page: number
  readonly day: Day | null
  readonly kind: LineKind
  readonly name: string
  readonly sealedCard: string
  readonly cardHash: string
  readonly amountFen: Fen
  readonly reference: string
  readonly remark: string
  readonly result: LineResult
  readonly rowId: bigint | null
  readonly unclear: boolean
  /** The reference of ours that it names; empty where it names none. */
  readonly ownReference: string
  /** Which receipt of its page it is, where it can be cut out. */
  readonly receipt?: number
  /** All payouts of a debit that pays a whole batch, the first of them its row. */
  readonly batchRows?: readonly bigint[] | undefined
}

const COLUMNS = [
  'statement_id',
  'provider_id',
  'line_number',
  'page',
  'day',
  'kind',
  'name',
  'sealed_card',
  'card_hash',
  'amount_fen',
  'reference',
  'remark',
  'result',
  'row_id',
  'linked_by',
  'linked_at',
  'direction_unclear',
  'row_count',
  'own_reference',
  'receipt_place',
] as const

export async function insertLines(
  tx: Tx,
  of: { statementId: number; providerId: number; by: number; at: Date },
  lines: readonly NewLine[],
): Promise<void> {
  function* values() {
    for (const line of lines) {
      const isLinked = line.result === 'linked'
      yield [
        of.statementId,
        of.providerId,
        line.lineNumber,
        line.page,
        line.day,
        line.kind,
        line.name,
        line.sealedCard,
        line.cardHash,
        line.amountFen,
        line.reference,
        line.remark,
        line.result,
        line.rowId,
        isLinked ? of.by : null,
        isLinked ? of.at.toISOString() : null,
        line.unclear,
        line.batchRows?.length ?? 1,
        line.ownReference,
        line.receipt ?? null,
      ]
    }
  }
  await copyRows(tx, 'statement_lines', COLUMNS, values())
  await insertBatchRows(tx, of.statementId, lines)
}

/** The first payout is the line's own row, which the index on lines guards. */
async function insertBatchRows(tx: Tx, statementId: number, lines: readonly NewLine[]): Promise<void> {
  const paying = lines.filter(({ batchRows }) => batchRows !== undefined)
  if (paying.length === 0) return
  const { rows } = await sql<{ lineId: bigint; lineNumber: number }>`
    select line_id as "lineId", line_number as "lineNumber" from statement_lines
    where statement_id = ${BigInt(statementId)} and line_number = any(${paying.map(({ lineNumber }) => lineNumber)}::int[])`.execute(
    tx,
  )
  const ids = new Map(rows.map(({ lineId, lineNumber }) => [lineNumber, lineId]))
  for (const { lineNumber, rowId, batchRows = [] } of paying)
    await addBatchRows(tx, ids.get(lineNumber) ?? 0n, rowId, batchRows)
}

async function addBatchRows(
  tx: Tx,
  lineId: bigint,
  ownRow: bigint | null,
  batchRows: readonly bigint[],
): Promise<void> {
  const others = batchRows.filter((rowId) => rowId !== ownRow)
  await sql`
    insert into statement_batch_rows (row_id, line_id)
    select unnest(${others}::bigint[]), ${lineId}`.execute(tx)
}

export async function insertUnread(tx: Tx, statementId: number, unread: readonly UnreadRow[]): Promise<void> {
  if (unread.length === 0) return
  const values = unread.map(({ page, place, why, text }, index) => [
    statementId,
    index + 1,
    page,
    place,
    why,
    text,
  ])
  const columns = ['statement_id', 'position', 'page', 'place', 'why', 'content'] as const
  await copyRows(tx, 'statement_unread_rows', columns, values)
}

/** Which of these rows have lines already, by what the lines list; those of one statement may be left out. */
export async function takenRows(
  tx: Tx,
  rowIds: readonly bigint[],
  exceptOf?: number,
): Promise<Record<LineKind, Set<bigint>>> {
  const taken = { debit: new Set<bigint>(), return: new Set<bigint>() }
  if (rowIds.length === 0) return taken
  const elsewhere = exceptOf === undefined ? sql`` : sql`and statement_id <> ${BigInt(exceptOf)}`
  const wanted = sql`result = 'linked' and row_id = any(${[...rowIds]}::bigint[]) ${elsewhere}`
  // Apart, so that each is answered by its own index.
  const { rows } = await sql<{ rowId: bigint; kind: LineKind }>`
    select row_id as "rowId", kind from statement_lines where kind = 'debit' and ${wanted}
    union all select row_id, kind from statement_lines where kind = 'return' and ${wanted}
    union all select b.row_id, 'debit' from statement_batch_rows b
      where b.row_id = any(${[...rowIds]}::bigint[])`.execute(tx)
  for (const { rowId, kind } of rows) taken[kind].add(rowId)
  return taken
}

export type LineLink = {
  readonly rowId: bigint
  readonly batchRows?: readonly bigint[] | undefined
  readonly by: number
  readonly at: Date
}

/** What a person chose, or took back. */
export async function setLink(tx: Tx, lineId: number, link: LineLink | undefined): Promise<void> {
  const id = BigInt(lineId)
  const { numDeletedRows } = await tx
    .deleteFrom('statement_batch_rows')
    .where('line_id', '=', id)
    .executeTakeFirst()
  await tx
    .updateTable('statement_lines')
    .set({
      result: link ? 'linked' : 'ambiguous',
      row_id: link?.rowId ?? null,
      row_count: link?.batchRows?.length ?? 1,
      by_hand: link !== undefined,
      linked_by: link?.by ?? null,
      linked_at: link?.at ?? null,
      ...(numDeletedRows > 0n ? { batch_undone: true } : {}),
    })
    .where('line_id', '=', id)
    .execute()
  if (link?.batchRows) await addBatchRows(tx, id, link.rowId, link.batchRows)
  await noteChange(tx, [id])
}

/** Whoever holds payouts against statements looks again. */
async function noteChange(tx: Tx, lineIds: readonly bigint[]): Promise<void> {
  await sql`
    update statements set changes = changes + 1
    where statement_id in (select statement_id from statement_lines where line_id = any(${[...lineIds]}::bigint[]))`.execute(
    tx,
  )
}

export type LineChange = {
  readonly lineId: number
  readonly result: LineResult
  readonly rowId: bigint | null
  readonly batchRows?: readonly bigint[] | undefined
}

/** What a new reading made of open lines. */
export async function changeLines(
  tx: Tx,
  { by, at }: { by: number; at: Date },
  changes: readonly LineChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update statement_lines l set result = w.result, row_id = w.row_id, row_count = w.row_count,
      linked_by = case when w.result = 'linked' then ${by}::int end,
      linked_at = case when w.result = 'linked' then ${at}::timestamptz end
    from unnest(${changes.map(({ lineId }) => BigInt(lineId))}::bigint[], ${changes.map(({ result }) => result)}::text[],
      ${changes.map(({ rowId }) => rowId)}::bigint[], ${changes.map(({ batchRows }) => batchRows?.length ?? 1)}::int[]) w(line_id, result, row_id, row_count) where l.line_id = w.line_id`.execute(
    tx,
  )
  for (const { lineId, rowId, batchRows } of changes)
    if (batchRows !== undefined) await addBatchRows(tx, BigInt(lineId), rowId, batchRows)
  await noteChange(
    tx,
    changes.map(({ lineId }) => BigInt(lineId)),
  )
}

export const STATEMENT_RECORDS: OwnedRecords = { table: 'statements', id: 'statement_id' }

export const LINE_RECORDS: OwnedRecords = { table: 'statement_lines', id: 'line_id' }

export const LINE_SEALS: SealedColumns = {
  name: 'statement lines',
  table: 'statement_lines',
  ids: ['line_id'],
  columns: ['sealed_card'],
  renew: (cipher, { sealed_card }) => {
    const { sealedCard, cardHash } = sealAccount(cipher, cipher.open(String(sealed_card), STATEMENT_SEAL))
    return { sealed_card: sealedCard, card_hash: cardHash }
  },
}
