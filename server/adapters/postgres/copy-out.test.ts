// Large results by binary COPY: every kind of value as it was stored, wherever the bytes are cut, and no person in a statement.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import type { CopiedRow } from './copied-row.ts'
import { copyOut, withoutParameters } from './copy-out.ts'
import type { Tx } from './database.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const read = (row: CopiedRow) => [
  row.int4(0),
  row.int8(1),
  row.bigint(2),
  row.text(3),
  row.repeatedText(4),
  row.isNull(5) ? null : row.text(5),
  row.shanghaiSecond(6),
  row.bytes(7).toString('hex'),
]

async function copied<Row>(query: ReturnType<typeof sql>, reader: (row: CopiedRow) => Row): Promise<Row[]> {
  const rows: Row[] = []
  for await (const piece of services.database.stream((tx) => copyOut(tx, query, reader))) rows.push(...piece)
  return rows
}

it('reads every kind of value as it was stored, in order, across pieces', async () => {
  const query = sql`select n, -n::bigint * 3000000000, n::bigint * 1000000000000001, '名' || n, '银行' || n / 1000,
    case when n % 2 = 0 then 'even' end, case when n % 3 = 0 then timestamptz '2026-11-13 01:12:05.9Z' + n * interval '1 s' end,
    decode(repeat('ab', n % 50), 'hex') from generate_series(1, 5000) n order by n`
  const rows = await copied(query, read)
  expect(rows).toEqual(
    Array.from({ length: 5_000 }, (_, index) => {
      const n = index + 1
      const at = new Date(Date.UTC(2026, 10, 13, 9, 12, 5) + n * 1_000)
      const shown = n % 3 === 0 ? at.toISOString().slice(0, 19).replace('T', ' ') : ''
      const half = n % 2 === 0 ? 'even' : null
      const big = BigInt(n) * 1_000_000_000_000_001n
      return [
        n,
        -n * 3_000_000_000,
        big,
        `名${n}`,
        `银行${Math.floor(n / 1000)}`,
        half,
        shown,
        'ab'.repeat(n % 50),
      ]
    }),
  )
})

it('takes parameters of every kind, and keeps texts out of the statement', async () => {
  const [name, list] = ["O'Brien\\王", ['a"b', 'c\\d', '{e,f}']]
  const at = new Date('2026-11-13T09:12:05.123Z')
  const query = sql`select ${name} || ${-5}::int, ${list}::text[] = array['a"b', 'c\\d', '{e,f}'], ${at} = ${at.toISOString()}::timestamptz`
  const rows = await copied(query, (row) => [row.text(0), row.bytes(1)[0], row.bytes(2)[0]])
  expect(rows).toEqual([[`${name}-5`, 1, 1]])
  const { statement } = await services.database.read(async (tx: Tx) => withoutParameters(query, tx))
  expect(statement).not.toContain('Brien')
})

it('fails with the error of the query, and leaves the connection usable', async () => {
  const query = sql`select 1 / (10 - n) from generate_series(1, 20) n`
  await expect(copied(query, (row) => row.int4(0))).rejects.toThrow('division by zero')
  expect(await copied(sql`select 7`, (row) => row.int4(0))).toEqual([7])
})

it('ends the query when the rows are left early', async () => {
  const query = sql`select generate_series(1, 50000000) as n`
  for await (const piece of services.database.stream((tx) => copyOut(tx, query, (row) => row.int4(0)))) {
    expect(piece[0]).toBe(1)
    break
  }
  expect(await copied(sql`select 7`, (row) => row.int4(0))).toEqual([7])
  await expect
    .poll(() =>
      services.query(
        `select 1 from pg_stat_activity where query like 'copy (select generate_series%' and state = 'active'`,
      ),
    )
    .toEqual([])
})

it('refuses another question while rows come, however few there are', async () => {
  const asking = services.database.stream(async function* (tx) {
    for await (const piece of copyOut(tx, sql`select n from generate_series(1, 3) n`, (row) => row.int4(0))) {
      await sql`select 1`.execute(tx)
      yield piece
    }
  })
  await expect(asking.next()).rejects.toThrow('until the rows of the copy are through')
  expect(await copied(sql`select 7`, (row) => row.int4(0))).toEqual([7])
})
