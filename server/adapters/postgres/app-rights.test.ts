// The application's user can work, and can neither change history nor the tables; the owner's own user is no application's.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/template-database.ts'
import { appUser } from '../embedded-postgres/app-user.ts'
import { grantAppRights } from './app-rights.ts'
import { migrate } from './migrate.ts'
import { beginWriting } from './release.ts'

const NO_RIGHT = '42501'
/** What only grows, by the triggers that say so. */
const APPEND_ONLY = [
  'audit_seals',
  'ledger_postings',
  'ledger_settlements',
  'payout_approvals',
  'transfer_events',
  'replaced_serials',
  'contract_events',
  'invoice_events',
  'tax_proof_events',
]

let home: TestDatabase
let app: pg.Client
let owner: pg.Client

beforeAll(async () => {
  home = await createTestDatabase()
  app = new pg.Client(home.url)
  owner = new pg.Client(home.ownerUrl)
  await app.connect()
  await owner.connect()
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await home.drop()
})

/** In a transaction of its own, as a release that may write. */
async function codeOf(statement: string): Promise<string> {
  await app.query(beginWriting())
  try {
    await app.query(statement)
    return 'done'
  } catch (error) {
    return (error as pg.DatabaseError).code ?? ''
  } finally {
    await app.query('rollback')
  }
}

describe.each([...APPEND_ONLY, 'audit_entries'])('%s', (table) => {
  it.each([
    `delete from ${table}`,
    `truncate ${table}`,
    `drop table ${table}`,
    `alter table ${table} disable trigger user`,
    `alter table ${table} add column more text`,
    `create trigger late before insert on ${table} for each row execute function refuse_change()`,
    `create rule quiet as on insert to ${table} do instead nothing`,
  ])('refuses: %s', async (statement) => {
    expect(await codeOf(statement)).toBe(NO_RIGHT)
  })
})

it('refuses to change a row that only grows, and an entry of the audit log but for its seal', async () => {
  for (const table of APPEND_ONLY) {
    const { rows } = await owner.query(
      'select attname from pg_attribute where attrelid = $1::regclass and attnum = 2',
      [table],
    )
    expect([table, await codeOf(`update ${table} set ${rows[0].attname} = ${rows[0].attname}`)]).toEqual([
      table,
      NO_RIGHT,
    ])
  }
  expect(await codeOf("update audit_entries set reason = 'another'")).toBe(NO_RIGHT)
  expect(await codeOf('update audit_entries set seal_id = null where false')).toBe('done')
})

it.each([
  'set session_replication_role = replica',
  'drop function refuse_old_writers() cascade',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'create table mine (id int)',
  'update schema_version set least_writer = 0',
  "insert into schema_migrations (name, sha256) values ('0999-mine.sql', '')",
  `alter role ${appUser} superuser`,
  'set role paywages',
])('refuses: %s', async (statement) => {
  expect(await codeOf(statement)).toBe(NO_RIGHT)
})

it('may do what the stores do: temporary tables, locks, rows that change', async () => {
  for (const statement of [
    'create temporary table sheet_payments (id int) on commit drop',
    'lock table accounts in exclusive mode',
    'select 1 from ledger_balances for update',
    "insert into platforms (name, created_at) values ('new', now())",
    'update payout_rows set remark = remark',
    'delete from sessions',
    'select * from known_people limit 1',
  ])
    expect([statement, await codeOf(statement)]).toEqual([statement, 'done'])
})

it('gives rights on a new table, takes excess ones back, and changes nothing when run again', async () => {
  await owner.query(
    'create table extras (extra_id int); grant delete, truncate on audit_entries to paywages_app',
  )
  await grantAppRights(owner, appUser)
  const rights = async () =>
    (
      await owner.query(
        "select relname, relacl::text, xmin::text from pg_class where relnamespace = 'public'::regnamespace",
      )
    ).rows
  const before = await rights()
  await grantAppRights(owner, appUser)
  expect(await rights()).toEqual(before)
  expect(await codeOf('insert into extras values (1)')).toBe('done')
  expect(await codeOf('delete from audit_entries')).toBe(NO_RIGHT)
})

it('is arranged by an owner that is no superuser, as on a server of somebody else', async () => {
  const role = `owner_${randomBytes(6).toString('hex')}`
  await owner.query(`create role ${role} login password 'of-the-owner'`)
  await owner.query(`create database ${role} owner ${role}`)
  const address = (user: string, password: string) => {
    const url = new URL(home.url)
    return Object.assign(url, { username: user, password, pathname: role, search: '' }).href
  }
  try {
    await migrate(address(role, 'of-the-owner'), { appUser })
    const there = new pg.Client(address(appUser, new URL(home.url).password))
    await there.connect()
    await there.query(beginWriting())
    await there.query("insert into platforms (name, created_at) values ('new', now())")
    await there.query('select count(*) from pgboss.job')
    await expect(there.query('delete from audit_entries')).rejects.toMatchObject({ code: NO_RIGHT })
    await there.end()
  } finally {
    await owner.query(`drop database ${role} with (force)`)
    await owner.query(`drop role ${role}`)
  }
})

it('refuses the owner, a superuser or nobody as the application’s user', async () => {
  await expect(grantAppRights(owner, 'paywages')).rejects.toThrow(/paywages.*rights of an owner/)
  await expect(grantAppRights(owner, 'nobody-at-all')).rejects.toThrow(/knows no user nobody-at-all/)
})
