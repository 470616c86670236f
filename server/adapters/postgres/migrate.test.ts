// Migrations that are run twice at once, blocked, killed in the middle, or sent through a transaction pooler.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest'
import {
  createEmptyDatabase,
  createMigrationsFolder,
  type EmptyDatabase,
  type MigrationsFolder,
} from '../../testing/empty-database.ts'
import { openTransactionPooler } from '../../testing/transaction-pooler.ts'
import { appUser } from '../embedded-postgres/app-user.ts'
import { StartProblem } from '../start-problem.ts'
import { clientsOf } from './connection-pool.ts'
import { DatabaseUnavailable } from './explain-connection.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

let database: EmptyDatabase
let folder: MigrationsFolder

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.query('drop schema public cascade; create schema public')
  folder = await createMigrationsFolder('empty')
  await folder.add(
    '0001-notes.sql',
    'create table notes (id int primary key, filled int not null default 0);',
  )
})
afterEach(() => folder.remove())

const BACKFILL = `-- step: batches
with piece as (select id from notes where id > $1 order by id limit 10),
  filled as (update notes n set filled = filled + 1 from piece where n.id = piece.id)
select max(id) as position from piece;
-- step: index
create index concurrently notes_by_filled on notes (filled);`

const run = (url = database.url, options: MigrateOptions = {}) =>
  migrate(url, { folder: folder.path, jobs: false, lookEveryMs: 20, ...options })

const addNotes = (count: number) =>
  database.query(`insert into notes (id) select * from generate_series(1, ${count})`)

async function connected(statement: string, name = 'a forgotten report'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: name })
  await client.connect()
  await client.query(statement)
  return client
}

it('runs each step once when two start at once', async () => {
  await run()
  await addNotes(95)
  await folder.add('0002-fill.sql', BACKFILL)
  await folder.add('0003-more.sql', 'alter table notes add column more text;')
  await Promise.all([run(), run()])
  expect(await database.query('select filled, count(*)::int from notes group by filled')).toEqual([
    { filled: 1, count: 95 },
  ])
  expect(await database.query('select name from schema_migrations order by name')).toHaveLength(3)
  expect(await database.query('select * from schema_steps')).toEqual([])
})

it('takes up a backfill where a kill left it, and fills no row twice', async () => {
  await run()
  await addNotes(95)
  await folder.add('0002-fill.sql', BACKFILL)
  // The row that is held lies in the third batch.
  const holder = await connected('begin; select from notes where id = 25 for update')
  const script = join(import.meta.dirname, '../../testing/migrate-in-process.ts')
  const child = fork(script, [database.url, folder.path], { execArgv: [] })
  await vi.waitFor(
    async () => {
      const [step] = await database.query<{ position: bigint }>('select position from schema_steps')
      expect(Number(step?.position)).toBe(20)
    },
    { timeout: 60_000 },
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  await holder.end()
  await run()
  expect(await database.query('select filled, count(*)::int from notes group by filled')).toEqual([
    { filled: 1, count: 95 },
  ])
})

it('tells whose lock it waits for, gives up without a change, and goes on later', async () => {
  await run()
  await folder.add('0002-more.sql', 'alter table notes add column more text;')
  const holder = await connected('begin; lock table notes in share mode')
  const lines: string[] = []
  const impatient = {
    lockTimeoutMs: 1_500,
    attempts: 2,
    pauseMs: 1,
    print: (line: string) => lines.push(line),
  }
  await expect(run(database.url, impatient)).rejects.toThrow(
    /^The migration 0002-more\.sql got no lock; it waited for connection \d+ \(a forgotten report, idle in transaction, .*Nothing of this step was changed/,
  )
  expect(lines.join('\n')).toMatch(
    /0002-more\.sql waits for a lock of connection \d+ \(a forgotten report.*\n.*lets the others go first/,
  )
  expect(await database.query('select name from schema_migrations')).toHaveLength(1)
  await holder.end()
  await run()
  expect(await database.query('select more from notes')).toEqual([])
})

it('tells who holds the lock of migrations, and gives up', async () => {
  // As a pooler leaves it behind when an earlier release locked for its session.
  const holder = await connected('select pg_advisory_lock(7294001)', 'a leaked session')
  const lines: string[] = []
  await expect(run(database.url, { anotherMs: 100, print: (line) => lines.push(line) })).rejects.toThrow(
    /^Another migrate holds the lock: connection \d+ \(a leaked session, .*pg_terminate_backend/,
  )
  expect(lines[0]).toContain('Waiting for another migrate: connection')
  await holder.end()
  await run()
})

it('builds indexes while it keeps looking whom it waits for, and another waits for the lock', async () => {
  await run()
  const indexes = Array.from({ length: 12 }, (_, n) => `notes_${n}`)
  const steps = indexes.map((name) => `-- step: index\ncreate index concurrently ${name} on notes (filled);`)
  await folder.add('0002-indexes.sql', steps.join('\n'))
  await Promise.all([run(database.url, { lookEveryMs: 0 }), run(database.url, { lookEveryMs: 0 })])
  expect(await database.query("select from pg_indexes where indexname ~ '^notes_[0-9]+$'")).toHaveLength(12)
})

it('drops an index that a killed build left invalid, and builds it again', async () => {
  await run()
  await addNotes(20)
  await database.query('create index notes_by_filled on notes (filled)')
  await database.query(
    "update pg_index set indisvalid = false where indexrelid = 'notes_by_filled'::regclass",
  )
  await folder.add('0002-fill.sql', BACKFILL)
  await run()
  expect(
    await database.query("select indisvalid from pg_index where indexrelid = 'notes_by_filled'::regclass"),
  ).toEqual([{ indisvalid: true }])
})

it('needs no session: it runs through a transaction pooler, twice', async () => {
  const pooler = await openTransactionPooler(database.url)
  await run(pooler.url)
  await addNotes(45)
  await folder.add('0002-fill.sql', BACKFILL)
  await run(pooler.url)
  await folder.add('0003-more.sql', 'alter table notes add column more text;')
  await run(pooler.url, { anotherMs: 100 })
  expect(await database.query('select filled, count(*)::int from notes group by filled')).toEqual([
    { filled: 1, count: 45 },
  ])
  // Nothing was left on the connections that the pooler keeps.
  const left =
    "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"
  expect(await database.query(left)).toEqual([])
  await pooler.close()
})

it('migrates and installs the job queue where the address names several servers, of which one is gone', async () => {
  const { host } = new URL(database.url)
  const url = database.url.replace(host, `127.0.0.1:1,${host}`)
  await run(url, { jobs: true })
  expect(
    await database.query("select count(*)::int as made from pg_tables where schemaname = 'pgboss'"),
  ).not.toEqual([{ made: 0 }])
})

it('waits for a statement of a migration as long as the server lives, for others within their limits', async () => {
  const slow = async (kind: 'request' | 'migration') => {
    const { Client } = clientsOf(database.url, 900, kind)
    const client = new Client()
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query('select pg_sleep(1.9)')).rowCount
    } catch (error) {
      return error instanceof DatabaseUnavailable ? 'dropped' : error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  expect(await Promise.all([slow('request'), slow('migration')])).toEqual(['dropped', 1])
})

it('says in a sentence whose address is wrong, and who may not make tables', async () => {
  const as = (user: string, password: string) => {
    const url = new URL(database.url)
    return Object.assign(url, { username: user, password }).href
  }
  const setting = 'DATABASE_OWNER_URL'
  const closed = database.url.replace(/:\d+\//, ':1/')
  await expect(run(closed, { setting })).rejects.toThrow(
    'The database of DATABASE_OWNER_URL cannot be reached: ',
  )
  const app = new URL(inject('databaseServerUrl'))
  await expect(run(as(appUser, app.password))).rejects.toThrow(
    new StartProblem(
      `The user ${appUser} may not make tables in this database: set DATABASE_OWNER_URL to the user that owns it.`,
    ),
  )
  await expect(run(database.url, { appUser: 'nobody-at-all' })).rejects.toThrow('knows no user nobody-at-all')
  expect(await database.query("select to_regclass('public.notes') as made")).toEqual([{ made: null }])
})
