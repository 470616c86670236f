// Lines of a result that could speak of several rows, in the database: their candidates, and what people chose (ADR 134).

import type { LineChoice, OpenLine } from '@paywages/domain/bank-files/assign-lines.ts'
import type { LinesToAssign } from '@paywages/domain/bank-files/match-results.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { TransferState } from '@paywages/domain/transfers/transfer-state.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** How the lines stand of the result that waits for the file `f`. */
export const WAITING_LINES = sql`cross join lateral (
  select count(*)::int as "lineCount", (count(*) filter (where l.assigned_by is null))::int as "undecidedCount",
    coalesce(array_agg(distinct l.assigned_by) filter (where l.assigned_by is not null), '{}') as assigners
  from bank_file_results w join bank_file_ambiguous_lines l on l.result_id = w.result_id
  where w.bank_file_id = f.bank_file_id and w.state = 'waiting') waiting_lines`
export const LINES_STANDING = sql`waiting_lines."lineCount", waiting_lines."undecidedCount", waiting_lines.assigners`

/** The candidates of lines alike are kept once. */
export async function insertLines(tx: Tx, resultId: number, groups: readonly LinesToAssign[]): Promise<void> {
  const candidates = groups.flatMap(({ candidates }, index) =>
    candidates.map((position) => ({ groupNo: index + 1, position })),
  )
  const lines = groups.flatMap(({ lines }, index) => lines.map((line) => ({ groupNo: index + 1, ...line })))
  if (lines.length === 0) return
  await sql`
    insert into bank_file_line_candidates (result_id, group_no, position)
    select ${resultId}, w.* from unnest(${candidates.map((c) => c.groupNo)}::int[], ${candidates.map((c) => c.position)}::int[]) w`.execute(
    tx,
  )
  await sql`
    insert into bank_file_ambiguous_lines (result_id, line, group_no, status, reason, serial, day)
    select ${resultId}, w.* from unnest(${lines.map((l) => l.line)}::int[], ${lines.map((l) => l.groupNo)}::int[],
      ${lines.map((l) => l.status)}::text[], ${lines.map((l) => l.reason)}::text[], ${lines.map((l) => l.serial)}::text[],
      ${lines.map((l) => l.day ?? null)}::date[]) w`.execute(tx)
}

/** All lines of a result as the rule sees them. */
export async function openLines(tx: Tx, resultId: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.line, l.assigned_by is not null as decided, l.position, c.candidates
    from bank_file_ambiguous_lines l join (
      select group_no, array_agg(position order by position) as candidates from bank_file_line_candidates
      where result_id = ${resultId} group by 1) c on c.group_no = l.group_no
    where l.result_id = ${resultId} order by l.line`.execute(tx)
  return rows
}

/** Let go first: two lines may change places. */
export async function assignLines(
  tx: Tx,
  resultId: number,
  choices: readonly LineChoice[],
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  const lines = choices.map(({ line }) => line)
  await sql`
    update bank_file_ambiguous_lines set position = null where result_id = ${resultId} and line = any(${lines}::int[])`.execute(
    tx,
  )
  await sql`
    update bank_file_ambiguous_lines l set position = w.position, assigned_by = ${by}, assigned_at = ${at}
    from unnest(${lines}::int[], ${choices.map(({ position }) => position)}::int[]) w(line, position)
    where l.result_id = ${resultId} and l.line = w.line`.execute(tx)
  await tx
    .updateTable('bank_file_results')
    .set({ revision: sql`revision + 1` })
    .where('result_id', '=', resultId)
    .execute()
}

/** What people chose is said of these rows from then on, as if the result had named them. */
export async function takeAssigned(tx: Tx, resultId: number): Promise<void> {
  await sql`
    insert into bank_file_result_rows (result_id, position, status, reason, serial, day)
    select result_id, position, status, reason, serial, day from bank_file_ambiguous_lines
    where result_id = ${resultId} and position is not null`.execute(tx)
}

/** Of a result that was sent back. */
export async function dropLines(tx: Tx, resultId: number): Promise<void> {
  await tx.deleteFrom('bank_file_ambiguous_lines').where('result_id', '=', resultId).execute()
  await tx.deleteFrom('bank_file_line_candidates').where('result_id', '=', resultId).execute()
}

export type ShownLine = {
  readonly line: number
  readonly status: 'succeeded' | 'rejected' | 'returned'
  readonly reason: string
  readonly serial: string
  readonly day: Day | null
  readonly position: number | null
  /** Null while nobody has decided. */
  readonly assignerName: string | null
  readonly assignedAt: Date | null
  readonly groupNo: number
}

/** What is undecided first; so many are enough for a sitting, and the next come after them. */
export async function shownLines(tx: Tx, resultId: number, limit: number): Promise<ShownLine[]> {
  const { rows } = await sql<ShownLine>`
    select l.line, l.status, l.reason, l.serial, l.day::text as day, l.position, a.real_name as "assignerName", l.assigned_at as "assignedAt",
      l.group_no as "groupNo"
    from bank_file_ambiguous_lines l left join account_names a on a.account_id = l.assigned_by
    where l.result_id = ${resultId} order by l.assigned_by is not null, l.line limit ${limit}`.execute(tx)
  return rows.toSorted((a, b) => a.line - b.line)
}

export type ShownCandidate = {
  readonly groupNo: number
  readonly position: number
  readonly rowNumber: number
  readonly name: string
  readonly sealed: string
  readonly netFen: bigint
  readonly remark: string
  readonly reference: string
  readonly state: TransferState
}

/** With whom each pays, and how it stands. */
export async function candidatesShown(
  tx: Tx,
  resultId: number,
  groups: readonly number[],
): Promise<ShownCandidate[]> {
  const { rows } = await sql<ShownCandidate>`
    select c.group_no as "groupNo", c.position, l.row_number as "rowNumber", l.name, l.sealed, r.net_fen as "netFen", l.remark, t.reference,
      t.state::text as state
    from bank_file_line_candidates c join bank_file_results s on s.result_id = c.result_id
      join bank_file_rows r on r.bank_file_id = s.bank_file_id and r.position = c.position
      join row_transfers t on t.row_id = r.row_id join payout_lines l on l.row_id = r.row_id
    where c.result_id = ${resultId} and c.group_no = any(${[...groups]}::int[]) order by c.group_no, c.position`.execute(
    tx,
  )
  return rows
}
