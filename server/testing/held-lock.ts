// Holds a lock in the database, so that a test can look at a call that waits in the middle of its work.

import { expect, vi } from 'vitest'
import type { TestServices } from './test-services.ts'

/** Ends what hangs: six sheets that are read at once on a machine with twenty other things to do took longer than a quarter of a minute. */
const HANGS_MS = 100_000

export type HeldLock = {
  /** Resolves once that many calls wait for a lock. */
  untilWaiting(calls: number): Promise<void>
  release(): Promise<void>
  /** What the statement did stands from here on. */
  commit(): Promise<void>
}

/** Runs the statement in a transaction that stays open until released. */
export async function holdLock(
  services: TestServices,
  statement: string,
  values: readonly unknown[] = [],
): Promise<HeldLock> {
  const client = await services.admin.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  let released = false
  const end = async (how: 'rollback' | 'commit') => {
    if (released) return
    released = true
    await client.query(how)
    client.release()
  }
  const release = () => end('rollback')
  const waiting = () =>
    services.query(
      "select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'",
    )
  return {
    release,
    commit: () => end('commit'),
    untilWaiting: async (calls) => {
      try {
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(calls), { timeout: HANGS_MS })
      } catch (error) {
        await release()
        throw error
      }
    },
  }
}
