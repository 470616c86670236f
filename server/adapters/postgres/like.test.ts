// Names found by a part: the same ones by their grams as by looking through them, and by the index.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { openLog } from '../log/logger.ts'
import { type Database, openDatabase } from './database.ts'
import { nameHolds } from './like.ts'

const NAMES = [
  '王小禾',
  '王禾小',
  '小王',
  '王',
  '𠮷田小禾',
  '阿卜杜·热合曼',
  '100%_\\',
  'Anna Li',
  '小禾小禾',
  '',
]

let home: TestDatabase
let database: Database
beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.url, openLog('silent'), { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await home.drop()
})

it.each(['王', '小禾', '王小禾', '禾小', '𠮷', '𠮷田', '·', '%', '_\\', 'na', 'NA', '王小禾x'])(
  'finds the names that hold %s, and no others',
  async (part) => {
    const found = await database.query((tx) =>
      sql<{ name: string }>`
        select n.name from unnest(${NAMES}::text[]) n (name) where ${nameHolds('n.name', part)}`.execute(tx),
    )
    expect(found.rows.map(({ name }) => name)).toEqual(NAMES.filter((name) => name.includes(part)))
  },
)

it.each(['payee_names', 'provider_freelancers', 'tax_statements', 'tax_year_statements'])(
  'asks the index of %s',
  async (table) => {
    const plan = await database.transact(async (tx) => {
      // The tables of a test are so small that reading them through is cheaper.
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select from ${sql.table(table)} n where ${nameHolds('n.name', '小禾')}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(`${table}_by_gram`)
  },
)
