// A commit that no standby has confirmed is not reported as done: a real server that waits for a standby which never comes.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { openLog } from '../log/logger.ts'
import { type Database, openDatabase } from './database.ts'
import { isPassingOutage } from './explain-connection.ts'

let folder: string
let server: EmbeddedPostgres
let admin: pg.Client
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-commit-'))
  server = await startEmbeddedPostgres({ folder })
  admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query('create table schema_version (least_writer int)')
  await admin.query('create table written (word text)')
  database = openDatabase(server.url, openLog('silent'), { connections: 2 })
})
afterAll(async () => {
  await database.close()
  await admin.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  if (server.home.startsWith('/var/')) await rm(server.home, { recursive: true, force: true })
})

const write = (word: string) =>
  database
    .transact((tx) => sql`insert into written values (${word})`.execute(tx))
    .then(
      () => 'done',
      (error: unknown) => (isPassingOutage(error) ? 'unavailable' : String(error)),
    )

async function waitForStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await admin.query('show synchronous_standby_names')).rows[0].synchronous_standby_names)
    .toBe(name)
}

/**
 * Writes until a commit waits for the standby, and cancels that one, as an administrator does who sees everything hang. Commits wait from
 * the moment when the server's checkpointer has read the new setting, and nothing shows when it has: what commits before then is done.
 */
async function writeAndCancel(): Promise<string> {
  for (;;) {
    let isCancelled = false
    let isAnswered = false
    const outcome = write('unconfirmed').finally(() => (isAnswered = true))
    await expect
      .poll(async () => {
        const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
        isCancelled = (await admin.query(waiting)).rowCount === 1
        return isCancelled || isAnswered
      })
      .toBe(true)
    if (isCancelled) return outcome
    await outcome
  }
}

it('reports no commit that the lost standby has not confirmed, and commits again without it', async () => {
  expect(await write('before')).toBe('done')
  await waitForStandby('lost')
  expect(await writeAndCancel()).toBe('unavailable')
  await waitForStandby('')
  expect(await write('after')).toBe('done')
})
