// Transactions, prepared statements and lost connections on a real server.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { openLog } from '../log/logger.ts'
import { UPLOADS_AT_ONCE } from './connection-pool.ts'
import { connectionOf, type Database, openDatabase, type Tx } from './database.ts'

const log = openLog('silent')
let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.drop())

async function withDatabase(prepares: boolean, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(home.url, log, { connections: 1, prepares })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Statements that are asked once, each with a text of its own. */
async function askOnce(database: Database, count: number, word = 'once'): Promise<void> {
  await database.query(async (tx) => {
    for (let at = 0; at < count; at += 1)
      await sql`select ${at}::int as ${sql.id(`${word}_${at}`)}`.execute(tx)
  })
}

const preparedWith = (database: Database, word: string) =>
  database.query(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements
      where statement like ${`%${word}%`} and statement not like '%pg_prepared_statements%'`.execute(tx)
    return rows[0]?.count
  })

const platforms = (database: Database) =>
  database.query((tx) => tx.selectFrom('platforms').select('name').orderBy('name').execute())

it('uploads leave requests their connections, and those beyond their bound wait', () =>
  withDatabase(true, async (database) => {
    const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    const upload = (until: Promise<void>) =>
      database.transact(async () => {
        begun += 1
        await until
      }, 'upload')
    const uploads = [first, ...Array.from({ length: UPLOADS_AT_ONCE }, () => rest)].map(({ promise }) =>
      upload(promise),
    )
    await expect.poll(() => begun).toBe(UPLOADS_AT_ONCE)
    await platforms(database)
    expect(begun).toBe(UPLOADS_AT_ONCE)
    first.resolve()
    await expect.poll(() => begun).toBe(UPLOADS_AT_ONCE + 1)
    rest.resolve()
    await Promise.all(uploads)
  }))

describe.each([true, false])('database with prepared statements %s', (prepares) => {
  it('repeats a statement and prepares it at most once', () =>
    withDatabase(prepares, async (database) => {
      await platforms(database)
      await platforms(database)
      expect(await preparedWith(database, 'platforms')).toBe(prepares ? 1 : 0)
    }))

  it('rolls back a transaction that throws, and stays usable', () =>
    withDatabase(prepares, async (database) => {
      const before = await platforms(database)
      const failing = database.transact(async (tx) => {
        await tx.insertInto('platforms').values({ name: 'never', created_at: new Date() }).execute()
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await platforms(database)).toEqual(before)
    }))

  it('replaces a lost connection', () =>
    withDatabase(prepares, async (database) => {
      const cut = database.transact((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
      await expect(cut).rejects.toThrow()
      expect(await platforms(database)).toEqual([])
    }))
})

it('counts prepared statements per connection', () =>
  withDatabase(true, async (crowded) => {
    await askOnce(crowded, 1_000)
    await withDatabase(true, async (database) => {
      await askOnce(database, 1, 'elsewhere')
      expect(await preparedWith(database, 'elsewhere')).toBe(1)
    })
  }))

it('replaces a connection that has reached its limit of prepared statements', () =>
  withDatabase(true, async (database) => {
    await askOnce(database, 999)
    expect(await preparedWith(database, 'once')).toBe(999)
    await askOnce(database, 1)
    await platforms(database)
    expect(await preparedWith(database, 'platforms')).toBe(1)
    expect(await preparedWith(database, 'once')).toBeLessThan(2)
  }))

it.each([
  ['insert', (tx: Tx) => tx.insertInto('platforms').values({ name: 'never', created_at: new Date() })],
  ['update', (tx: Tx) => tx.updateTable('platforms as p').set({ name: 'never' })],
  ['delete', (tx: Tx) => tx.deleteFrom('platforms')],
  ['row lock', (tx: Tx) => tx.selectFrom('platforms').select('name').forUpdate()],
  ['shared row lock', (tx: Tx) => tx.selectFrom('platforms').select('name').forShare()],
] as [string, (tx: Tx) => { execute(): Promise<unknown> }][])(
  'refuses %s in look, with and without prepared statements',
  async (_, build) => {
    for (const prepares of [true, false])
      await withDatabase(prepares, async (database) => {
        await expect(database.query((tx) => build(tx).execute())).rejects.toThrow('only reads')
        expect(await platforms(database)).toEqual([])
      })
  },
)

it.each([
  sql`with gone as (delete from platforms returning name) select name from gone`,
  sql`truncate platforms`,
  sql`select name from platforms for no key update`,
])('refuses a raw statement that writes or locks in look', (statement) =>
  withDatabase(true, async (database) => {
    await expect(database.query((tx) => statement.execute(tx))).rejects.toThrow('only reads')
  }),
)

it('refuses the bare connection in look, which could copy rows in', () =>
  withDatabase(true, async (database) => {
    await expect(database.query(async (tx) => connectionOf(tx))).rejects.toThrow('not a transaction')
  }))

it('rejects writes in database.read', () =>
  withDatabase(true, async (database) => {
    const writing = database.read((tx) =>
      tx.insertInto('platforms').values({ name: 'never', created_at: new Date() }).execute(),
    )
    await expect(writing).rejects.toThrow('read-only')
  }))

describe('statements that are asked at once', () => {
  const ask = (tx: Tx, value: number) =>
    sql<{ value: number }>`select ${value}::int as value`.execute(tx).then(({ rows }) => rows[0]?.value)
  const fail = (tx: Tx) => sql`select 1 / ${0}::int`.execute(tx)
  const waitingFor = (tx: Tx) =>
    sql<{ value: number }>`select pg_sleep(0.05), 7 as value`.execute(tx).then(({ rows }) => rows[0]?.value)

  it.each(['query', 'read'] as const)('are each answered with their own rows in %s', (way) =>
    withDatabase(true, async (database) => {
      const asked = Array.from({ length: 30 }, (_, value) => value % 7)
      const answers = database[way]((tx) => Promise.all(asked.map((value) => ask(tx, value))))
      expect(await answers).toEqual(asked)
    }),
  )

  it('leave a connection behind that answers only the next asker, even where one of them failed', () =>
    withDatabase(true, async (database) => {
      const failing = database.query((tx) => Promise.all([fail(tx), waitingFor(tx), ask(tx, 1)]))
      await expect(failing).rejects.toThrow('division by zero')
      const numbers = [1, 2, 3]
      expect(await database.query((tx) => Promise.all(numbers.map((value) => ask(tx, value))))).toEqual(
        numbers,
      )
      expect(await database.transact((tx) => ask(tx, 4))).toBe(4)
    }))

  it('see one moment in a read, and a failed read leaves a usable connection', () =>
    withDatabase(true, async (database) => {
      await expect(database.read((tx) => Promise.all([ask(tx, 1), fail(tx)]))).rejects.toThrow('division')
      const moment = (tx: Tx) =>
        sql<{ at: Date }>`select now() as at`.execute(tx).then(({ rows }) => rows[0]?.at.getTime())
      const [first, second] = await database.read((tx) => Promise.all([moment(tx), moment(tx)]))
      expect(second).toBe(first)
      await expect(
        database.read((tx) =>
          tx.insertInto('platforms').values({ name: 'never', created_at: new Date() }).execute(),
        ),
      ).rejects.toThrow('read-only')
    }))
})
