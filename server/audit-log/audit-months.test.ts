// The partitions of the audit log: each guarded as the table is, made ahead by a function that can do nothing else, and no call refused where one is missing (ADR 152).

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appUser } from '../adapters/embedded-postgres/app-user.ts'
import { grantAppRights } from '../adapters/postgres/app-rights.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { emptyLog, goOnIn, partitionsOf, writeEntries } from '../testing/audit-parts.ts'
import { createEmptyDatabase } from '../testing/empty-database.ts'
import { migrateUpTo } from '../testing/milestone-data.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { prepareMonths } from './prepare-months.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

let services: TestServices
let app: pg.Client

beforeAll(async () => {
  services = await openTestServices()
  app = new pg.Client(services.home.url)
  await app.connect()
})
afterAll(async () => {
  await app.end()
  await services.close()
})

const gauges = async () => ({
  ahead: (await services.metrics.auditMonthsAhead.get()).values[0]?.value,
  stray: (await services.metrics.auditStrayEntries.get()).values[0]?.value,
})
const lastId = async () => {
  const [row] = await services.query<{ last: bigint }>(
    'select last_value as last from audit_entries_entry_id_seq',
  )
  return row?.last
}

describe('every partition', () => {
  it('refuses what the table refuses, also where it is named itself, and a release that is too old', async () => {
    await goOnIn(services, 203001)
    const partitions = await partitionsOf(services)
    expect(partitions).toEqual(
      expect.arrayContaining(['audit_entries_203001', 'audit_entries_default', 'audit_entries_first']),
    )
    for (const name of partitions) {
      const triggers = await services.query<{ name: string }>(
        'select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by 1',
        [name],
      )
      const own = name === 'audit_entries_first' ? 'audit_entries_not_truncated' : 'not_truncated'
      expect([name, triggers.map((one) => one.name).sort()]).toEqual([
        name,
        ['audit_entries_kept', 'audit_entries_sealed_once', own, 'old_writers_refused'].sort(),
      ])
      await expect(services.query(`truncate ${name}`)).rejects.toThrow('append-only')
      const old = services.query(`set local paywages.release = 1; delete from ${name}`)
      await expect(old).rejects.toThrow('release 1 may not write')
    }
  })

  it('has the indexes of the table, each once', async () => {
    const columns = async (name: string) =>
      (
        await services.query<{ index: string }>(
          "select regexp_replace(indexdef, '^.* USING', '') as index from pg_indexes where tablename = $1 order by 1",
          [name],
        )
      ).map(({ index }) => index)
    const wanted = await columns('audit_entries')
    expect(wanted).toHaveLength(8)
    for (const name of await partitionsOf(services))
      expect([name, await columns(name)]).toEqual([name, wanted])
  })

  it('is reached by the application through the table alone, and exchanged or made by its owner alone', async () => {
    for (const statement of [
      'select from audit_entries_first',
      'insert into audit_entries_default overriding system value select * from audit_entries',
      'update audit_entries_first set seal_id = null',
      'select make_audit_month(203002)',
      "select make_audit_part('mine')",
      "select exchange_audit_part('audit_entries_first', 'mine', 0, 1)",
      "insert into audit_archives values ('202511', '', '', 0, 0, 0, 0, 0, now(), now(), now())",
      'delete from audit_archives',
      "select setval('audit_entries_entry_id_seq', 1)",
    ])
      await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

it('is made a month ahead, and ids go on in this month, never back', async () => {
  const [now] = await services.query<{ month: number }>(
    "select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM')::int as month",
  )
  const begin = BigInt(now?.month ?? 0) * 1_000_000_000n
  await services.query("select setval('audit_entries_entry_id_seq', 5)")
  await prepareMonths(services)
  expect(await lastId()).toBe(begin)
  await services.query("select setval('audit_entries_entry_id_seq', $1)", [begin + 7n])
  await prepareMonths(services)
  expect(await lastId()).toBe(begin + 7n)
  expect((await gauges()).ahead).toBeGreaterThanOrEqual(1)
  expect((await gauges()).stray).toBe(0)
})

it('takes entries for which there is no month, tells of them, and moves them into their month once it is made', async () => {
  await emptyLog(services)
  await services.query("select setval('audit_entries_entry_id_seq', 203405000000000)")
  await writeEntries(services, 'login', 'astray')
  await sealEntries(services)
  await prepareMonths(services)
  expect((await gauges()).stray).toBe(1)
  await services.query('select make_audit_month(203405)')
  await prepareMonths(services)
  expect((await gauges()).stray).toBe(0)
  const [row] = await services.query('select tableoid::regclass::text as part from audit_entries')
  expect(row).toEqual({ part: 'audit_entries_203405' })
  expect(await verifyChain(services)).toMatchObject({ entries: 1, faults: [] })
  await expect(services.query('delete from audit_entries_default')).resolves.toEqual([])
  await expect(services.query('truncate audit_entries_default')).rejects.toThrow('append-only')
})

it('says which word is no month', async () => {
  for (const month of [202600, 202613, 199912, 999913])
    await expect(services.query('select make_audit_month($1)', [month])).rejects.toThrow('is no month')
})

it('begins while a release before it writes: with the same rights, and statements that were prepared', async () => {
  const database = await createEmptyDatabase()
  await migrateUpTo(database, '0191')
  const url = new URL(database.url)
  url.username = appUser
  const earlier = new pg.Client(url.href)
  const owner = new pg.Client(database.url)
  await Promise.all([earlier.connect(), owner.connect()])
  try {
    await grantAppRights(owner, appUser)
    const write = () =>
      earlier.query({
        name: 'write',
        text: `insert into audit_entries (at, account, real_name, address, request_id, action, object_kind, object_id, result)
          values (now(), '', '', '', '', 'login', 'account', $1, 'done') returning tableoid::regclass::text as part`,
        values: ['1'],
      })
    const partOf = ({ rows }: { rows: { part: string }[] }) => rows[0]?.part
    await earlier.query("set paywages.release = '191'")
    expect(partOf(await write())).toBe('audit_entries')
    await migrate(database.url, { jobs: false })
    expect(partOf(await write())).toMatch(/^audit_entries_\d{6}$/)
    await earlier.query(
      'insert into audit_seals (sealed_at, entry_count, key_id, digest) values (now(), 3, $1, $1)',
      [''],
    )
    expect((await earlier.query('update audit_entries set seal_id = 1 where seal_id is null')).rowCount).toBe(
      3,
    )
    await expect(earlier.query("update audit_entries set reason = ''")).rejects.toMatchObject({
      code: '42501',
    })
    await expect(earlier.query('select from audit_entries_first')).rejects.toMatchObject({ code: '42501' })
  } finally {
    await Promise.all([earlier.end(), owner.end()])
    await database.drop()
  }
})
