// What is asked beside a stream: of the stream's own moment, and over with it however the stream ends.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { openLog } from '../log/logger.ts'
import { copyOut } from './copy-out.ts'
import { type Beside, type Database, openDatabase, type Tx } from './database.ts'

let home: TestDatabase
let database: Database
/** Somebody else's connections. */
let others: Database
beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.url, openLog('silent'), { connections: 2 })
  others = openDatabase(home.url, openLog('silent'), { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await others.close()
  await home.drop()
})

const countPlatforms = async (tx: Tx) =>
  (await sql<{ count: number }>`select count(*)::int as count from platforms`.execute(tx)).rows[0]?.count

const addPlatform = () =>
  others.transact((tx) =>
    sql`insert into platforms (name, created_at) values ('Platform', now())`.execute(tx),
  )

/** None is in a transaction, and both connections may be lent. */
async function expectAllGivenBack(): Promise<void> {
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
  const { rows } = await others.pool.query(
    'select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()',
  )
  expect(rows).toEqual([])
}

async function rowsOf<T>(work: (tx: Tx, beside: Beside) => AsyncIterable<T>): Promise<T[]> {
  const rows: T[] = []
  for await (const row of database.stream(work)) rows.push(row)
  return rows
}

it('sees the moment of the stream, whatever was written before it looked', async () => {
  const counts = await rowsOf(async function* (tx, beside) {
    yield await countPlatforms(tx)
    const written = Promise.withResolvers<void>()
    const looked = beside(async (other) => {
      await written.promise
      return countPlatforms(other)
    })
    await addPlatform()
    written.resolve()
    yield await looked
    yield await countPlatforms(tx)
  })
  expect(new Set(counts)).toEqual(new Set([counts[0]]))
  expect(await database.query(countPlatforms)).toBe((counts[0] ?? 0) + 1)
  await expectAllGivenBack()
})

it('answers while rows flow', async () => {
  const rows = await rowsOf(async function* (tx, beside) {
    const looked = beside(countPlatforms)
    const query = sql`select n from generate_series(1, 50000) n`
    for await (const piece of copyOut(tx, query, (row) => row.int4(0))) {
      // Before the last of them, on the only other connection.
      await looked
      yield piece.length
    }
  })
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(50_000)
  await expectAllGivenBack()
})

it('cannot write', async () => {
  const writing = rowsOf(async function* (_, beside) {
    yield await beside((other) => sql`delete from platforms`.execute(other))
  })
  await expect(writing).rejects.toThrow('read-only transaction')
  await expectAllGivenBack()
})

it('tells its error to whoever waits for it, and ends both transactions', async () => {
  const failing = rowsOf(async function* (tx, beside) {
    const looked = beside((other) => sql`select 1 / 0`.execute(other))
    yield await countPlatforms(tx)
    yield await looked
  })
  await expect(failing).rejects.toThrow('division by zero')
  await expectAllGivenBack()
})

it('is over when the rows fail, or nobody takes them any more', async () => {
  const slow = (beside: Beside) => beside((other) => sql`select pg_sleep(0.3)`.execute(other))
  const failing = rowsOf(async function* (tx, beside) {
    void slow(beside)
    yield await countPlatforms(tx)
    throw new Error('no such row')
  })
  await expect(failing).rejects.toThrow('no such row')
  await expectAllGivenBack()
  const left = database.stream(async function* (tx, beside) {
    void slow(beside)
    yield await countPlatforms(tx)
    yield await countPlatforms(tx)
  })
  for await (const _ of left) break
  await expectAllGivenBack()
  expect(await database.query(countPlatforms)).toBeGreaterThan(0)
})
