// The database itself refuses writers below the least release, and releases that are older than this guard and name none.

import { HALT_REASONS } from '@paywages/domain/transfers/sending-gate.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openLog } from '../adapters/log/logger.ts'
import { type Database, openDatabase } from '../adapters/postgres/database.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { beginWriting, isRefusedWriter, RELEASE } from '../adapters/postgres/release.ts'
import { refusalOf } from '../http/reply.ts'
import { createMigrationsFolder, type MigrationsFolder } from '../testing/empty-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/template-database.ts'
import { openTransactionPooler } from '../testing/transaction-pooler.ts'

const NEXT = RELEASE + 1
const log = openLog('silent')
const numbered = (number: number) => String(number).padStart(4, '0')

let home: TestDatabase
let admin: pg.Client
let folder: MigrationsFolder
const open: Database[] = []

beforeAll(async () => {
  home = await createTestDatabase()
  admin = new pg.Client(home.ownerUrl)
  await admin.connect()
  folder = await createMigrationsFolder('as-this-release')
})
afterAll(async () => {
  for (const database of open) await database.close()
  await admin.end()
  await folder.remove()
  await home.drop()
})

function as(release: number, url = home.url): Database {
  const database = openDatabase(url, log, { connections: 2, release, prepares: url === home.url })
  open.push(database)
  return database
}

const write = (database: Database) =>
  database.transact((tx) =>
    sql`insert into platforms (name, created_at) values (gen_random_uuid()::text, now())`.execute(tx),
  )

it('guards every table there is', async () => {
  const { rows } = await admin.query(`
    select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not like 'schema\\_%' and not exists (select from pg_trigger t where t.tgrelid = c.oid
        and t.tgname = 'old_writers_refused' and t.tgenabled = 'O' and t.tgtype & 4 > 0 and t.tgtype & 8 > 0 and t.tgtype & 16 > 0)`)
  expect(rows).toEqual([])
})

it('takes writes of this release, and none of an older one', async () => {
  await write(as(RELEASE))
  const { rows } = await admin.query<{ least: number }>('select least_writer as least from schema_version')
  const refused = await write(as((rows[0]?.least ?? 0) - 1)).catch((error: unknown) => error)
  expect(isRefusedWriter(refused)).toBe(true)
  expect(refusalOf(refused)).toMatchObject({ http: 503, code: 'release-unfit' })
})

it('tells releases apart that share a connection behind a transaction pooler', async () => {
  const pooler = await openTransactionPooler(home.url, 1)
  await write(as(RELEASE, pooler.url))
  await expect(write(as(1, pooler.url))).rejects.toMatchObject({ code: 'PW001' })
  await write(as(RELEASE, pooler.url))
  // One that names no release does not inherit that of the last transaction.
  const old = new pg.Client(pooler.url)
  await old.connect()
  await expect(old.query('delete from sessions')).rejects.toMatchObject({ code: 'PW001' })
  await old.end()
  for (const database of open.splice(-3)) await database.close()
  await pooler.close()
})

it('refuses a release from before the guard, which names no release, even as the owner', async () => {
  const url = new URL(home.ownerUrl)
  url.search = ''
  const old = new pg.Client(url.href)
  await old.connect()
  for (const statement of [
    "insert into platforms (name, created_at) values ('old', now())",
    'update transfers set state = state',
    'delete from sessions',
    'copy payout_rows from stdin',
  ])
    await expect(old.query(statement)).rejects.toMatchObject({ code: 'PW001' })
  await old.end()
})

const turn = (release: number, change: string) =>
  as(release)
    .transact((tx) => sql.raw(`update sending_gate set ${change}`).execute(tx))
    .then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

describe('a halt of sending', () => {
  const halt = (reason: string) =>
    admin.query(`update sending_gate set state = 'halted', reason = $1, halted_at = now()`, [reason])
  const OPENED = `state = 'open', reason = '', halted_at = null`

  it.each(HALT_REASONS)('for the reason %s is ended by this release', async (reason) => {
    await halt(reason)
    expect(await turn(RELEASE, OPENED)).toBe('done')
  })

  it.each([
    ['superseded', 204],
    ['record-cut', 204],
    ['word-of-a-newer-release', RELEASE],
  ])('for the reason %s is left standing by release %i, which does not know it', async (reason, release) => {
    await halt(reason)
    expect(await turn(release, OPENED)).toBe('PW001')
    expect(await turn(release, `reason = 'unknown-debits'`)).toBe('PW001')
    expect(await turn(release, 'compared_at = now()')).toBe('done')
  })
})

describe('that a server was compared', () => {
  const RESTARTED = `server_started_at = server_started_at + interval '1 minute', compared_at = now()`

  /** Past the guards: once it was seen, that a standby follows is never taken back. */
  const settle = (standby: boolean) =>
    admin.query(`set session_replication_role = replica;
      update sending_gate set state = 'open', reason = '', halted_at = null, standby_seen = ${standby};
      set session_replication_role = default`)

  it.each([
    ['the same as before', 'compared_at = now()', false, 'done'],
    ['the same, with a standby', 'compared_at = now()', true, 'done'],
    ['started anew, without a standby', RESTARTED, false, 'done'],
    ['started anew, with a standby', RESTARTED, true, 'PW001'],
    ['promoted or restored', 'timeline = timeline + 1', false, 'PW001'],
    ['another cluster', 'system_identifier = system_identifier + 1', false, 'PW001'],
  ])(
    'is said by release 204 of none that another may have replaced: %s',
    async (_, change, standby, outcome) => {
      await settle(standby)
      expect(await turn(204, change)).toBe(outcome)
      expect(await turn(205, change)).toBe('done')
    },
  )

  it('is refused to release 204 also where it takes back that a standby was seen', async () => {
    await settle(true)
    await turn(204, 'standby_seen = false')
    expect(await turn(204, RESTARTED)).toBe('PW001')
  })
})

it('goes on beside a newer release that only adds, and guards the table that it adds', async () => {
  await folder.add(`${numbered(NEXT)}-expand.sql`, 'create table extras (extra_id int primary key);')
  await migrate(home.ownerUrl, { folder: folder.path, jobs: false })
  await write(as(RELEASE))
  const { rows } = await admin.query("select tgname from pg_trigger where tgrelid = 'extras'::regclass")
  expect(rows).toEqual([{ tgname: 'old_writers_refused' }])
})

it('waits for a writer in hand before it raises the least release, and refuses whoever waited behind it', async () => {
  const number = NEXT + 1
  await folder.add(
    `${numbered(number)}-contract.sql`,
    `-- contract: least writer ${numbered(NEXT)}\nalter table platforms add column shade text;`,
  )
  const inHand = await as(RELEASE).pool.connect()
  await inHand.query(beginWriting(RELEASE))
  await inHand.query("insert into platforms (name, created_at) values ('in hand', now())")
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const contract = migrate(home.ownerUrl, {
    folder: folder.path,
    jobs: false,
    lookEveryMs: 20,
    lockTimeoutMs: 100_000,
    print,
  })
  await vi.waitFor(() => expect(lines.join()).toContain('waits for a lock of connection'), {
    timeout: 30_000,
  })
  const behind = write(as(RELEASE)).catch((error: unknown) => error)
  await vi.waitFor(
    async () => {
      const waiting = await admin.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(waiting.rows).toHaveLength(2)
    },
    { timeout: 30_000 },
  )
  await inHand.query('commit')
  inHand.release()
  await contract
  const { rows } = await admin.query("select name from platforms where name = 'in hand'")
  expect(rows).toHaveLength(1)
  expect(isRefusedWriter(await behind)).toBe(true)
  await expect(write(as(RELEASE))).rejects.toMatchObject({ code: 'PW001' })
  await write(as(NEXT))
})
