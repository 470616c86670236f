// The progress of uploads under way in the database.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Stage = 'waiting' | 'reading' | 'judging' | 'storing' | 'done'
export type Progress = {
  readonly stage: Stage
  readonly done: number
  readonly total: number
  readonly bad: number
}

export async function writeProgress(
  tx: Tx,
  accountId: number,
  uploadKey: string,
  progress: Progress,
  at: Date,
): Promise<void> {
  await sql`
    insert into upload_progress (account_id, upload_key, stage, done, total, bad, updated_at)
    values (${accountId}, ${uploadKey}, ${progress.stage}, ${progress.done}, ${progress.total}, ${progress.bad}, ${at})
    on conflict (account_id, upload_key) do update set stage = excluded.stage, done = excluded.done,
      total = excluded.total, bad = excluded.bad, updated_at = excluded.updated_at`.execute(tx)
}

export async function readProgress(tx: Tx, accountId: number, uploadKey: string): Promise<Progress> {
  const row = await tx
    .selectFrom('upload_progress')
    .where('account_id', '=', accountId)
    .where('upload_key', '=', uploadKey)
    .select([sql<Stage>`stage`.as('stage'), 'done', 'total', 'bad'])
    .executeTakeFirst()
  return row ?? { stage: 'waiting', done: 0, total: 0, bad: 0 }
}

/** This upload's, and what crashed servers left behind. */
export async function deleteProgress(
  tx: Tx,
  accountId: number,
  uploadKey: string,
  before: Date,
): Promise<void> {
  await tx
    .deleteFrom('upload_progress')
    .where((eb) =>
      eb.or([
        eb('updated_at', '<', before),
        eb.and([eb('account_id', '=', accountId), eb('upload_key', '=', uploadKey)]),
      ]),
    )
    .execute()
}
