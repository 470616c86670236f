// What statements list of the rows of a file, and what a comparison found of them, in the database (ADR 85).

import type {
  Contradiction,
  EvidenceLine,
  EvidenceRow,
  Judged,
} from '@paywages/domain/bank-files/statement-evidence.ts'
import type { ResultLine } from '@paywages/domain/bank-files/statement-results.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Rows of a file with how each has ended. */
export async function endsOfRows(tx: Tx, bankFileId: number): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow & { state: string }>`
    select r.position, r.row_id as "rowId", t.reference, l.card_hash::text as "cardHash", r.net_fen as "amountFen", t.state::text as state
    from bank_file_rows r join row_transfers t on t.row_id = r.row_id join payout_lines l on l.row_id = r.row_id
    where r.bank_file_id = ${bankFileId} order by r.position`.execute(tx)
  return rows.map(({ state, ...row }) => ({
    ...row,
    end: state === 'succeeded' || state === 'failed' || state === 'returned' ? state : undefined,
  }))
}

/** Lines of the provider's statements since then that name a row, or that nobody has linked and that may mean one. */
export async function linesAbout(
  tx: Tx,
  providerId: number,
  since: Day,
  about: {
    readonly rowIds: readonly bigint[]
    readonly references: readonly string[]
    readonly amounts: readonly bigint[]
  },
): Promise<EvidenceLine[]> {
  const { rows } = await sql<EvidenceLine>`
    select l.statement_id as "statementId", l.kind, l.result, l.direction_unclear as unclear, l.row_id as "rowId", l.row_count as "rowCount",
      coalesce(l.card_hash::text, '') as "cardHash", l.own_reference as "ownReference", l.amount_fen as "amountFen"
    from statement_spans s join listed_payments l on l.statement_id = s.statement_id
    where s.provider_id = ${providerId} and (s.last_day is null or s.last_day >= ${since}::date) and (l.day is null or l.day >= ${since}::date)
      and (l.row_id = any(${[...about.rowIds]}::bigint[]) or l.own_reference = any(${[...about.references]}::text[])
        or (l.row_id is null and l.amount_fen = any(${[...about.amounts]}::bigint[])))
    order by s.statement_id, l.line_number`.execute(tx)
  return rows
}

/** Rows that a debit of a whole batch pays, with the statement that lists it. */
export async function batchDebitsOf(tx: Tx, rowIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const ids = [...rowIds]
  const { rows } = await sql<{ rowId: bigint; statementId: bigint }>`
    select b.row_id as "rowId", l.statement_id as "statementId" from listed_batch_rows b join listed_payments l on l.line_id = b.line_id
    where b.row_id = any(${ids}::bigint[])
    union all select l.row_id, l.statement_id from listed_payments l
    where l.row_id = any(${ids}::bigint[]) and l.row_count > 1 and l.result = 'linked' and l.kind = 'debit'`.execute(
    tx,
  )
  return new Map(rows.map(({ rowId, statementId }) => [rowId, statementId]))
}

/** Payouts to these cards since then, by card and amount, in whatever file or on whatever channel. */
export async function payoutsAlike(
  tx: Tx,
  providerId: number,
  since: Date,
  cards: readonly string[],
): Promise<Map<string, number>> {
  if (cards.length === 0) return new Map()
  const { rows } = await sql<{ key: string; count: number }>`
    select l.card_hash::text || ' ' || (l.amount_fen - l.tax_fen - l.vat_fen)::text as key, count(*)::int as count
    from payout_lines l join row_transfers t on t.row_id = l.row_id
    where l.payout_provider_id = ${providerId} and l.payout_at >= ${since} and l.card_hash = any(${[...cards]}::uuid[])
      and t.state not in ('reserved', 'failed') group by 1`.execute(tx)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

export type Reach = { readonly from: Day; readonly to: Day; readonly after: Date }

/** From the day it was submitted to that of its first confirmed result, or to when people had settled it. */
export async function reachOf(tx: Tx, bankFileId: number): Promise<Reach | undefined> {
  const { rows } = await sql<Reach>`
    select (f.submitted_at at time zone 'Asia/Shanghai')::date::text as "from", (r.after at time zone 'Asia/Shanghai')::date::text as "to", r.after
    from bank_files f cross join lateral (
      select coalesce((select min(s.imported_at) from bank_file_results s where s.bank_file_id = f.bank_file_id and s.state = 'confirmed'),
        f.settled_at) as after) r
    where f.bank_file_id = ${bankFileId} and f.submitted_at is not null and r.after is not null`.execute(tx)
  return rows[0]
}

/** Statements of the file's account that list all its days, and were brought after the result: of one that lists its payouts, or where there is no other account. */
export async function coveringStatements(
  tx: Tx,
  providerId: number,
  batchId: bigint,
  { from, to, after }: Reach,
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select s.statement_id as id from statement_spans s join bank_file_batches b on b.batch_id = ${batchId}
    where s.provider_id = ${providerId} and s.first_day <= ${from}::date and s.last_day >= ${to}::date and s.uploaded_at >= ${after}
      and ((select count(*) from paying_accounts a where a.provider_id = ${providerId}) = 1 or exists (
        select from listed_payments l join bank_file_rows r on r.row_id = l.row_id join bank_files f on f.bank_file_id = r.bank_file_id
          join bank_file_batches o on o.batch_id = f.batch_id
        where l.statement_id = s.statement_id and o.paying_account_id = b.paying_account_id))
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Which statement bears out which row, as it stands now. */
export async function setListed(tx: Tx, bankFileId: number, judged: readonly Judged[]): Promise<void> {
  await sql`
    update bank_file_rows r set listed_in = w.listed
    from unnest(${judged.map(({ position }) => position)}::int[], ${judged.map(({ listedIn }) => listedIn ?? null)}::bigint[]) w(position, listed)
    where r.bank_file_id = ${bankFileId} and r.position = w.position and r.listed_in is distinct from w.listed`.execute(
    tx,
  )
}

export type FoundContradiction = {
  readonly position: number
  readonly what: Contradiction
  readonly statementId: bigint
}

/** Those that are new, or hold again; what no longer holds is ended. */
export async function setContradictions(
  tx: Tx,
  bankFileId: number,
  found: readonly FoundContradiction[],
  at: Date,
): Promise<FoundContradiction[]> {
  const [positions, whats] = [found.map(({ position }) => position), found.map(({ what }) => what)]
  await sql`
    update bank_file_contradictions c set ended_at = ${at}
    where c.bank_file_id = ${bankFileId} and c.ended_at is null
      and (c.position, c.what) not in (select * from unnest(${positions}::int[], ${whats}::text[]))`.execute(
    tx,
  )
  const { rows } = await sql<FoundContradiction>`
    insert into bank_file_contradictions as c (bank_file_id, position, what, statement_id, found_at)
    select ${bankFileId}, w.*, ${at}::timestamptz
    from unnest(${positions}::int[], ${whats}::text[], ${found.map(({ statementId }) => statementId)}::bigint[]) w
    on conflict on constraint bank_file_contradictions_once do update
      set statement_id = excluded.statement_id, found_at = excluded.found_at, ended_at = null, looked_by = null, looked_at = null, word = ''
      where c.ended_at is not null
    returning c.position, c.what, c.statement_id as "statementId"`.execute(tx)
  return rows
}

/** Holds a file against statements in one of the next rounds. */
export async function askComparison(tx: Tx, bankFileId: number): Promise<void> {
  await tx.insertInto('bank_file_comparisons').values({ bank_file_id: bankFileId }).execute()
}

export type Asked = {
  readonly comparisonId: bigint
  readonly bankFileId: number | null
  readonly statementId: bigint | null
}

/** Most rounds find none, and need no transaction for it. */
export async function isAsked(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from bank_file_comparisons limit 1`.execute(tx)
  return rows.length > 0
}

/** The next ones, each for one worker; they go with the transaction that has done them. */
export async function takeAsked(tx: Tx, limit: number): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    with next as (select comparison_id from bank_file_comparisons order by 1 limit ${limit} for update skip locked)
    delete from bank_file_comparisons c using next where c.comparison_id = next.comparison_id
    returning c.comparison_id as "comparisonId", c.bank_file_id as "bankFileId", c.statement_id as "statementId"`.execute(
    tx,
  )
  return rows
}

/** Money comes back some weeks after it went at the latest. */
const WEEKS_BACK = 60

/** Files that a statement may speak of: made before its last day, and not long before its first. */
export async function filesOfStatement(tx: Tx, statementId: bigint): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.bank_file_id as id from statement_spans s join bank_files f on f.provider_id = s.provider_id
    where s.statement_id = ${statementId} and f.state not in ('made', 'downloaded')
      and f.made_at >= coalesce(s.first_day, (s.uploaded_at at time zone 'Asia/Shanghai')::date) - ${WEEKS_BACK}::int
      and f.made_at < coalesce(s.last_day, (s.uploaded_at at time zone 'Asia/Shanghai')::date) + 2
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The statement that was stored with this very content. */
export async function statementOfContent(tx: Tx, providerId: number, sha256: string) {
  const { rows } = await sql<{ statementId: bigint; fileId: string }>`
    select statement_id as "statementId", file_id as "fileId" from statement_spans
    where provider_id = ${providerId} and file_sha256 = ${sha256}`.execute(tx)
  return rows[0]
}

/** As it was linked; what it prints besides is read from the file. */
type LinkedLine = Omit<ResultLine, 'booked' | 'name' | 'account' | 'day'>

export async function linesOfStatement(tx: Tx, statementId: bigint): Promise<LinkedLine[]> {
  const { rows } = await sql<LinkedLine>`
    select line_number as "lineNumber", kind, direction_unclear as unclear, row_id as "rowId", row_count as "rowCount",
      own_reference as "ownReference", amount_fen as "amountFen"
    from listed_payments where statement_id = ${statementId} order by line_number`.execute(tx)
  return rows
}

export type StoredContradiction = {
  readonly bankFileId: number
  readonly position: number
  readonly what: Contradiction
  readonly statementId: number
  readonly statementName: string
  readonly foundAt: Date
  readonly lookerName: string
  readonly word: string
}

/** So many are enough to see what is the matter. */
const MAX_SHOWN = 200

/** What still holds against these files. */
export async function contradictionsOf(
  tx: Tx,
  bankFileIds: readonly number[],
): Promise<StoredContradiction[]> {
  const { rows } = await sql<StoredContradiction>`
    select c.bank_file_id as "bankFileId", c.position, c.what, c.statement_id::float8 as "statementId", s.file_name as "statementName",
      c.found_at as "foundAt", coalesce(a.real_name, '') as "lookerName", c.word
    from bank_file_contradictions c join statement_spans s on s.statement_id = c.statement_id
      left join account_names a on a.account_id = c.looked_by
    where c.bank_file_id = any(${[...bankFileIds]}::int[]) and c.ended_at is null
    order by c.bank_file_id, c.looked_at is not null, c.position limit ${MAX_SHOWN}`.execute(tx)
  return rows
}

/** How many rows of these files statements bear out. */
export async function listedCounts(tx: Tx, bankFileIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select bank_file_id as id, count(*)::int as count from bank_file_rows
    where bank_file_id = any(${[...bankFileIds]}::int[]) and listed_in is not null group by 1`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Whoever imported a result of these files, assigned a line of it or decided on it. */
export async function resultHandsOf(tx: Tx, bankFileIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; hands: number[] }>`
    select r.bank_file_id as id, array_agg(distinct h.account_id) as hands from bank_file_results r
      cross join lateral (values (r.imported_by), (r.decided_by)
        union select l.assigned_by from bank_file_ambiguous_lines l where l.result_id = r.result_id) h(account_id)
    where r.bank_file_id = any(${[...bankFileIds]}::int[]) and h.account_id is not null group by 1`.execute(
    tx,
  )
  return new Map(rows.map(({ id, hands }) => [id, hands]))
}

/** What a manager found out, for all that is open of a file; how many that were. */
export async function noteLook(
  tx: Tx,
  bankFileId: number,
  look: { readonly by: number; readonly at: Date; readonly word: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_file_contradictions')
    .set({ looked_by: look.by, looked_at: look.at, word: look.word })
    .where('bank_file_id', '=', bankFileId)
    .where('ended_at', 'is', null)
    .where('looked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
