// How far an upload has come, told through the database so that any server can answer.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { House } from '../house.ts'

export type Stage = 'waiting' | 'reading' | 'judging' | 'storing' | 'done'
export type Progress = {
  readonly stage: Stage
  readonly done: number
  readonly total: number
  readonly bad: number
}

/** Often enough for a bar to move, seldom enough to cost nothing. */
const EVERY_MS = 300

export type ProgressTeller = { tell(progress: Progress): Promise<void>; close(): Promise<void> }

export function tellProgress(house: House, accountId: number, uploadKey: string | undefined): ProgressTeller {
  if (uploadKey === undefined) return { tell: async () => undefined, close: async () => undefined }
  let lastAt = 0
  let lastStage = ''
  return {
    tell: async (progress) => {
      const now = performance.now()
      if (progress.stage === lastStage && now - lastAt < EVERY_MS) return
      lastAt = now
      lastStage = progress.stage
      await house.database.transact((tx) =>
        writeProgress(tx, accountId, uploadKey, progress, house.clock.now()),
      )
    },
    close: async () => {
      const hourAgo = new Date(house.clock.now().getTime() - 3_600_000)
      await house.database.transact((tx) =>
        tx
          .deleteFrom('upload_progress')
          .where((eb) =>
            eb.or([
              eb('updated_at', '<', hourAgo),
              eb.and([eb('account_id', '=', accountId), eb('upload_key', '=', uploadKey)]),
            ]),
          )
          .execute(),
      )
    },
  }
}

async function writeProgress(
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
