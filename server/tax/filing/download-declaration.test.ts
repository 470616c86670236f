// The withholding declaration: what it holds, what it leaves out and why, what it ties to, and to whom it is refused (D31, D33).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf, sendInVain } from '../../testing/doubted-transfer.ts'
import { downloadPack, type PackLine, payAt, startAt } from '../../testing/filing-packs.ts'
import { settleAll, storeBatch, takeStep } from '../../testing/payout-batches.ts'
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
const payer = () => signIn(services, fixture.pay)

const declaration = async (month: string) =>
  downloadPack(await payer(), 'downloadDeclaration', { providerId: String(fixture.providerId), month })

const filing = async (month: string) => {
  const { rows } = await (await payer()).answer('listFilings', { month })
  return rows[0]
}

const gaps = (sheet: readonly PackLine[] | undefined) =>
  sheet?.filter(({ 项目 }) => String(项目).endsWith('差额')).map(({ 金额 }) => 金额)

it('lists everyone with the figures behind the tax and matches proof and ledger', async () => {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  for (const month of ['2026-01', '2026-02']) await pay(`${month}-10T10:00:00+08:00`, one, '30000')
  await pay('2026-02-11T10:00:00+08:00', other, '4000')
  await pay('2026-02-12T10:00:00+08:00', other, '6000')
  await close('2026-03-01T09:00:00+08:00')
  const { sheets, book } = await declaration('2026-02')
  expect(book.SheetNames).toEqual(['申报明细', '说明', '核对'])
  expect(sheets.申报明细).toEqual([
    expect.objectContaining({
      序号: 1,
      姓名: '安一',
      证件号码: one.idCardNo,
      计算方式: '累计预扣法',
      本期收入: 30_000,
      本期费用: 6_000,
      本期减除费用: 5_000,
      本期预扣税额: 710,
      累计收入: 60_000,
      累计费用: 12_000,
      减除月份数: 2,
      累计减除费用: 10_000,
      应纳税所得额: 38_000,
      预扣率: '10%',
      速算扣除数: 2_520,
      应纳税额: 1_280,
      此前已预扣: 570,
      '结转（待抵为负）': 0,
      更正说明: '',
    }),
    expect.objectContaining({
      序号: 2,
      姓名: '白二',
      证件号码: other.idCardNo,
      本期收入: 10_000,
      本期预扣税额: 90,
      累计收入: 10_000,
      此前已预扣: 0,
    }),
    expect.objectContaining({ 姓名: '合计', 本期收入: 40_000, 本期费用: 8_000, 本期预扣税额: 800 }),
  ])
  const first = book.Sheets.申报明细
  expect([first?.D2?.t, first?.G2?.t, first?.G2?.w]).toEqual(['s', 'n', '30,000.00'])
  expect(gaps(sheets.核对)).toEqual([0, 0])
  expect(sheets.核对).toContainEqual({ 项目: '账务应交个税（同一批发放）', 内容: '', 金额: 800 })
  await services.query(
    "update providers set bank_account_name = '改名后的公司', taxpayer_id = 'X1' where provider_id = $1",
    [fixture.providerId],
  )
  expect((await declaration('2026-02')).sheets.核对).toEqual(sheets.核对)
})

it('lists returns and late successes as separate corrections', async () => {
  const person = freshRow()
  const back = await pay('2026-01-10T10:00:00+08:00', person, '30000')
  const late = await startAt(services, fixture, '2026-01-31T23:59:00+08:00', freshRow(), '20000')
  await sendInVain(services, 'lost-answer')
  await close('2026-02-01T09:00:00+08:00')
  const january = await filing('2026-01')
  expect(january).toMatchObject({ closed: true, openCount: 1, openFen: 2_000_000n, correctedCount: 0 })
  await settleAll(services)
  await applyUpdateOf(services, back.batchId, 'returned')
  const before = await filing('2026-02')
  expect(before).toBeUndefined()
  await pay('2026-02-10T10:00:00+08:00', freshRow(), '1000')
  const open = await filing('2026-02')
  await close('2026-03-01T09:00:00+08:00')
  const closed = await filing('2026-02')
  expect(closed).toEqual({ ...open, closed: true, openChoiceCount: 1 })
  expect(closed).toMatchObject({ incomeFen: -900_000n, taxFen: -240_00n, ledgerTaxFen: -240_00n })
  expect(closed).toMatchObject({ peopleCount: 3, correctedCount: 2, openCount: 0 })
  const { sheets } = await declaration('2026-02')
  const corrections = sheets.说明?.filter(({ 类别 }) => 类别 === '更正')
  expect(corrections).toEqual([
    expect.objectContaining({
      事项: '退票',
      批次号: back.batchNo,
      发放月份: '2026-01',
      收入: -30_000,
      个税: -570,
    }),
    expect.objectContaining({
      事项: '补记',
      批次号: late.batchNo,
      发放月份: '2026-01',
      收入: 20_000,
      个税: 330,
    }),
  ])
  expect(gaps(sheets.核对)).toEqual([0, 0, 0, 0])
  expect(sheets['待选择-本期含更正']?.find(({ 姓名 }) => 姓名 === person.name)).toMatchObject({
    本期收入: -30_000,
    本期预扣税额: -570,
    累计收入: 0,
    应纳税额: 0,
    此前已预扣: 570,
    '结转（待抵为负）': 0,
    更正说明: '含更正 1 笔：收入 -30,000.00 元，税额 -570.00 元，见“说明”',
  })
  const january2 = await declaration('2026-01')
  expect(january2.sheets.说明?.find(({ 事项 }) => 事项 === '生成时银行尚未答复的发放')).toMatchObject({
    笔数: 1,
    收入: 20_000,
  })
})

it('omits failed, cancelled and untaxed payouts and says so', async () => {
  await services.query('update providers set withholds_tax = false where provider_id = $1', [
    fixture.providerId,
  ])
  await pay('2026-01-05T10:00:00+08:00', freshRow(), '700')
  await services.query('update providers set withholds_tax = true where provider_id = $1', [
    fixture.providerId,
  ])
  await pay('2026-01-10T10:00:00+08:00', freshRow({ cardNo: '6222021202000010001' }), '5000')
  services.clock.set(new Date('2026-01-12T10:00:00+08:00'))
  const month = '2026-01'
  const [kept, cancelled] = [freshRow({ amount: '8000', month }), freshRow({ amount: '300', month })]
  const batch = await readyBatchWithout(kept, cancelled)
  await takeStep(services, fixture.pay, batch, 'transferring')
  await settleAll(services)
  await pay('2026-02-12T10:00:00+08:00', freshRow(), '900')
  services.clock.set(new Date('2026-02-20T10:00:00+08:00'))
  await close('2026-02-20T10:00:00+08:00')
  const { sheets } = await declaration('2026-01')
  const leftOut = sheets.说明
    ?.filter(({ 类别 }) => 类别 === '未列入')
    .map((line) => [line.事项, line.笔数, line.收入])
  expect(leftOut).toEqual([
    ['生成时银行尚未答复的发放', 0, 0],
    ['失败的发放', 1, 5_000],
    ['已取消的发放', 1, 300],
    ['以后月份的发放', 1, 900],
    ['未代扣个税的发放', 1, 700],
  ])
  expect(sheets.申报明细?.map(({ 姓名, 本期收入 }) => [姓名, 本期收入])).toEqual([
    [kept.name, 8_000],
    ['合计', 8_000],
  ])
  expect(gaps(sheets.核对)).toEqual([0, 0])
})

async function readyBatchWithout(kept: SheetRow, cancelled: SheetRow): Promise<number> {
  const { batchId, rowIds } = await storeBatch(services, fixture.pay, [kept, cancelled])
  await (await payer()).answer('switchRows', { rowIds: rowIds.slice(1), cancelled: true })
  await takeStep(services, fixture.pay, batchId, 'reviewing')
  await takeStep(services, fixture.check, batchId, 'ready')
  return batchId
}

it('rejects a declaration for an open month and for a provider that does not withhold', async () => {
  await pay('2026-01-10T10:00:00+08:00', freshRow(), '1000')
  const input = { providerId: fixture.providerId, month: '2026-01' }
  const open = await (await payer()).call('downloadDeclaration', input)
  expect([open.http, open.body.code]).toEqual([422, 'tax-month-open'])
  await services.query('update providers set withholds_tax = false where provider_id = $1', [
    fixture.providerId,
  ])
  await pay('2026-02-10T10:00:00+08:00', freshRow(), '1000')
  for (const closed of [false, true]) {
    if (closed) await close('2026-03-02T10:00:00+08:00')
    const never = await (await payer()).call('downloadDeclaration', { ...input, month: '2026-02' })
    expect([never.http, never.body.code]).toEqual([422, 'tax-not-withheld'])
    expect(never.body.msg).toBe('该供应商 2026-02 未代扣个税，无需扣缴申报')
  }
})

it('writes an audit entry for the declaration before sending it', async () => {
  await pay('2026-01-10T10:00:00+08:00', freshRow(), '1000')
  await close('2026-02-02T10:00:00+08:00')
  const { fileName } = await declaration('2026-01')
  expect(fileName).toMatch(/^扣缴申报表-Provider W\d+-2026-01\.xlsx$/)
  const entries = await services.query(
    `select account, object_name, after from audit_entries where action = 'download-declaration' and provider_id = $1`,
    [fixture.providerId],
  )
  expect(entries).toMatchObject([{ account: fixture.pay, after: { month: '2026-01', people: 1 } }])
})
