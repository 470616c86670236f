// How many payouts stand at each Shanghai day: kept, so that counts cost the same whatever the number of rows.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS, type Day, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

/** Cancelled rows have no payout day. */
export type StartedStatus = Exclude<RowStatus, 'cancelled'>

export type DayMove = {
  readonly providerId: number
  readonly at: Date
  readonly status: StartedStatus
  readonly rows: number
  readonly amountFen: Fen
  readonly feeFen: Fen
}

type DayChange = {
  readonly providerId: number
  readonly day: Day
  processing: number
  succeeded: number
  failed: number
  succeededFen: Fen
  failedFen: Fen
  succeededFeeFen: Fen
}

/**
 * Moves the days' counts; days are taken in one order everywhere, so that two settlements cannot deadlock. What is to be changed behind
 * them goes into the same statement, once they are moved.
 */
export async function moveDays(
  tx: Tx,
  moves: readonly DayMove[],
  behind?: RawBuilder<unknown>,
): Promise<void> {
  const changes = gather(moves)
  if (changes.length === 0 || (await apply(tx, changes, behind)) === changes.length) return
  await sql`
    insert into payout_days as d (provider_id, day, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen)
    select * from unnest(${changes.map((c) => c.providerId)}::int[], ${changes.map((c) => c.day)}::date[]) w(provider, day),
      lateral (select 0, 0, 0, 0::bigint, 0::bigint, 0::bigint) zero
    order by 1, 2
    on conflict (provider_id, day) do nothing`.execute(tx)
  await apply(tx, changes, behind)
}

/** All of them or, where a day is not there yet, none; tells how many. */
async function apply(tx: Tx, changes: readonly DayChange[], behind?: RawBuilder<unknown>): Promise<number> {
  const column = <T>(of: (change: DayChange) => T) => changes.map(of)
  // Asked for the count, the database moves the days first.
  const next = behind && sql`, behind as (${behind} and (select count(*) from moved) = ${changes.length})`
  const { rows } = await sql<{ moved: number }>`
    with wanted as (
      select * from unnest(${column((c) => c.providerId)}::int[], ${column((c) => c.day)}::date[], ${column((c) => c.processing)}::int[],
        ${column((c) => c.succeeded)}::int[], ${column((c) => c.failed)}::int[], ${column((c) => c.succeededFen)}::bigint[],
        ${column((c) => c.failedFen)}::bigint[], ${column((c) => c.succeededFeeFen)}::bigint[])
      w(provider_id, day, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen)),
    held as materialized (
      select d.provider_id, d.day from payout_days d join wanted using (provider_id, day) order by d.provider_id, d.day for update of d),
    moved as (
      update payout_days d set processing = d.processing + w.processing, succeeded = d.succeeded + w.succeeded, failed = d.failed + w.failed,
        succeeded_fen = d.succeeded_fen + w.succeeded_fen, failed_fen = d.failed_fen + w.failed_fen,
        succeeded_fee_fen = d.succeeded_fee_fen + w.succeeded_fee_fen
      from held join wanted w using (provider_id, day)
      where d.provider_id = held.provider_id and d.day = held.day and (select count(*) from held) = ${changes.length} returning 1)
    ${next ?? sql``}
    select count(*)::int as moved from moved`.execute(tx)
  return rows[0]?.moved ?? 0
}

function gather(moves: readonly DayMove[]): DayChange[] {
  const changes = new Map<string, DayChange>()
  const dayOf = lastDayKept()
  for (const { providerId, at, status, rows, amountFen, feeFen } of moves) {
    const day = dayOf(at)
    const key = `${String(providerId).padStart(10, '0')} ${day}`
    const change = changes.get(key) ?? {
      providerId,
      day,
      processing: 0,
      succeeded: 0,
      failed: 0,
      succeededFen: 0n,
      failedFen: 0n,
      succeededFeeFen: 0n,
    }
    change[status] += rows
    if (status === 'succeeded') change.succeededFen += amountFen
    if (status === 'succeeded') change.succeededFeeFen += feeFen
    if (status === 'failed') change.failedFen += amountFen
    changes.set(key, change)
  }
  return [...changes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change)
}

/** Nearly all of a thousand payouts stand at one day: it is worked out once. */
function lastDayKept(): (at: Date) => Day {
  let day: Day | undefined
  let [from, to] = [0, 0]
  return (at) => {
    const time = at.getTime()
    if (day !== undefined && time >= from && time < to) return day
    day = shanghaiDay(at)
    from = startOfDay(day).getTime()
    to = from + DAY_MS
    return day
  }
}

export type DayFigures = {
  readonly day: Day
  readonly succeeded: number
  readonly failed: number
  readonly succeededFen: Fen
  readonly failedFen: Fen
  readonly succeededFeeFen: Fen
}

type Days = { readonly from: Day; readonly to: Day }

/** The kept figures of all companies in scope, day by day; both ends belong to the range. */
export async function figuresByDay(tx: Tx, scope: Scope, { from, to }: Days): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select d.day::text as day, sum(d.succeeded)::float8 as succeeded, sum(d.failed)::float8 as failed,
      sum(d.succeeded_fen)::bigint as "succeededFen", sum(d.failed_fen)::bigint as "failedFen",
      sum(d.succeeded_fee_fen)::bigint as "succeededFeeFen"
    from payout_days d where ${inScope(scope, 'd.provider_id')} and d.day between ${from} and ${to}
    group by d.day order by d.day`.execute(tx)
  return rows
}

/** What each company in scope spent in these days, payouts with their fees. */
export async function spentByProvider(tx: Tx, scope: Scope, { from, to }: Days): Promise<Map<number, Fen>> {
  const { rows } = await sql<{ providerId: number; spentFen: Fen }>`
    select d.provider_id as "providerId", sum(d.succeeded_fen + d.succeeded_fee_fen)::bigint as "spentFen"
    from payout_days d where ${inScope(scope, 'd.provider_id')} and d.day between ${from} and ${to}
    group by d.provider_id`.execute(tx)
  return new Map(rows.map(({ providerId, spentFen }) => [providerId, spentFen]))
}
