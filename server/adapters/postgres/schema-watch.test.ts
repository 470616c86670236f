// What a process learns of its database: each way in which it may not fit, said once, and again when it fits.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { openLog } from '../log/logger.ts'
import { RELEASE } from './release.ts'
import { type SchemaWatch, watchSchema } from './schema-watch.ts'

let home: TestDatabase
let admin: pg.Client
let pool: pg.Pool
let schema: SchemaWatch
const lines: string[] = []

beforeAll(async () => {
  home = await createTestDatabase()
  admin = new pg.Client(home.ownerUrl)
  await admin.connect()
  pool = new pg.Pool({ connectionString: home.url, max: 1 })
  schema = watchSchema(pool, openLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) }))
})
afterAll(async () => {
  await pool.end()
  await admin.end()
  await home.drop()
})

it('does not fit before it was checked', () => {
  expect(schema.problem()).toContain('not been checked')
})

it.each([
  [
    'a migration is missing',
    "delete from schema_migrations where name like '0005-%'",
    'lacks the migration 5 of',
  ],
  [
    'the least writer is above',
    `update schema_version set least_writer = ${RELEASE + 1}`,
    `before ${RELEASE + 1}, and this one is ${RELEASE}`,
  ],
  [
    'there are no rights',
    'revoke select on schema_migrations from paywages_app',
    'has no rights on the tables yet',
  ],
  ['there are no tables', 'alter table schema_migrations rename to elsewhere', 'has no tables yet'],
])('tells once when %s, and when it fits again', async (_, breaking, sentence) => {
  lines.length = 0
  await schema.check()
  expect(schema.problem()).toBeUndefined()
  lines.length = 0
  const before = await admin.query('select name, sha256 from schema_migrations')
  await admin.query(breaking)
  await schema.check()
  await schema.check()
  expect(schema.problem()).toContain(sentence)
  expect(lines).toEqual([schema.problem()])
  await mend(before.rows)
  await schema.check()
  expect(schema.problem()).toBeUndefined()
  expect(lines.slice(1)).toEqual(['the schema of the database fits again'])
})

async function mend(applied: readonly { name: string; sha256: string }[]): Promise<void> {
  await admin.query('alter table if exists elsewhere rename to schema_migrations')
  await admin.query('grant select on schema_migrations to paywages_app')
  await admin.query('update schema_version set least_writer = 1')
  for (const { name, sha256 } of applied)
    await admin.query('insert into schema_migrations (name, sha256) values ($1, $2) on conflict do nothing', [
      name,
      sha256,
    ])
}

it('keeps what it knows while the database does not answer', async () => {
  await schema.check()
  await pool.end()
  await expect(schema.check()).rejects.toThrow()
  expect(schema.problem()).toBeUndefined()
  pool = new pg.Pool({ connectionString: home.url, max: 1 })
})
