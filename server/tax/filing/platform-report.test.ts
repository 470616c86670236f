// The quarter’s report of people and income: what it sums and ties to, when it is refused, and whose it holds (Decree 810).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { downloadPack, payAt } from '../../testing/filing-packs.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
})
afterAll(() => services.close())

const pay = (at: string, person: SheetRow, amount: string) => payAt(services, fixture, at, person, amount)
const close = (at: string) => closeMonthsAt(services, fixture, new Date(at))

/** New each time: months pass in these tests, and sessions end. */
const manager = () => signIn(services, 'managerA')

const report = async (fields: Readonly<Record<string, string>> = {}) =>
  downloadPack(await manager(), 'downloadPlatformReport', {
    quarter: '2026-Q1',
    providerId: String(fixture.providerId),
    ...fields,
  })

it('sums the quarter per person and matches periods and ledger', async () => {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  const back = await pay('2026-01-10T10:00:00+08:00', one, '30000')
  await pay('2026-01-11T10:00:00+08:00', other, '500')
  await close('2026-02-02T10:00:00+08:00')
  await applyUpdateOf(services, back.batchId, 'returned')
  await pay('2026-03-10T10:00:00+08:00', one, '8000')
  await close('2026-04-02T10:00:00+08:00')
  const { sheets } = await report({ withDeclared: '1' })
  expect(sheets.人员收入).toEqual([
    expect.objectContaining({
      序号: 1,
      姓名: '安一',
      证件号码: one.idCardNo,
      支付笔数: 2,
      收入总额: 38_000,
      退回金额: 30_000,
      收入净额: 8_000,
      其中已扣缴申报: 8_000,
      收入类型: '劳务报酬所得',
      身份信息变动: '首次报送',
      联系电话: one.phone,
      预扣税额: 42,
    }),
    expect.objectContaining({ 序号: 2, 姓名: '白二', 支付笔数: 1, 收入净额: 500, 预扣税额: 0 }),
    expect.objectContaining({ 姓名: '合计', 支付笔数: 3, 收入总额: 38_500, 收入净额: 8_500, 预扣税额: 42 }),
  ])
  expect(sheets.核对).toMatchObject([
    {
      人数: 2,
      未列入人数: 0,
      本表收入净额: 8_500,
      各所属期收入合计: 8_500,
      收入差额: 0,
      本表预扣税额: 42,
      税额差额: 0,
    },
  ])
})

it('rejects a running quarter and one with an open month, and names the month', async () => {
  await pay('2026-02-10T10:00:00+08:00', freshRow(), '1000')
  const input = { quarter: '2026-Q1', providerId: fixture.providerId }
  services.clock.set(new Date('2026-03-31T23:59:00+08:00'))
  const running = await (await manager()).call('downloadPlatformReport', input)
  expect([running.http, running.body.code]).toEqual([422, 'tax-quarter-running'])
  await close('2026-03-31T23:59:00+08:00')
  services.clock.set(new Date('2026-04-01T09:00:00+08:00'))
  const open = await (await manager()).call('downloadPlatformReport', input)
  expect([open.http, open.body.code]).toEqual([422, 'tax-quarter-open'])
  expect(open.body.msg).toMatch(/^以下月份的数据尚未生成，请先生成完税证明：Provider W\d+ 2026-03$/)
  await close('2026-04-01T09:00:00+08:00')
  expect((await (await manager()).call('downloadPlatformReport', input)).http).toBe(200)
})

it('contains all providers in scope with what they left out, and writes an audit entry', async () => {
  const [one, other] = [fixture, await openProviderFixture(services, people, { fen: 1_000_000_000n })]
  const person = freshRow()
  for (const each of [one, other]) {
    fixture = each
    await pay('2026-03-10T10:00:00+08:00', person, '2000')
    await pay('2026-03-11T10:00:00+08:00', freshRow({ cardNo: '6222021202000010001' }), '300')
    await close('2026-04-02T10:00:00+08:00')
  }
  const { sheets, fileName } = await downloadPack(await manager(), 'downloadPlatformReport', {
    quarter: '2026-Q1',
    withDeclared: '1',
  })
  expect(fileName).toBe('平台涉税信息报送表-2026-Q1.xlsx')
  const own = sheets.人员收入?.filter(({ 证件号码 }) => 证件号码 === person.idCardNo)
  expect(own).toMatchObject([{ 收入净额: 2_000 }, { 收入净额: 2_000 }])
  expect(new Set(own?.map(({ 支付单位 }) => 支付单位)).size).toBe(2)
  const names = new Set(own?.map(({ 支付单位 }) => `${支付单位}：失败的发放`))
  expect(sheets.说明?.filter(({ 事项 }) => names.has(String(事项)))).toMatchObject([
    { 发放月份: '2026-03', 笔数: 1, 收入: 300 },
    { 发放月份: '2026-03', 笔数: 1, 收入: 300 },
  ])
  const foreign = await downloadPack(await signIn(services, 'managerB'), 'downloadPlatformReport', {
    quarter: '2026-Q1',
  })
  expect(foreign.sheets.人员收入).toMatchObject([{ 姓名: '合计', 收入净额: 0 }])
  const entries = await services.query(
    `select account, object_id, after from audit_entries where action = 'download-platform-report' and object_id = 'all' order by entry_id`,
  )
  expect(entries).toMatchObject([
    { account: 'managerA', after: { quarter: '2026-Q1' } },
    { account: 'managerB', after: { quarter: '2026-Q1' } },
  ])
})

/** Whether payouts withhold from now on, as a batch keeps it at its upload. */
const withholding = (on: boolean) =>
  services.query('update providers set withholds_tax = $2 where provider_id = $1', [fixture.providerId, on])

it('omits people whose withholding was declared in full, says how many, and includes them when asked', async () => {
  const [declared, inPart, never] = [
    freshRow({ name: '安一' }),
    freshRow({ name: '白二' }),
    freshRow({ name: '陈三' }),
  ]
  await pay('2026-01-10T10:00:00+08:00', declared, '30000')
  await pay('2026-01-11T10:00:00+08:00', inPart, '10000')
  await withholding(false)
  await pay('2026-02-10T10:00:00+08:00', inPart, '3000')
  const back = await pay('2026-02-11T10:00:00+08:00', never, '2000')
  await pay('2026-02-12T10:00:00+08:00', never, '500')
  await close('2026-03-02T10:00:00+08:00')
  await applyUpdateOf(services, back.batchId, 'returned')
  await close('2026-04-02T10:00:00+08:00')
  const { sheets } = await report()
  expect(sheets.人员收入).toMatchObject([
    { 姓名: '白二', 收入总额: 13_000, 退回金额: 0, 收入净额: 13_000, 其中已扣缴申报: 10_000, 预扣税额: 90 },
    { 姓名: '陈三', 收入总额: 2_500, 退回金额: 2_000, 收入净额: 500, 其中已扣缴申报: 0, 预扣税额: 0 },
    { 姓名: '合计', 收入净额: 13_500 },
  ])
  const left = sheets.说明?.filter(({ 事项 }) => String(事项).endsWith('已扣缴申报的人员'))
  expect(left).toMatchObject([{ 类别: '未列入', 笔数: 1, 收入: 30_000, 个税: 570 }])
  expect(left?.[0]?.原因与处理).toMatch(/^共 1 人，本季度全部收入已办理扣缴申报/)
  expect(sheets.核对).toMatchObject([
    { 人数: 2, 未列入人数: 1, 未列入收入净额: 30_000, 未列入税额: 570, 收入差额: 0, 税额差额: 0 },
  ])
  const all = await report({ withDeclared: '1' })
  expect(all.sheets.人员收入?.map(({ 姓名 }) => 姓名)).toEqual(['安一', '白二', '陈三', '合计'])
  expect(all.sheets.核对).toMatchObject([{ 人数: 3, 未列入人数: 0, 收入差额: 0, 税额差额: 0 }])
  const wrong = await (await manager()).wire('downloadPlatformReport', {
    quarter: '2026-Q1',
    withDeclared: '2',
  })
  expect(wrong.http).toBe(400)
})

it('tells whether name or phone changed since the last report, and keeps neither', async () => {
  await withholding(false)
  const [same, renamed, moved] = [
    freshRow({ name: '安一' }),
    freshRow({ name: '白二' }),
    freshRow({ name: '陈三' }),
  ]
  for (const person of [same, renamed, moved]) await pay('2026-02-10T10:00:00+08:00', person, '1000')
  await close('2026-04-02T10:00:00+08:00')
  const identities = async (quarter: string) =>
    (await report({ quarter })).sheets.人员收入
      ?.slice(0, -1)
      .map(({ 姓名, 身份信息变动 }) => [姓名, 身份信息变动])
  const first = ['安一', '白二', '陈三'].map((name) => [name, '首次报送'])
  expect(await identities('2026-Q1')).toEqual(first)
  // The same quarter again: it is held against earlier ones only.
  expect(await identities('2026-Q1')).toEqual(first)
  await pay('2026-05-10T10:00:00+08:00', same, '1000')
  await pay('2026-05-11T10:00:00+08:00', { ...renamed, name: '白小二' }, '1000')
  await pay('2026-05-12T10:00:00+08:00', { ...moved, phone: freshRow().phone }, '1000')
  await pay('2026-05-13T10:00:00+08:00', freshRow({ name: '丁四' }), '1000')
  await close('2026-07-02T10:00:00+08:00')
  expect(await identities('2026-Q2')).toEqual([
    ['丁四', '首次报送'],
    ['安一', '无变动'],
    ['白小二', '姓名有变动'],
    ['陈三', '联系电话有变动'],
  ])
  const kept = await services.query<Record<string, unknown>>(
    'select * from tax_reported_people where provider_id = $1 order by quarter, row_id',
    [fixture.providerId],
  )
  expect(kept).toHaveLength(7)
  expect(Object.keys(kept[0] ?? {})).toEqual(['provider_id', 'quarter', 'row_id', 'reported_at'])
  await expect(services.query('delete from tax_reported_people')).rejects.toThrow('append-only')
})
