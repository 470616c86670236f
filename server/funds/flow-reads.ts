// Lines of the fund flow in the order of time and number, out of the two tables of the ledger: settled payouts, and postings of their own.

import { flowPhases, flowSideOf } from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { countLinesOf, hasLineOf, LAST_PART, SETTLED_VALUES, sumOfLines, WHOLE_SUM } from './settled-lines.ts'

export type FlowPosting = {
  readonly postingId: bigint
  readonly at: Date
  readonly phase: Phase
  readonly amountFen: Fen
  readonly subject: string
  readonly subjectId: bigint
}

export type Place = { readonly at: Date; readonly postingId: bigint }

export const EVERY_LINE = flowPhases()
const BRINGING_IN = EVERY_LINE.filter((phase) => flowSideOf(phase) === 'in')

const PLAIN = sql`p.posting_id as "postingId", p.at, p.phase, p.amount_fen as "amountFen", p.subject, p.subject_id as "subjectId"`
const SETTLED = sql`s.posting_id + v.part as "postingId", s.at, v.phase, v.amount_fen as "amountFen", 'transfer' as subject, s.transfer_id as "subjectId"`

/** Which rows of either table are looked at; `p` or `s` names them. */
type Within = (table: 'p' | 's') => RawBuilder<unknown>
type Order = 'asc' | 'desc'

const inOrder = (table: 'p' | 's', order: Order) =>
  sql`${sql.ref(`${table}.at`)} ${sql.raw(order)}, ${sql.ref(`${table}.posting_id`)} ${sql.raw(order)}`

/** All that may be among the first so many lines: as many postings, and as many settled payouts, each of which has at least one. */
function firstLines(
  within: Within,
  phases: readonly Phase[],
  order: Order,
  lines: RawBuilder<unknown>,
  further: Readonly<Record<'p' | 's', RawBuilder<unknown>>> = { p: sql``, s: sql`` },
): RawBuilder<unknown> {
  const wanted = sql`any(${[...phases]}::text[])`
  return sql`
    (select ${PLAIN}${further.p} from ledger_plain_lines p where ${within('p')} and p.phase = ${wanted} order by ${inOrder('p', order)} limit ${lines})
    union all
    (select ${SETTLED}${further.s} from (
        select * from ledger_settled_payouts s where ${within('s')} and ${hasLineOf(phases)} order by ${inOrder('s', order)} limit ${lines}) s
      cross join lateral (values ${SETTLED_VALUES}) v(part, phase, amount_fen) where v.amount_fen is not null and v.phase = ${wanted})`
}

/** Some lines of a provider within a stretch of time, after those that are skipped. */
export type Stretch = {
  readonly from: Date
  readonly to: Date
  readonly skip: number
  readonly take: number
}

const during =
  (providerId: number, from: RawBuilder<unknown>, to: RawBuilder<unknown>): Within =>
  (table) =>
    sql`${sql.ref(`${table}.provider_id`)} = ${providerId} and ${sql.ref(`${table}.at`)} >= ${from} and ${sql.ref(`${table}.at`)} < ${to}`

/** Beyond so many lines it is cheaper to count them than to read and sort them; only the first stretch of a page skips any. */
const FAR = 1_000

/** Of each stretch its own, in this order. */
export async function readStretches(
  tx: Tx,
  providerId: number,
  phases: readonly Phase[],
  stretches: readonly Stretch[],
  order: Order,
  far = FAR,
): Promise<FlowPosting[][]> {
  const found: FlowPosting[][] = []
  const near: Stretch[] = []
  for (const stretch of stretches)
    if (stretch.skip > far) found.push(await readFar(tx, providerId, phases, stretch, order))
    else near.push(stretch)
  return [...found, ...(await readNear(tx, providerId, phases, near, order))]
}

async function readNear(
  tx: Tx,
  providerId: number,
  phases: readonly Phase[],
  stretches: readonly Stretch[],
  order: Order,
): Promise<FlowPosting[][]> {
  if (stretches.length === 0) return []
  const direction = sql.raw(order)
  const { rows } = await sql<FlowPosting & { n: number }>`
    select w.n::int as n, found.* from unnest(${stretches.map(({ from }) => from)}::timestamptz[], ${stretches.map(({ to }) => to)}::timestamptz[],
      ${stretches.map(({ skip }) => skip)}::int[], ${stretches.map(({ take }) => take)}::int[]) with ordinality as w(since, until, skip, take, n)
    cross join lateral (
      select * from (${firstLines(during(providerId, sql`w.since`, sql`w.until`), phases, order, sql`w.skip + w.take`)}) l
      order by l.at ${direction}, l."postingId" ${direction} limit w.take offset w.skip) found
    order by w.n, found.at ${direction}, found."postingId" ${direction}`.execute(tx)
  return stretches.map((_, index) => rows.filter(({ n }) => n === index + 1).map(({ n, ...line }) => line))
}

/** Lines are counted by their moments first, and only those of the moments that the page shows are read. */
async function readFar(
  tx: Tx,
  providerId: number,
  phases: readonly Phase[],
  { from, to, skip, take }: Stretch,
  order: Order,
): Promise<FlowPosting[]> {
  const direction = sql.raw(order)
  const within = during(providerId, sql`${from}`, sql`${to}`)
  const shown: Within = (table) =>
    sql`${sql.ref(`${table}.provider_id`)} = ${providerId} and ${sql.ref(`${table}.at`)} >= w.since and ${sql.ref(`${table}.at`)} <= w.until`
  const { rows } = await sql<FlowPosting>`
    with moments as (
      select at, sum(lines) as lines, sum(sum(lines)) over (order by at ${direction}) - sum(lines) as before from (
        select p.at, count(*) as lines from ledger_plain_lines p where ${within('p')} and p.phase = any(${[...phases]}::text[]) group by p.at
        union all
        select s.at, sum(${countLinesOf(phases)}) from ledger_settled_payouts s where ${within('s')} and ${hasLineOf(phases)} group by s.at) counted
      group by at),
    w as materialized (
      select min(at) as since, max(at) as until, (${skip} - min(before))::bigint as skip from moments
      where before < ${skip + take} and before + lines > ${skip})
    select found.* from w cross join lateral (
      select * from (${firstLines(shown, phases, order, sql`w.skip + ${take}`)}) l
      order by l.at ${direction}, l."postingId" ${direction} limit ${take} offset w.skip) found
    order by found.at ${direction}, found."postingId" ${direction}`.execute(tx)
  return rows
}

/** The next lines of every kind after a place, oldest first: those of so many rows of either table, and whether there are more. */
export async function readAfter(
  tx: Tx,
  providerId: number,
  last: Place,
  to: Date,
  atOnce: number,
): Promise<{ readonly lines: FlowPosting[]; readonly more: boolean }> {
  // The row of the last line may have no further one.
  const after: Within = (table) =>
    sql`${during(providerId, sql`${last.at}`, sql`${to}`)(table)} and (${sql.ref(`${table}.at`)}, ${lastLineOf(table)}) > (${last.at}, ${last.postingId})`
  const whose = { p: sql`, null::bigint as settlement`, s: sql`, s.posting_id as settlement` }
  const { rows } = await sql<FlowPosting & { settlement: bigint | null }>`
    select * from (${firstLines(after, EVERY_LINE, 'asc', sql`${atOnce}`, whose)}) l
    where (l.at, l."postingId") > (${last.at}, ${last.postingId}) order by l.at, l."postingId"`.execute(tx)
  // Behind the last row of a table that has more there may be lines that were not read.
  const plain = rows.filter(({ settlement }) => settlement === null).length
  const settled = new Set(rows.flatMap(({ settlement }) => settlement ?? [])).size
  const ends = [
    ...(plain === atOnce ? [rows.findLastIndex(({ settlement }) => settlement === null)] : []),
    ...(settled > 0 && settled >= atOnce - 1
      ? [rows.findLastIndex(({ settlement }) => settlement !== null)]
      : []),
  ]
  const read = rows.slice(0, Math.min(rows.length, ...ends.map((end) => end + 1)))
  return { lines: read.map(({ settlement: _, ...line }) => line), more: ends.length > 0 }
}

const lastLineOf = (table: 'p' | 's') =>
  table === 'p' ? sql`p.posting_id` : sql`s.posting_id + ${LAST_PART}`

/** All lines after `low` up to and with `high`, in the order of the flow. */
export type Gap = { readonly low: Place; readonly high: Place; readonly knownFen?: Fen }

/** What each gap moved the balance by. */
export async function sumGaps(tx: Tx, providerId: number, gaps: readonly Gap[]): Promise<Fen[]> {
  const unknown = gaps.filter(({ knownFen }) => knownFen === undefined)
  const between = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${at}, ${id}) > (w.low_at, w.low_id) and (${at}, ${id}) <= (w.high_at, w.high_id)`
  // What is settled leaves the account.
  const { rows } =
    unknown.length === 0
      ? { rows: [] }
      : await sql<{ fen: bigint }>`
    select (coalesce(plain.fen, 0) - coalesce(settled.fen, 0))::bigint as fen from unnest(${unknown.map(({ low }) => low.at)}::timestamptz[],
      ${unknown.map(({ low }) => low.postingId)}::bigint[], ${unknown.map(({ high }) => high.at)}::timestamptz[],
      ${unknown.map(({ high }) => high.postingId)}::bigint[]) with ordinality as w(low_at, low_id, high_at, high_id, n)
    cross join lateral (
      select sum(case when p.phase = any(${BRINGING_IN}::text[]) then p.amount_fen else -p.amount_fen end) as fen
      from ledger_plain_lines p where p.provider_id = ${providerId} and p.phase = any(${EVERY_LINE}::text[])
        and ${between(sql`p.at`, sql`p.posting_id`)}) plain
    cross join lateral (
      select sum(case when s.at > w.low_at and s.at < w.high_at then ${WHOLE_SUM}
        else ${sumOfLines((part) => between(sql`s.at`, sql`s.posting_id + ${part}`))} end) as fen
      from ledger_settled_payouts s where s.provider_id = ${providerId} and s.at >= w.low_at and s.at <= w.high_at) settled
    order by w.n`.execute(tx)
  const summed = rows.map(({ fen }) => fen)
  return gaps.map(({ knownFen }) => knownFen ?? summed.shift() ?? 0n)
}
