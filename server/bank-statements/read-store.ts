// What pages show of statements: lists, lines, the payouts behind them, and the payouts that no statement lists.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { LineResult } from '@paywages/domain/bank-statements/line-result.ts'
import type { LineKind } from '@paywages/domain/bank-statements/statement-lines.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { endOfDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { StatementHead, UnreadLine } from '@paywages/wire/bank-statements/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { type Page, readPage } from '../adapters/postgres/list-page.ts'

const HEAD = sql`s.statement_id::float8 as "statementId", s.provider_id as "providerId", p.name as "providerName",
  s.file_name as "fileName", s.file_id as "fileId", a.real_name as "uploaderName", s.uploaded_at as "uploadedAt",
  s.page_count as "pageCount", coalesce(s.first_day::text, '') as "firstDay", coalesce(s.last_day::text, '') as "lastDay",
  s.line_count as "lineCount", s.unread_count as "unreadCount", s.totals, c.linked as "linkedCount", c.known as "knownCount", c.ambiguous as "ambiguousCount", c.missing as "missingCount"`

const BEHIND = sql`join provider_names p on p.provider_id = s.provider_id join account_names a on a.account_id = s.uploader_id
  cross join lateral (
    select (count(*) filter (where l.result = 'linked'))::int as linked, (count(*) filter (where l.result = 'already-linked'))::int as known,
      (count(*) filter (where l.result = 'ambiguous'))::int as ambiguous, (count(*) filter (where l.result = 'not-found'))::int as missing
    from statement_lines l where l.statement_id = s.statement_id) c`

export async function findStatement(
  tx: Tx,
  scope: Scope,
  statementId: number,
): Promise<StatementHead | undefined> {
  const { rows } = await sql<StatementHead>`
    select ${HEAD} from statements s ${BEHIND}
    where s.statement_id = ${BigInt(statementId)} and ${inScope(scope, 's.provider_id')}`.execute(tx)
  return rows[0]
}

export type StatementFilter = {
  readonly providerId?: number | undefined
  /** Of their upload. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export async function listStatements(
  tx: Tx,
  scope: Scope,
  { providerId, from, to }: StatementFilter,
  page: Page,
): Promise<{ rows: StatementHead[]; count: number }> {
  const parts = [inScope(scope, 's.provider_id')]
  if (providerId !== undefined) parts.push(sql<boolean>`s.provider_id = ${providerId}`)
  if (from !== undefined) parts.push(sql<boolean>`s.uploaded_at >= ${from}`)
  if (to !== undefined) parts.push(sql<boolean>`s.uploaded_at < ${to}`)
  const fitting = sql.join(parts, sql` and `)
  const { rows } = await sql<StatementHead>`
    select ${HEAD} from (
      select * from statements s where ${fitting} order by s.statement_id desc limit ${page.size} offset ${page.index * page.size}) s
    ${BEHIND} order by s.statement_id desc`.execute(tx)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from statements s where ${fitting}`.execute(tx)
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

export type LineRecord = {
  readonly lineId: number
  readonly statementId: number
  readonly providerId: number
  readonly lineNumber: number
  readonly page: number
  readonly day: Day | null
  readonly kind: LineKind
  readonly name: string
  readonly sealedCard: string
  readonly amountFen: Fen
  readonly reference: string
  readonly remark: string
  readonly result: LineResult
  readonly byHand: boolean
  readonly rowId: bigint | null
  readonly unclear: boolean
  /** How many payouts it pays, where it pays a whole batch. */
  readonly rowCount: number
  /** A person took back its link to a whole batch: it is not linked again without one. */
  readonly batchUndone: boolean
}

const LINE = sql`l.line_id::float8 as "lineId", l.statement_id::float8 as "statementId", l.provider_id as "providerId",
  l.line_number as "lineNumber", l.page, l.day::text as day, l.kind, l.name, l.sealed_card as "sealedCard",
  l.amount_fen as "amountFen", l.reference, l.remark, l.result, l.by_hand as "byHand", l.row_id as "rowId",
  l.direction_unclear as unclear, l.row_count as "rowCount", l.batch_undone as "batchUndone"`

export async function findLine(tx: Tx, scope: Scope, lineId: number): Promise<LineRecord | undefined> {
  const { rows } = await sql<LineRecord>`
    select ${LINE} from statement_lines l where l.line_id = ${BigInt(lineId)} and ${inScope(scope, 'l.provider_id')}`.execute(
    tx,
  )
  return rows[0]
}

export async function listLines(
  tx: Tx,
  statementId: number,
  result: LineResult | undefined,
  page: Page,
): Promise<{ rows: LineRecord[]; count: number }> {
  const fitting =
    result === undefined
      ? sql`l.statement_id = ${BigInt(statementId)}`
      : sql`l.statement_id = ${BigInt(statementId)} and l.result = ${result}`
  const ordered = sql<LineRecord>`select ${LINE} from statement_lines l where ${fitting} order by l.line_number`
  return readPage(tx, ordered, sql`from statement_lines l where ${fitting}`, page)
}

/** All of a statement, in their order. */
export async function everyLine(tx: Tx, statementId: number): Promise<LineRecord[]> {
  const { rows } = await sql<LineRecord>`
    select ${LINE} from statement_lines l where l.statement_id = ${BigInt(statementId)} order by l.line_number`.execute(
    tx,
  )
  return rows
}

/** A payout that lines are linked to, or could be. */
export type PayoutRecord = {
  readonly rowId: number
  readonly batchId: number
  readonly batchNo: string
  readonly name: string
  readonly bank: string
  readonly sealed: string
  readonly netFen: Fen
  readonly status: RowStatus
  readonly returned: boolean
  readonly payoutAt: Date
  readonly reference: string
}

const PAYOUT = sql`r.row_id::float8 as "rowId", r.batch_id::float8 as "batchId", b.batch_no as "batchNo", r.name, r.bank, r.sealed,
  r.amount_fen - r.tax_fen - r.vat_fen as "netFen", r.status, t.state = 'returned' as returned, r.payout_at as "payoutAt", t.reference`

function payouts(tx: Tx, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return sql<PayoutRecord>`
    select ${PAYOUT} from (${found}) f join payout_lines r on r.row_id = f.row_id join row_transfers t on t.row_id = r.row_id
      join batch_origins b on b.batch_id = r.batch_id order by ${order}`.execute(tx)
}

export async function payoutsById(tx: Tx, rowIds: readonly bigint[]): Promise<PayoutRecord[]> {
  if (rowIds.length === 0) return []
  const found = sql`select unnest(${[...rowIds]}::bigint[]) as row_id`
  return (await payouts(tx, found, sql`r.payout_at, r.row_id`)).rows
}

type DaysOf = Pick<StatementHead, 'providerId' | 'firstDay' | 'lastDay'>

/** Paid in the statement's days, and listed by no statement whatever. */
function unlisted({ providerId, firstDay, lastDay }: DaysOf): RawBuilder<unknown> {
  return sql`r.payout_provider_id = ${providerId} and r.status = 'succeeded'
    and r.payout_at >= ${startOfDay(firstDay)} and r.payout_at < ${endOfDay(lastDay)}
    and not exists (select 1 from statement_lines l where l.row_id = r.row_id and l.result = 'linked' and l.kind = 'debit')
    and not exists (select 1 from statement_batch_rows w where w.row_id = r.row_id)`
}

export async function countUnlisted(tx: Tx, statement: DaysOf): Promise<number> {
  if (statement.firstDay === '') return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_lines r where ${unlisted(statement)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listUnlisted(tx: Tx, statement: DaysOf, page: Page): Promise<PayoutRecord[]> {
  if (statement.firstDay === '') return []
  const found = sql`select r.row_id from payout_lines r where ${unlisted(statement)}
    order by r.payout_at, r.row_id limit ${page.size} offset ${page.index * page.size}`
  return (await payouts(tx, found, sql`r.payout_at, r.row_id`)).rows
}

/** Rows of its table that were not understood. */
export async function listUnread(
  tx: Tx,
  statementId: number,
  page: Page,
): Promise<{ rows: UnreadLine[]; count: number }> {
  const of = sql`from statement_unread_rows u where u.statement_id = ${BigInt(statementId)}`
  const ordered = sql<UnreadLine>`
    select u.position, u.page, u.place, u.why, u.content as text ${of} order by u.position`
  return readPage(tx, ordered, of, page)
}

export async function everyUnread(tx: Tx, statementId: number): Promise<UnreadLine[]> {
  const { rows } = await sql<UnreadLine>`
    select u.position, u.page, u.place, u.why, u.content as text from statement_unread_rows u
    where u.statement_id = ${BigInt(statementId)} order by u.position`.execute(tx)
  return rows
}
