// A server that freezes, turns read-only or is slow, and another that takes over: two real clusters.

import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canMount, openSmallDisk, type SmallDisk } from '../../testing/small-disk.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { postgresProcessesIn } from '../embedded-postgres/processes.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { openLog } from '../log/logger.ts'
import { copyInto } from './copy-rows.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { DatabaseUnavailable, isDiskFull, isPassingOutage } from './explain-connection.ts'

const log = openLog('silent')
/** Of the test run: made read-only by its database alone, which live connections do not notice. */
let shared: TestDatabase
/** Our own, to freeze and to demote; it has a database, user and password of the same names. */
let own: EmbeddedPostgres
/** As the owner; it has what a transaction of ours asks for, and none of our other tables. */
let ownersUrl: string
let folder: string
let both: string
const opened: Database[] = []

beforeAll(async () => {
  shared = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'paywages-outage-'))
  own = await startEmbeddedPostgres({ folder, fast: true })
  const { pathname, username, password, host } = new URL(shared.url)
  const name = pathname.slice(1)
  await administer(own.url, `create database ${name}`)
  await administer(own.url, `alter role ${username} password '${decodeURIComponent(password)}'`)
  const url = new URL(own.url)
  url.pathname = pathname
  ownersUrl = url.href
  Object.assign(url, { username, password })
  own = { ...own, url: url.href }
  both = `postgres://${username}:${password}@${url.host},${host}/${name}?target_session_attrs=read-write`
  await administer(ownersUrl, 'create table schema_version (least_writer int)')
  await administer(ownersUrl, `grant select on schema_version to ${username}`)
  for (const at of [ownersUrl, shared.ownerUrl])
    await administer(at, 'create table written (word text)', `grant all on written to ${username}`)
})
afterAll(async () => {
  await own.stop()
  await rm(folder, { recursive: true, force: true })
  await shared.drop()
})
afterEach(async () => {
  await thaw()
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of ['set default_transaction_read_only = off', ...statements])
    await client.query(statement)
  await client.end()
}

function open(url: string, options: DatabaseOptions = {}): Database {
  const database = openDatabase(url, log, { connections: 2, ...options })
  opened.push(database)
  return database
}

const write = (database: Database) =>
  database.transact(async (tx) => {
    await sql`insert into written values ('here')`.execute(tx)
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(tx)
    return String(rows[0]?.port)
  })
const portOf = (url: string) => new URL(url).port
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  )

const setSharedReadOnly = (on: boolean) => {
  const name = new URL(shared.url).pathname.slice(1)
  return administer(
    shared.ownerUrl,
    `alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`,
  )
}

const signalAll = async (signal: NodeJS.Signals) => {
  for (const pid of await postgresProcessesIn(join(own.home, 'cluster'))) process.kill(pid, signal)
}
const freeze = () => signalAll('SIGSTOP')
const thaw = () => signalAll('SIGCONT')

describe('a frozen server', () => {
  const limits = { timeoutMs: 600 }

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['transact', write],
    ['read', (database) => database.read((tx) => sql`select 1`.execute(tx))],
    ['query', (database) => database.query((tx) => sql`select 1`.execute(tx))],
    ['a long job', (database) => database.transact((tx) => sql`select 1`.execute(tx), 'long')],
    ['requireWritable', (database) => database.requireWritable()],
  ])('fails %s as a passing outage and is used again once it is back', async (_, work) => {
    const database = open(own.url, limits)
    await work(database)
    await freeze()
    const failed = await outcome(work(database))
    expect([failed, isPassingOutage(failed)]).toEqual([expect.any(Error), true])
    await thaw()
    await work(database)
  })

  it('fails a COPY that is under way', async () => {
    const database = open(own.url, limits)
    const copying = outcome(
      database.transact(async (tx) => {
        await copyInto(tx, 'written', ['word'], endlessRows())
      }, 'long'),
    )
    expect(await copying).toBeInstanceOf(DatabaseUnavailable)
    async function* endlessRows() {
      await freeze()
      // A frozen server takes no more once the buffers on the way are full.
      for (;;) yield ['x'.repeat(60_000)]
    }
  })

  it('is found to live while a statement is slow within its limit', async () => {
    const database = open(own.url, limits)
    await database.transact((tx) => sql`select pg_sleep(1.5)`.execute(tx), 'round')
  })

  it('is replaced by the other server of DATABASE_URL', async () => {
    await setSharedReadOnly(true)
    const database = open(both, limits)
    expect(await write(database)).toBe(portOf(own.url))
    await setSharedReadOnly(false)
    await freeze()
    expect(await outcome(write(database))).toBeInstanceOf(DatabaseUnavailable)
    expect(await write(database)).toBe(portOf(shared.url))
  })
})

describe('a server that turns read-only', () => {
  const setReadOnly = async (on: boolean) => {
    await administer(
      ownersUrl,
      `alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`,
      'select pg_reload_conf()',
    )
    const seen = new pg.Client(own.url)
    await seen.connect()
    const shown = async () => (await seen.query('show default_transaction_read_only')).rows
    await expect.poll(shown).toEqual([{ default_transaction_read_only: on ? 'on' : 'off' }])
    await seen.end()
  }
  afterEach(() => setReadOnly(false))

  it('fails writes as a passing outage, is not writable, and takes writes again later', async () => {
    const database = open(own.url)
    await write(database)
    await setReadOnly(true)
    const failed = await outcome(write(database))
    expect([failed, isPassingOutage(failed)]).toEqual([expect.any(DatabaseUnavailable), true])
    await expect(database.requireWritable()).rejects.toThrow('it only reads')
    await setReadOnly(false)
    await write(database)
    await database.requireWritable()
  })

  it('is left for the other server of DATABASE_URL', async () => {
    await setSharedReadOnly(true)
    const database = open(both)
    expect(await write(database)).toBe(portOf(own.url))
    await setReadOnly(true)
    await expect(outcome(write(database))).resolves.toBeInstanceOf(DatabaseUnavailable)
    // Neither is writable now.
    await expect(outcome(write(database))).resolves.toBeInstanceOf(DatabaseUnavailable)
    await setSharedReadOnly(false)
    expect(await write(database)).toBe(portOf(shared.url))
    const { rows } = await database.query((tx) => sql`select inet_server_port() as port`.execute(tx))
    expect(rows).toEqual([{ port: Number(portOf(shared.url)) }])
  })
})

describe.runIf(canMount)('a disk of the database that is full', () => {
  const NAME = 'small_disk'
  const fillTable = sql`insert into filled select repeat(md5(n::text), 60) from generate_series(1, 4096) n`
  let disk: SmallDisk

  beforeAll(async () => {
    disk = await openSmallDisk(4)
    const place = join(disk.folder, 'tablespace')
    await mkdir(place, { mode: 0o700 })
    const { uid, gid } = await stat(join(own.home, 'cluster'))
    await chown(place, uid, gid)
    const name = new URL(own.url).pathname.slice(1)
    await administer(ownersUrl, `create tablespace ${NAME} location '${place}'`)
    await administer(ownersUrl, `alter database ${name} set temp_tablespaces = ${NAME}`)
    await administer(ownersUrl, `create table filled (word text) tablespace ${NAME}`)
    const { username } = new URL(own.url)
    await administer(ownersUrl, `grant select, insert on filled to ${username}`)
    await administer(ownersUrl, `grant create on tablespace ${NAME} to ${username}`)
  })
  afterAll(async () => {
    const name = new URL(own.url).pathname.slice(1)
    await administer(ownersUrl, 'drop table filled', `alter database ${name} reset temp_tablespaces`)
    await administer(ownersUrl, `drop tablespace ${NAME}`)
    await disk.remove()
  })

  it('fails writes, is not writable, and is so again once there is space', async () => {
    const database = open(own.url)
    await database.requireWritable()
    await disk.fill(200_000)
    const failed = await outcome(database.transact((tx) => fillTable.execute(tx)))
    expect([failed, isDiskFull(failed)]).toMatchObject([{ code: '53100' }, true])
    await expect(database.requireWritable()).rejects.toThrow('its disk is full')
    // Reading goes on.
    await database.read((tx) => sql`select count(*) from filled`.execute(tx))
    await disk.empty()
    await database.requireWritable()
  })
})

describe('time limits', () => {
  const sleep = sql`select pg_sleep(5)`

  it('end a slow statement of a request, and leave the connection as it was', async () => {
    const database = open(own.url, { connections: 1, timeoutMs: 300 })
    const failed = await outcome(database.transact((tx) => sleep.execute(tx)))
    expect(failed).toMatchObject({ code: '57014' })
    expect(isPassingOutage(failed)).toBe(true)
    const { rows } = await database.query((tx) =>
      sql`select current_setting('statement_timeout') as limit`.execute(tx),
    )
    expect(rows).toEqual([{ limit: '0' }])
  })

  it('end a query that stands alone, on the server too', async () => {
    const database = open(own.url, { timeoutMs: 300 })
    const failed = await outcome(database.query((tx) => sleep.execute(tx)))
    expect(failed).toBeInstanceOf(DatabaseUnavailable)
    const running = async () =>
      (
        await database.query((tx) =>
          sql`select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(5)%' and pid <> pg_backend_pid()`.execute(
            tx,
          ),
        )
      ).rows
    await expect.poll(running, { timeout: 4_000 }).toEqual([])
  })

  it('end the wait for a lock, and a transaction that asks nothing', async () => {
    const database = open(own.url, { timeoutMs: 400 })
    const lock = sql`lock table written in access exclusive mode`
    await database.transact(async (tx) => {
      await lock.execute(tx)
      const failed = await outcome(database.transact((other) => lock.execute(other)))
      expect(failed).toMatchObject({ code: '55P03' })
      expect(isPassingOutage(failed)).toBe(true)
    }, 'long')
    const idle = outcome(
      database.transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        const there = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`
        await expect
          .poll(async () => (await database.query((other) => there.execute(other))).rows, { timeout: 10_000 })
          .toEqual([])
        await there.execute(tx)
      }),
    )
    expect(isPassingOutage(await idle)).toBe(true)
    await write(database)
  })
})
