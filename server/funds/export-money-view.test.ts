// The export of the fund summary: the rows of the list, typed, narrowed, named, streamed and audited.

import XLSX from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { sendAll, startStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})
afterAll(() => services.close())

async function downloaded(fields: Record<string, string> = {}, account = fixture.pay) {
  const client = await signIn(services, account)
  const { raw, http } = await client.wire('exportMoneyView', fields)
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
  return { raw, book, sheet, rows }
}

const TITLES = [
  '发放时间',
  '批次号',
  '总金额（元）',
  '人数',
  '成功金额（元）',
  '成功人数',
  '失败金额（元）',
  '失败人数',
  '服务费（元）',
  '供应商',
  '平台',
]

async function namesOf(providerId: number) {
  const [row] = await services.query<{ name: string; platform: string }>(
    'select p.name, f.name as platform from providers p, platforms f where p.provider_id = $1 and f.platform_id = $2',
    [providerId, people.platforms.A],
  )
  return [row?.name, row?.platform]
}

it('exports the rows of the list, batch numbers as text, amounts and people as numbers', async () => {
  const { batchNo } = await startedBatch(services, fixture, [
    freshRow({ amount: '1234.5' }),
    freshRow({ amount: '0.01', cardNo: '6222021202000010001' }),
  ])
  await sendAll(services)
  const { rows, sheet, book } = await downloaded()
  expect(book.SheetNames).toEqual(['资金汇总'])
  expect(rows).toEqual([
    TITLES,
    [
      '2026-03-16 10:00:00',
      batchNo,
      1234.51,
      2,
      1234.5,
      1,
      0.01,
      1,
      80.24,
      ...(await namesOf(fixture.providerId)),
    ],
  ])
  expect(['A2', 'B2', 'C2', 'D2', 'I2', 'J2'].map((cell) => sheet[cell]?.t)).toEqual([
    's',
    's',
    'n',
    'n',
    'n',
    's',
  ])
})

it('applies the filters and scope of the list and sums up to the totals', async () => {
  for (const [minutes, amount] of [
    [0, '100.10'],
    [1, '200.20'],
    [2, '300.30'],
  ] as const) {
    services.clock.set(new Date(MONDAY.getTime() + minutes * 60_000))
    await startedBatch(services, fixture, [freshRow({ amount })])
  }
  await sendAll(services)
  const at = MONDAY.getTime()
  const range = { beginTime: String(at + 60_000), endTime: String(at + 120_001) }
  const sums = async (fields: Record<string, string>, account = fixture.pay) => {
    const { rows } = await downloaded(fields, account)
    const column = (index: number) =>
      rows.slice(1).reduce((total, cells) => total + Math.round(Number(cells[index]) * 100), 0) / 100
    return { outcomeMoney: column(4), serviceCost: column(8) }
  }
  const totals = async (fields: Record<string, string>, account = fixture.pay) => {
    const { body } = await (await signIn(services, account)).wire('providerMoney', fields)
    const { outcomeMoney, serviceCost } = body.data as Record<'outcomeMoney' | 'serviceCost', number>
    return { outcomeMoney, serviceCost }
  }
  expect(await sums({})).toEqual({ outcomeMoney: 600.6, serviceCost: 39.04 })
  expect(await sums(range)).toEqual({ outcomeMoney: 500.5, serviceCost: 32.53 })
  for (const account of [fixture.pay, fixture.check, 'managerA', 'admin'])
    for (const fields of [{}, range, { providerId: String(fixture.providerId) }])
      expect(await sums(fields, account)).toEqual(await totals(fields, account))
  expect((await downloaded({}, 'payB1')).rows).toEqual([TITLES])
})

it('exports a name that looks like a formula as text', async () => {
  await startedBatch(services, fixture, freshRows(1))
  await services.query("update providers set name = '=HYPERLINK(1)' where provider_id = $1", [
    fixture.providerId,
  ])
  const { sheet } = await downloaded()
  expect([sheet.J2?.t, sheet.J2?.f, sheet.J2?.l]).toEqual(['s', undefined, undefined])
  await services.query('update providers set name = $2 where provider_id = $1', [
    fixture.providerId,
    `Provider ${fixture.pay.replace('pay', '')}`,
  ])
})

it('exports every batch once and in list order across fetch chunks', async () => {
  const { batchId } = await storeBatch(services, fixture.pay, freshRows(1))
  await startStored(services, batchId)
  // 450 more, five to a moment: pieces of 200 must neither lose nor repeat any.
  await services.query(
    `insert into payout_batches (batch_no, provider_id, platform_id, uploader_id, uploaded_at, file_name, file_size, file_sha256, status,
      service_rate, withholds_tax, tax_method, row_count, payable_count, gross_fen, fee_fen, people_count, unsigned_count, warned_count,
      warning_counts, started_at)
    select 'many-' || n, provider_id, platform_id, uploader_id, uploaded_at, file_name, file_size, file_sha256, status, service_rate,
      withholds_tax, tax_method, row_count, payable_count, gross_fen, fee_fen, people_count, unsigned_count, warned_count, warning_counts,
      started_at - (n / 5) * interval '1 minute'
    from payout_batches, generate_series(1, 450) n where batch_id = $1`,
    [batchId],
  )
  const stored = await services.query<{ no: string }>(
    'select batch_no as no from payout_batches where provider_id = $1 order by started_at desc, batch_id desc',
    [fixture.providerId],
  )
  const { rows } = await downloaded()
  expect(rows.slice(1).map((cells) => cells[1])).toEqual(stored.map(({ no }) => no))
  expect(stored).toHaveLength(451)
  await services.query("delete from payout_batches where batch_no like 'many-%'")
})

it('sets the file name and no-store headers and writes an audit entry for the provider', async () => {
  await startedBatch(services, fixture, freshRows(1))
  const providerId = String(fixture.providerId)
  const { raw } = await downloaded({ providerId, beginTime: String(MONDAY.getTime()) }, 'managerA')
  await downloaded()
  expect(raw.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const name = encodeURIComponent('资金汇总-2026-03-16.xlsx')
  expect(raw.headers['content-disposition']).toContain(`attachment; filename*=UTF-8''${name}`)
  const entries = await services.query(
    `select account, object_kind, object_id, after from audit_entries where action = 'export-money-view' and provider_id = $1
    order by entry_id`,
    [fixture.providerId],
  )
  expect(entries).toEqual([
    {
      account: 'managerA',
      object_kind: 'money-view',
      object_id: providerId,
      after: { from: '2026-03-16 10:00:00', to: '' },
    },
    { account: fixture.pay, object_kind: 'money-view', object_id: 'all', after: { from: '', to: '' } },
  ])
})
