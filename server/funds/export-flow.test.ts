// The export of the fund flow: oldest first, every line with its balance, amounts as numbers, audited before it leaves (D34).

import * as XLSX from '@e965/xlsx'
import { rechargeNumber } from '@paywages/domain/recharges/recharge-number.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { storeApproved } from '../testing/recharges.ts'
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
  fixture = await openProviderFixture(services, people, { taxMethod: 'per-payment' })
})
afterAll(() => services.close())

async function downloaded(fields: Record<string, string> = {}, account = fixture.pay) {
  const { raw, http } = await (await signIn(services, account)).wire('exportFundFlow', fields)
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  return { raw, sheet, rows: XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }) }
}

const TITLES = [
  '时间',
  '类型',
  '批次号',
  '收款人',
  '充值单号',
  '付款人',
  '收入（元）',
  '支出（元）',
  '账户余额（元）',
  '流水号',
]

it('exports every line with its balance, with formulas as text, and writes an audit entry', async () => {
  const amountFen = 100_000_001n
  const payerName = '=cmd()|付款公司'
  const rechargeId = await storeApproved(services, fixture.pay, fixture.check, { amountFen, payerName })
  const row = freshRow({ amount: '1000.00' })
  const { batchNo } = await startedBatch(services, fixture, [row])
  services.clock.set(new Date('2026-03-17T00:30:05+08:00'))
  await sendAll(services)
  const { raw, sheet, rows } = await downloaded()
  expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain(
    `资金流水-Provider ${fixture.pay.slice(3)}-2026-03-17.xlsx`,
  )
  expect(raw.headers['x-row-count']).toBe('4')
  const [titles, ...lines] = rows
  expect(titles).toEqual(TITLES)
  const ids = lines.map((cells) => cells[9])
  expect(new Set(ids).size).toBe(4)
  const paid = ['2026-03-17 00:30:05', batchNo, row.name]
  const report = (cells: unknown[]) => [...cells.slice(0, 4), ...cells.slice(6, 9)]
  expect(lines.map(report)).toEqual([
    ['2026-03-16 10:00:00', '充值', '', '', 1_000_000.01, '', 1_000_000.01],
    [paid[0], '发放', paid[1], paid[2], '', 960, 999_040.01],
    [paid[0], '服务费', paid[1], paid[2], '', 65, 998_975.01],
    [paid[0], '代扣个税', paid[1], paid[2], '', 40, 998_935.01],
  ])
  expect(lines[0]?.[4]).toBe(rechargeNumber(rechargeId))
  // A text that no spreadsheet takes for a formula.
  expect([sheet.F2?.t, sheet.F2?.f, sheet.F2?.v]).toEqual(['s', undefined, "'=cmd()|付款公司"])
  const entries = await services.query(
    `select account, object_id, provider_id, after from audit_entries where action = 'export-fund-flow'`,
  )
  expect(entries).toEqual([
    {
      account: fixture.pay,
      object_id: String(fixture.providerId),
      provider_id: fixture.providerId,
      after: { flowKind: 'all', from: '', to: '', rows: 4 },
    },
  ])
})

it('exports the fund flow filtered, with the balance of the whole flow', async () => {
  await storeApproved(services, fixture.pay, fixture.check, { amountFen: 1_000_000n })
  await startedBatch(services, fixture, [freshRow({ amount: '1000.00' })])
  await sendAll(services)
  const { rows } = await downloaded({ flowType: 'fee' })
  expect(rows.slice(1).map((cells) => [cells[1], cells[7], cells[8]])).toEqual([['服务费', 65, 8_975]])
  const later = String(MONDAY.getTime() + 1)
  expect((await downloaded({ beginTime: later })).rows).toEqual([TITLES])
})
