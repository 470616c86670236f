// The download of the detail query: the rows of the list in full, numbers as text, formulas inert, audited (D33, D34).

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { sendAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
} from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  payer = await signIn(services, fixture.pay)
})
afterAll(() => services.close())

async function downloaded(fields: Record<string, string> = {}, client = payer) {
  const { raw, http } = await client.wire('downloadDetails', fields)
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  return { raw, sheet, rows: XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }) }
}

const TITLES = [
  '批次号',
  '供应商',
  '姓名',
  '身份证号',
  '手机号',
  '开户行',
  '银行卡号',
  '金额（元）',
  '个税（元）',
  '服务费（元）',
  '所属月份',
  '备注',
  '状态',
  '失败原因',
  '发放时间',
  '增值税及附加（元）',
  '电子回单',
]

it('contains the rows of the list unmasked, IDs and cards as text, amounts as numbers', async () => {
  const one = freshRow({ idCardNo: '11010519891231001X', amount: '1234.5', remark: '第一周' })
  const other = freshRow({ cardNo: '6222021202000010001' })
  const { batchNo } = await startedBatch(services, fixture, [one, other])
  services.clock.set(new Date('2026-03-17T00:30:05+08:00'))
  await sendAll(services)
  payer = await signIn(services, fixture.pay)
  const { rows, sheet } = await downloaded()
  const [provider] = await services.query<{ name: string }>(
    'select name from providers where provider_id = $1',
    [fixture.providerId],
  )
  const head = ({ name, idCardNo, phone, bank, cardNo }: typeof one) => [
    batchNo,
    provider?.name,
    name,
    idCardNo,
    phone,
    bank,
    cardNo,
  ]
  expect(rows).toEqual([
    TITLES,
    [...head(one), 1234.5, 0, 80.24, '2026-03', '第一周', '成功', '', '2026-03-17 00:30:05', 0, '无'],
    [...head(other), 100, 0, 6.5, '2026-03', '', '失败', '账户不存在', '2026-03-16 10:00:00', 0, '无'],
  ])
  expect(['A2', 'D2', 'E2', 'G2', 'H2'].map((cell) => sheet[cell]?.t)).toEqual(['s', 's', 's', 's', 'n'])
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example","x")'])(
  'contains %j as inert text',
  async (remark) => {
    await startedBatch(services, fixture, [freshRow({ remark, bank: remark })])
    const { sheet } = await downloaded()
    for (const cell of [sheet.F2, sheet.L2]) {
      expect([cell?.t, cell?.f, cell?.l]).toEqual(['s', undefined, undefined])
      expect(String(cell?.v)).toMatch(/^'|^[^=+\-@\t\r]/)
    }
  },
)

it('applies the filters of the list and the scope of the account', async () => {
  const row = freshRow({ name: '王小明' })
  await startedBatch(services, fixture, [row, freshRow({ name: '李芳' })])
  const names = async (fields: Record<string, string>) =>
    (await downloaded(fields)).rows.slice(1).map((cells) => cells[2])
  const at = MONDAY.getTime()
  expect(await names({})).toEqual(['李芳', '王小明'])
  expect(await names({ uname: '小' })).toEqual(['王小明'])
  expect(await names({ cardid: row.idCardNo.toLowerCase() })).toEqual(['王小明'])
  expect(await names({ payStatus: '1' })).toEqual([])
  expect(await names({ beginTime: String(at), endTime: String(at + 1) })).toHaveLength(2)
  expect(await names({ beginTime: String(at + 1) })).toEqual([])
  expect((await downloaded({}, await signIn(services, 'payB1'))).rows).toEqual([TITLES])
})

it('contains more rows than one database fetch returns, in list order', async () => {
  for (let batches = 0; batches < 2; batches += 1) {
    const { batchId } = await readyBatch(services, fixture, freshRows(1_100))
    // As the database does by itself within a minute; the start's plans are made for what it knows.
    await services.query('analyze payout_rows')
    await takeStep(services, fixture.pay, batchId, 'transferring')
  }
  const { rows } = await downloaded()
  const stored = await services.query<{ name: string }>(
    'select name from payout_lines where provider_id = $1 order by row_id desc',
    [fixture.providerId],
  )
  expect(rows.slice(1).map((cells) => cells[2])).toEqual(stored.map(({ name }) => name))
})

it('is named after the day and sent with no-store', async () => {
  const { raw } = await downloaded()
  expect(raw.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const name = encodeURIComponent('发放明细查询-2026-03-16.xlsx')
  expect(raw.headers['content-disposition']).toContain(`filename*=UTF-8''${name}`)
})

it('logs the export in the provider’s audit log without the searched ID number', async () => {
  const row = freshRow()
  await startedBatch(services, fixture, [row])
  const providerId = String(fixture.providerId)
  const at = String(MONDAY.getTime())
  await downloaded({ providerId, payStatus: '2', beginTime: at }, await signIn(services, 'managerA'))
  await downloaded({ cardid: row.idCardNo })
  const entries = await services.query<Record<string, unknown>>(
    `select account, object_kind, object_id, provider_id, after from audit_entries where action = 'export-details'
    and provider_id = $1 order by entry_id`,
    [fixture.providerId],
  )
  const known = { object_kind: 'payout-details', provider_id: fixture.providerId }
  expect(entries).toEqual([
    {
      ...known,
      account: 'managerA',
      object_id: providerId,
      after: { status: 'failed', from: '2026-03-16 10:00:00', to: '', byPerson: false, rows: 0 },
    },
    {
      ...known,
      account: fixture.pay,
      object_id: 'all',
      after: { status: 'all', from: '', to: '', byPerson: true, rows: 1 },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain(row.idCardNo)
})
