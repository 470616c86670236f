// How many payouts stand at each Shanghai day: kept, so that counts cost the same whatever the number of rows.

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

type Shown = 'processing' | 'succeeded' | 'failed'

export type DayMove = {
  readonly providerId: number
  readonly at: Date
  readonly status: Shown
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
