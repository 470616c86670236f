// Payouts of all batches by company, person and time: one filter for list, count and export (D23).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import {
  type Day,
  endOfDay,
  firstWholeDay,
  shanghaiDay,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { PayoutNo } from '@paywages/domain/payouts/payout-no.ts'
import { MAX_COUNTED_BY_NAME } from '@paywages/wire/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing, nameHolds } from '../adapters/postgres/like.ts'
import type { StartedStatus } from './day-store.ts'
import { type DetailRecord, describeFound } from './described-rows-store.ts'
import type { ListedAt } from './row-store.ts'

export type DetailFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  readonly name?: string | undefined
  /** Keyed hashes of an ID number under every known key. */
  readonly idHashes?: readonly string[] | undefined
  /** One payout alone. */
  readonly number?: PayoutNo | undefined
  readonly status?: StartedStatus | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Only rows that a start took have a payout time: batches at 5, without cancelled rows. */
export function conditions(filter: DetailFilter): RawBuilder<unknown> {
  const { scope, providerId, name, idHashes, number, status, from, to } = filter
  const parts = [sql`r.payout_at is not null`, inScope(scope, 'r.payout_provider_id')]
  if (providerId !== undefined) parts.push(sql`r.payout_provider_id = ${providerId}`)
  if (status !== undefined) parts.push(sql`r.status = ${status}`)
  if (from !== undefined) parts.push(sql`r.payout_at >= ${from}`)
  if (to !== undefined) parts.push(sql`r.payout_at < ${to}`)
  if (idHashes !== undefined) parts.push(sql`r.id_hash = any(${[...idHashes]}::uuid[])`)
  if (number !== undefined) parts.push(numbered(number))
  if (name) parts.push(namedLike(filter, name))
  if (status === 'processing') parts.push(inRunningBatch(filter))
  return sql.join(parts, sql` and `)
}

function numbered({ batchNo, rowNumber }: PayoutNo): RawBuilder<unknown> {
  return sql`r.row_number = ${rowNumber} and r.batch_id = (select u.batch_id from payout_batches u where u.batch_no = ${batchNo})`
}

/** The few rows under way among all that were ever paid: only batches that have not ended have any. */
function inRunningBatch({ scope, providerId }: DetailFilter): RawBuilder<unknown> {
  const own = providerId === undefined ? sql`true` : sql`u.provider_id = ${providerId}`
  return sql`r.batch_id in (
    select u.batch_id from payout_batches u
    where u.status = 'transferring' and u.ended_at is null and ${own} and ${inScope(scope, 'u.provider_id')})`
}

/**
 * A part of a name finds people first, of whom there are few, and then their rows by an index. A batch may be started
 * before its people are registered; its rows are looked through themselves.
 */
function namedLike({ scope, providerId }: DetailFilter, name: string): RawBuilder<unknown> {
  const own = providerId === undefined ? sql`true` : sql`n.provider_id = ${providerId}`
  const like = containing(name)
  return sql`r.name like ${like} and (r.provider_id, r.id_hash) in (
    select n.provider_id, n.id_hash from payee_names n where ${nameHolds('n.name', name)} and ${own} and ${inScope(scope, 'n.provider_id')}
    union all select n.provider_id, n.id_hash from payout_batches u join payout_rows n using (batch_id)
    where u.registered_at is null and u.status = 'transferring' and n.name like ${like} and ${own})`
}

/** Newest first. Only the days that a page touches are looked through, and from their nearer end: all pages cost alike. */
export async function listDetails(
  tx: Tx,
  filter: DetailFilter,
  page: { index: number; size: number },
  count: number,
): Promise<(DetailRecord & ListedAt)[]> {
  const offset = page.index * page.size
  if (offset >= count) return []
  const size = Math.min(page.size, count - offset)
  const { days, before, held } = await windowOf(tx, filter, { offset, size, count })
  const backwards = offset - before > held / 2
  const skipped = backwards ? before + held - offset - size : offset - before
  const direction = backwards ? sql`asc` : sql`desc`
  const found = sql`select r.row_id from ${timedRows(filter)} r where ${conditions({ ...filter, ...days })}
    order by r.payout_at ${direction}, r.row_id ${direction} limit ${size} offset ${skipped}`
  const rows = await describeFound(tx, found)
  return backwards ? rows.toReversed() : rows
}

/** What holds all that the filter asks about: what became of rows stands in a narrower table than what they say, and failed ones are few. */
function timedRows(filter: DetailFilter): RawBuilder<unknown> {
  const { status } = filter
  if (isByPerson(filter) || status === 'processing') return sql`payout_lines`
  return status === 'failed'
    ? sql`(select o.row_id, o.payout_at, o.provider_id as payout_provider_id, 'failed' as status from failed_outcomes o)`
    : sql`(select o.row_id, o.payout_at, o.provider_id as payout_provider_id, o.status from row_outcomes o)`
}

type Window = {
  readonly days: Pick<DetailFilter, 'from' | 'to'>
  /** How many rows are newer than these days. */
  readonly before: number
  readonly held: number
}

/** So close to an end, counting rows is cheaper than adding up days. */
const NEAR_ROWS = 30

/** The days whose rows a page shows, by their kept counts; the whole range where these do not tell. */
async function windowOf(
  tx: Tx,
  filter: DetailFilter,
  { offset, size, count }: { offset: number; size: number; count: number },
): Promise<Window> {
  const { from, to } = filter
  const whole = { days: { from, to }, before: 0, held: count }
  const cut = [from, to].some((at) => at !== undefined && startOfDay(shanghaiDay(at)) < at)
  const isNear = Math.min(offset, count - offset - size) <= NEAR_ROWS
  if (cut || isNear || isByPerson(filter)) return whole
  const { rows } = await sql<{ day: Day; before: number; held: number }>`
    select * from (
      select day::text as day, held, (sum(held) over (order by day desc) - held)::int as before
      from (select d.day, sum(${keptOf(filter)})::int as held from payout_days d where ${daysOf(filter)} group by 1) kept where held > 0) standing
    where before < ${offset + size} and before + held > ${offset} order by day desc`.execute(tx)
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (newest === undefined || oldest === undefined) return whole
  const held = oldest.before + oldest.held - newest.before
  return { days: { from: startOfDay(oldest.day), to: endOfDay(newest.day) }, before: newest.before, held }
}

export type DetailCounts = {
  readonly total: number
  readonly succeeded: number
  readonly failed: number
  readonly succeededFen: Fen
  readonly failedFen: Fen
}

/** By a part of a name up to `most` and one more, where the states and sums are those of the rows that were counted (ADR 92). */
export async function countDetails(
  tx: Tx,
  filter: DetailFilter,
  most = MAX_COUNTED_BY_NAME,
): Promise<DetailCounts> {
  if (isByNameAlone(filter)) return countRows(tx, filter, most)
  return isByPerson(filter) ? countRows(tx, filter) : countByDays(tx, filter)
}

/** Days are kept for companies and states, neither for people nor for one payout. */
export function isByPerson({ name, idHashes, number }: DetailFilter): boolean {
  return Boolean(name) || idHashes !== undefined || number !== undefined
}

/** Of how many rows an ID number has, there are never many. */
export function isByNameAlone({ name, idHashes }: DetailFilter): boolean {
  return Boolean(name) && idHashes === undefined
}

async function countRows(tx: Tx, filter: DetailFilter, most?: number): Promise<DetailCounts> {
  const upTo = most === undefined ? sql`` : sql`limit ${sql.lit(most + 1)}`
  const { rows } = await sql<DetailCounts>`
    select count(*)::int as total, (count(*) filter (where r.status = 'succeeded'))::int as succeeded,
      (count(*) filter (where r.status = 'failed'))::int as failed,
      coalesce(sum(r.amount_fen) filter (where r.status = 'succeeded'), 0)::bigint as "succeededFen",
      coalesce(sum(r.amount_fen) filter (where r.status = 'failed'), 0)::bigint as "failedFen"
    from (select r.status, r.amount_fen from payout_lines r where ${conditions(filter)} ${upTo}) r`.execute(
    tx,
  )
  return rows[0] ?? NOTHING
}

const NOTHING: DetailCounts = { total: 0, succeeded: 0, failed: 0, succeededFen: 0n, failedFen: 0n }

/** Whole days by their kept counts; what sticks out at either end is counted row by row. */
async function countByDays(tx: Tx, filter: DetailFilter): Promise<DetailCounts> {
  const { from, to } = filter
  const first = from === undefined ? undefined : firstWholeDay(from)
  const end = to === undefined ? undefined : shanghaiDay(to)
  // The whole range may lie inside one day.
  if (first !== undefined && end !== undefined && first >= end) return countRows(tx, filter)
  const parts = [await sumDays(tx, filter, first, end)]
  if (from !== undefined && first !== undefined && from < startOfDay(first))
    parts.push(await countRows(tx, { ...filter, to: startOfDay(first) }))
  if (to !== undefined && end !== undefined && to > startOfDay(end))
    parts.push(await countRows(tx, { ...filter, from: startOfDay(end) }))
  return parts.reduce((sum, part) => ({
    total: sum.total + part.total,
    succeeded: sum.succeeded + part.succeeded,
    failed: sum.failed + part.failed,
    succeededFen: sum.succeededFen + part.succeededFen,
    failedFen: sum.failedFen + part.failedFen,
  }))
}

async function sumDays(
  tx: Tx,
  filter: DetailFilter,
  first: Day | undefined,
  end: Day | undefined,
): Promise<DetailCounts> {
  const whole = {
    ...filter,
    from: first === undefined ? undefined : startOfDay(first),
    to: end === undefined ? undefined : startOfDay(end),
  }
  const shown = (status: StartedStatus, column: string) =>
    filter.status === undefined || filter.status === status ? sql.ref(`d.${column}`) : sql`0`
  const { rows } = await sql<DetailCounts>`
    select coalesce(sum(${keptOf(filter)}), 0)::int as total, coalesce(sum(${shown('succeeded', 'succeeded')}), 0)::int as succeeded,
      coalesce(sum(${shown('failed', 'failed')}), 0)::int as failed,
      coalesce(sum(${shown('succeeded', 'succeeded_fen')}), 0)::bigint as "succeededFen",
      coalesce(sum(${shown('failed', 'failed_fen')}), 0)::bigint as "failedFen"
    from payout_days d where ${daysOf(whole)}`.execute(tx)
  return rows[0] ?? NOTHING
}

/** The kept number that a filter asks for. */
function keptOf({ status }: DetailFilter): RawBuilder<unknown> {
  return status === undefined ? sql`d.processing + d.succeeded + d.failed` : sql.ref(`d.${status}`)
}

/** Whole days only. */
function daysOf({ scope, providerId, from, to }: DetailFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inScope(scope, 'd.provider_id')]
  if (providerId !== undefined) parts.push(sql`d.provider_id = ${providerId}`)
  if (from !== undefined) parts.push(sql`d.day >= ${shanghaiDay(from)}`)
  if (to !== undefined) parts.push(sql`d.day < ${shanghaiDay(to)}`)
  return sql.join(parts, sql` and `)
}
