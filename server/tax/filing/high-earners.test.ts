// People near the VAT threshold or above it over the providers of a scope: who is listed, to whom, how, and the report of those above (docs/rules/tax.md, D33).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { downloadPack } from '../../testing/filing-packs.ts'
import { registerBatches, sendAll } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
const [rich, richer, below, open] = [freshRow(), freshRow(), freshRow(), freshRow()]
let payers: readonly ProviderFixture[]

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date('2026-05-10T10:00:00+08:00'))
  const people = await createPeople(services)
  const fen = 1_000_000_000n
  const [one, other] = [
    await openProviderFixture(services, people, { fen }),
    await openProviderFixture(services, people, { fen }),
  ]
  payers = [one, other]
  for (const [person, first, second] of [
    [rich, '50000', '42000'],
    [richer, '60000', '61000'],
    [below, '50000', '41999.99'],
  ] as const) {
    await pay(one, person, first)
    await pay(other, person, second)
  }
  const { batchId } = await pay(one, below, '100')
  await applyUpdateOf(services, batchId, 'returned')
  await pay(one, open, '60000')
  await startedBatch(services, other, [{ ...open, amount: '40000', month: '2026-05' }])
  await registerBatches(services)
})
afterAll(() => services.close())

async function pay(fixture: ProviderFixture, person: SheetRow, amount: string) {
  const batch = await startedBatch(services, fixture, [{ ...person, amount, month: '2026-05' }])
  await sendAll(services)
  return batch
}

const listed = async (account: string, input: { month: string; index?: number; size?: number }) =>
  (await signIn(services, account)).answer('highEarners', input)

it('lists high earners with their providers, masked, highest income first', async () => {
  const { rows, count, beside } = await listed('managerA', { month: '2026-05' })
  expect(count).toBe(3)
  expect(rows).toEqual([
    {
      userId: expect.any(Number),
      name: richer.name,
      idCardNo: masked(richer),
      incomeFen: 12_100_000n,
      openFen: 0n,
      standing: 'above',
      leftFen: -2_100_000n,
      providers: [
        { providerName: expect.any(String), money: 6_100_000n },
        { providerName: expect.any(String), money: 6_000_000n },
      ],
    },
    // Exactly the threshold is not above it.
    expect.objectContaining({
      name: open.name,
      incomeFen: 10_000_000n,
      openFen: 4_000_000n,
      standing: 'near',
    }),
    expect.objectContaining({ name: rich.name, idCardNo: masked(rich), incomeFen: 9_200_000n }),
  ])
  expect(beside).toEqual({
    thresholdFen: 10_000_000n,
    watchFen: 9_200_000n,
    lastDay: '2027-12-31',
    lapsed: false,
    aboveCount: 1,
  })
})

const masked = ({ idCardNo }: SheetRow) => `${idCardNo.slice(0, 6)}********${idCardNo.slice(-4)}`

it('counts all high earners on every page, even past the last', async () => {
  expect(await listed('managerA', { month: '2026-05', index: 2, size: 1 })).toMatchObject({
    rows: [{ name: rich.name }],
    count: 3,
    beside: { aboveCount: 1 },
  })
  expect(await listed('managerA', { month: '2026-05', index: 9 })).toMatchObject({
    rows: [],
    count: 3,
    beside: { aboveCount: 1 },
  })
})

it('lists only high earners of the month and of providers in scope', async () => {
  expect((await listed('managerA', { month: '2026-04' })).count).toBe(0)
  expect((await listed('managerB', { month: '2026-05' })).count).toBe(0)
  expect((await listed('admin', { month: '2026-05' })).count).toBe(3)
})

it('rejects a month before the first threshold', async () => {
  const manager = await signIn(services, 'managerA')
  for (const name of ['highEarners', 'downloadVatReport'] as const) {
    const { http, body } = await manager.call(name, { month: '2022-12' })
    expect([http, body.code, body.msg]).toEqual([422, 'vat-no-table', '2022-12 没有适用的增值税起征点'])
  }
})

describe('VAT report', () => {
  const report = async (account: string) =>
    downloadPack(await signIn(services, account), 'downloadVatReport', { month: '2026-05' })

  it('lists those above with VAT, surcharges and the share of each payer, to be confirmed', async () => {
    await services.query("update providers set vat_bearer = 'provider' where provider_id = $1", [
      payers[0]?.providerId,
    ])
    const { book, sheets, fileName } = await report('managerA')
    expect(fileName).toBe('增值税测算表-2026-05（须经税务顾问确认）.xlsx')
    expect(book.SheetNames.every((name) => name.endsWith('（须经税务顾问确认）'))).toBe(true)
    const [people, shares, notes] = book.SheetNames.map((name) => sheets[name] ?? [])
    const taxes = { 征收率: '1%', 状态: '须经税务顾问确认' }
    expect(people).toEqual([
      expect.objectContaining({
        ...taxes,
        姓名: richer.name,
        证件号码: richer.idCardNo,
        '当月收入合计（含税）': 121_000,
        其中银行未答复: 0,
        不含税销售额: 119_801.98,
        增值税: 1_198.02,
        城市维护建设税: 41.93,
        教育费附加: 17.97,
        地方教育附加: 11.98,
        税费合计: 1_269.9,
        其中已代扣: 0,
        承担方式: '仅提示，未约定承担方、由供应商承担',
      }),
      expect.objectContaining({ 姓名: '合计', 增值税: 1_198.02, 税费合计: 1_269.9 }),
    ])
    expect(shares).toEqual([
      expect.objectContaining({ ...taxes, '本单位支付（含税）': 61_000, 承担方式: '仅提示，未约定承担方' }),
      expect.objectContaining({ ...taxes, '本单位支付（含税）': 60_000, 承担方式: '由供应商承担' }),
      expect.objectContaining({
        姓名: '合计',
        '本单位支付（含税）': 121_000,
        增值税: 1_198.02,
        税费合计: 1_269.9,
      }),
    ])
    expect(notes).toContainEqual({
      项目: '起征点',
      内容: '100,000.00 元；财政部 税务总局公告 2023 年第 19 号，执行至 2027-12-31',
      状态: '须经税务顾问确认',
    })
  })

  it('says so where nobody is above, and tells nothing of other platforms', async () => {
    const { book, sheets } = await report('managerB')
    const [people, , notes] = book.SheetNames.map((name) => sheets[name] ?? [])
    expect(people).toEqual([expect.objectContaining({ 姓名: '合计', 税费合计: 0 })])
    expect(notes?.[0]).toMatchObject({ 内容: '该月没有收入合计超过起征点的人员。' })
  })

  it('stands in the audit log before it leaves', async () => {
    const entries = () =>
      services.query<{ account: string; after: unknown }>(
        "select account, after from audit_entries where action = 'download-vat-report' order by entry_id",
      )
    const before = (await entries()).length
    await report('managerA')
    expect((await entries()).slice(before)).toEqual([{ account: 'managerA', after: { month: '2026-05' } }])
  })
})
