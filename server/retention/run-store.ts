// The day's look for what may be erased: one whatever the number of workers; the only file that writes this table.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** After so long without a sign its worker is taken for dead. */
export const TAKEN_OVER_AFTER_MS = 5 * 60_000

/** Whether it is the asker's: nobody did it yet today, or whoever began is gone. */
export async function claimRun(tx: Tx, day: Day, now: Date): Promise<boolean> {
  const dead = new Date(now.getTime() - TAKEN_OVER_AFTER_MS)
  const { rows } = await sql`
    insert into retention_runs as run (day, begun_at, seen_at) values (${day}, ${now}, ${now})
    on conflict (day) do update set seen_at = excluded.seen_at, blocked = 0
      where run.ended_at is null and run.seen_at < ${dead}
    returning day`.execute(tx)
  return rows.length > 0
}

export async function noteProgress(
  tx: Tx,
  day: Day,
  at: Date,
  { erased, blocked }: { readonly erased: number; readonly blocked: number },
): Promise<void> {
  await sql`
    update retention_runs set seen_at = ${at}, erased = erased + ${erased}, blocked = blocked + ${blocked} where day = ${day}`.execute(
    tx,
  )
}

export async function endRun(tx: Tx, day: Day, at: Date): Promise<void> {
  await sql`update retention_runs set ended_at = ${at} where day = ${day}`.execute(tx)
}

/** Of the last year and more, up to a day, in their order. */
export async function looksUpTo(tx: Tx, day: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select day from (select day from retention_runs where day <= ${day} order by day desc limit 400) looks order by day`.execute(
    tx,
  )
  return rows.map((row) => row.day)
}

export type Run = {
  readonly day: Day
  readonly begunAt: Date
  readonly endedAt: Date | null
  readonly erased: number
  readonly blocked: number
}

export async function lastRun(tx: Tx): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select day, begun_at as "begunAt", ended_at as "endedAt", erased, blocked from retention_runs order by day desc limit 1`.execute(
    tx,
  )
  return rows[0]
}
