// How many payouts stand at each Shanghai day: kept, so that counts cost the same whatever the number of rows.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { sql } from 'kysely'
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

/** Moves the days' counts; days are taken in one order everywhere, so that two settlements cannot deadlock. */
export async function moveDays(tx: Tx, moves: readonly DayMove[]): Promise<void> {
  const changes = gather(moves)
  if (changes.length === 0) return
  await sql`
    insert into payout_days as d (provider_id, day, processing, succeeded, failed, succeeded_fen, failed_fen, succeeded_fee_fen)
    select * from unnest(${changes.map((c) => c.providerId)}::int[], ${changes.map((c) => c.day)}::date[]) w(provider, day),
      lateral (select 0, 0, 0, 0::bigint, 0::bigint, 0::bigint) zero
    order by 1, 2
    on conflict (provider_id, day) do nothing`.execute(tx)
  for (const change of changes) await apply(tx, change)
}

async function apply(tx: Tx, change: DayChange): Promise<void> {
  await sql`
    update payout_days set processing = processing + ${change.processing}, succeeded = succeeded + ${change.succeeded},
      failed = failed + ${change.failed}, succeeded_fen = succeeded_fen + ${change.succeededFen},
      failed_fen = failed_fen + ${change.failedFen}, succeeded_fee_fen = succeeded_fee_fen + ${change.succeededFeeFen}
    where provider_id = ${change.providerId} and day = ${change.day}`.execute(tx)
}

function gather(moves: readonly DayMove[]): DayChange[] {
  const changes = new Map<string, DayChange>()
  for (const { providerId, at, status, rows, amountFen, feeFen } of moves) {
    const day = shanghaiDay(at)
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
