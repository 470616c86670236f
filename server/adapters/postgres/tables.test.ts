// The generated table types are those of the migrations, and a migrated database takes no foreign history.

import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { describeTables } from './describe-tables.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const withoutSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

it('tables.ts matches the migrations (otherwise run npm run tables)', async () => {
  const written = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(withoutSpaces(written)).toBe(withoutSpaces(await describeTables(client)))
})

it('migrate changes nothing when run again, even twice concurrently', async () => {
  const before = (await client.query('select * from schema_migrations order by name')).rows
  await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])
  expect((await client.query('select * from schema_migrations order by name')).rows).toEqual(before)
})

it('migrate tolerates migrations of a newer release that this one may still write beside, and no others', async () => {
  await client.query("insert into schema_migrations (name, sha256) values ('9999-future.sql', 'x')")
  await migrate(database.ownerUrl)
  await client.query('update schema_version set least_writer = 9999')
  await expect(migrate(database.ownerUrl)).rejects.toThrow(/9999-future\.sql.*start a newer version/)
  await client.query("update schema_migrations set name = '0001-foreign.sql' where name = '9999-future.sql'")
  await client.query('update schema_version set least_writer = 1')
  await expect(migrate(database.ownerUrl)).rejects.toThrow(/0001-foreign\.sql.*start a newer version/)
  await client.query("delete from schema_migrations where name = '0001-foreign.sql'")
})

it('migrate rejects a migration that was changed after it had been applied', async () => {
  await client.query("update schema_migrations set sha256 = 'x' where name like '0001-%'")
  await expect(migrate(database.ownerUrl)).rejects.toThrow(/0001-.*was changed/)
})
