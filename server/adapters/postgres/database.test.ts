// Transactions, prepared statements and lost connections on a real server.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { openLog } from '../log/logger.ts'
import { type Database, openDatabase } from './database.ts'

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

const platforms = (database: Database) =>
  database.look((tx) => tx.selectFrom('platforms').select('name').orderBy('name').execute())

describe.each([true, false])('with prepared statements %s', (prepares) => {
  it('runs the same statement again and again', () =>
    withDatabase(prepares, async (database) => {
      await platforms(database)
      await platforms(database)
      const { rows } = await database.look((tx) =>
        sql<{
          count: number
        }>`select count(*)::int as count from pg_prepared_statements where statement like '%platforms%'`.execute(
          tx,
        ),
      )
      expect(rows[0]?.count).toBe(prepares ? 2 : 0)
    }))

  it('rolls back what throws, and goes on', () =>
    withDatabase(prepares, async (database) => {
      const before = await platforms(database)
      const failing = database.transact(async (tx) => {
        await tx.insertInto('platforms').values({ name: 'never', created_at: new Date() }).execute()
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await platforms(database)).toEqual(before)
    }))

  it('lets a lost connection go and takes a new one', () =>
    withDatabase(prepares, async (database) => {
      const cut = database.transact((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
      await expect(cut).rejects.toThrow()
      expect(await platforms(database)).toEqual([])
    }))
})

it('refuses to write while it reads', () =>
  withDatabase(true, async (database) => {
    const writing = database.read((tx) =>
      tx.insertInto('platforms').values({ name: 'never', created_at: new Date() }).execute(),
    )
    await expect(writing).rejects.toThrow('read-only')
  }))
