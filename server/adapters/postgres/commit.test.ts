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

/** As an administrator does who sees everything hang. */
async function cancelWaiting(): Promise<void> {
  await expect
    .poll(async () => {
      const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
      return (await admin.query(waiting)).rowCount
    })
    .toBe(1)
}

it('reports no commit that the lost standby has not confirmed, and commits again without it', async () => {
  expect(await write('before')).toBe('done')
  await waitForStandby('lost')
  const unconfirmed = write('unconfirmed')
  await cancelWaiting()
  expect(await unconfirmed).toBe('unavailable')
  await waitForStandby('')
  expect(await write('after')).toBe('done')
})
