// Import files of the tax client: what stands in each cell, what is left out and named, and that sums tie to the declaration.

import { idCardCheckCharacter } from '@paywages/domain/identity/id-card.ts'
import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { downloadFiling, downloadPack, payAt, readPack } from '../../testing/filing-packs.ts'
import { holdLock } from '../../testing/held-lock.ts'
import {
  hasLibreOffice,
  type OpenedSheets,
  openedSheets,
  openWithLibreOffice,
} from '../../testing/libre-office.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { adjust } from '../../testing/tax-adjustments.ts'
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
  const terms = { fen: 10_000_000_000_000n, limitFen: 10_000_000_000_000n }
  fixture = await openProviderFixture(services, people, { ...terms, taxMethod: 'cumulative' })
})
afterAll(() => services.close())

const pay = (at: string, person: SheetRow, amount: string) => payAt(services, fixture, at, person, amount)
const close = (at: string) => closeMonthsAt(services, fixture, new Date(at))
const payer = () => signIn(services, fixture.pay)

const fieldsOf = (month: string) => ({ providerId: String(fixture.providerId), month })
const file = async (month: string, kind: LayoutKind) =>
  downloadFiling(await payer(), 'downloadImport', { ...fieldsOf(month), kind })
const preview = async (month: string) =>
  (await payer()).answer('previewImports', { providerId: fixture.providerId, month })

const HEADINGS = [
  ...['工号', '姓名', '证件类型', '证件号码', '所得项目', '本期收入', '本期免税收入', '商业健康保险'],
  ...['税延养老保险', '其他', '准予扣除的捐赠额', '减免税额', '备注'],
]

type Opened = OpenedSheets[string]

/** The first sheet of each file as LibreOffice reads it where there is one, else as the oracle of the tests does. */
function firstSheets(...files: readonly { readonly bytes: Uint8Array }[]): Opened[] {
  const named = files.map(({ bytes }, index): [string, Uint8Array] => [`${index}.xlsx`, bytes])
  const opened = hasLibreOffice
    ? openWithLibreOffice(Object.fromEntries(named))
    : Object.fromEntries(named.map(([name, bytes]) => [name, openedSheets(bytes)]))
  return named.map(([name]) => Object.values(opened[name] ?? {})[0] ?? [])
}

const values = (row: readonly { readonly value: string | number }[] | undefined) =>
  row?.map(({ value }) => value)

it('writes each method into a file of its own whose sums tie to the declaration', async () => {
  const first17 = '01010219800307121'
  const large = freshRow({
    name: `阿${'卜杜'.repeat(14)}拉`,
    idCardNo: first17 + idCardCheckCharacter(first17),
  })
  const [hostile, once] = [freshRow({ name: '白二' }), freshRow({ name: '丙三' })]
  await pay('2026-01-10T10:00:00+08:00', large, '123456789.01')
  const { rowIds } = await pay('2026-01-11T10:00:00+08:00', hostile, '4000')
  await services.query("update providers set tax_method = 'per-payment' where provider_id = $1", [
    fixture.providerId,
  ])
  await pay('2026-01-12T10:00:00+08:00', once, '5000.10')
  await close('2026-02-01T09:00:00+08:00')
  await services.query("update payout_rows set name = '=cmd|''/c calc''!A1' where row_id = $1", [rowIds[0]])
  const cumulative = await file('2026-01', 'income-cumulative')
  expect(cumulative.fileName).toMatch(
    /^劳务报酬（适用累计预扣法）-Provider W\d+-2026-01-模板2025-10-01\.xlsx$/,
  )
  const perPayment = await file('2026-01', 'income-per-payment')
  const [rows = [], others = []] = firstSheets(cumulative, perPayment)
  expect(values(rows[0])).toEqual(HEADINGS)
  const zeros = [0, 0, 0, 0, 0, 0]
  const line = (name: string, id: string, item: string, income: number) => [
    '',
    name,
    '居民身份证',
    id,
    item,
    income,
    ...zeros,
    '',
  ]
  expect(rows.slice(1).map(values)).toEqual([
    line("'=cmd|'/c calc'!A1", hostile.idCardNo, '其他连续劳务报酬', 4_000),
    line(large.name, large.idCardNo, '其他连续劳务报酬', 123_456_789.01),
  ])
  for (const row of rows.slice(1)) {
    expect(row.slice(0, 5).every(({ isText }) => isText)).toBe(true)
    expect(row.every(({ formula }) => formula === '')).toBe(true)
  }
  expect(others.slice(1).map(values)).toEqual([line('丙三', once.idCardNo, '一般劳务报酬所得', 5_000.1)])
  const { book, sheets } = readPack(cumulative.bytes)
  expect(book.Sheets.劳务报酬?.F3?.w).toBe('123456789.01')
  expect(book.Props?.Comments).toBe(
    '导入模板 劳务报酬（适用累计预扣法），自 2025-10-01 起执行，内置模板 income-cumulative-2025-10-01.json',
  )
  const declared = (await downloadPack(await payer(), 'downloadDeclaration', fieldsOf('2026-01'))).sheets
  const total = declared.申报明细?.at(-1)?.本期收入
  expect(
    sheets.说明?.filter(({ 类别 }) => 类别 === '核对').map(({ 人数, 本期收入 }) => [人数, 本期收入]),
  ).toEqual([
    [2, 123_460_789.01],
    [0, 0],
    [1, 5_000.1],
    [3, total],
    ['', 0],
  ])
  expect(await preview('2026-01')).toMatchObject({
    incomes: [
      { kind: 'income-cumulative', people: 2, incomeFen: 12_346_078_901n, leftOutCount: 0, problem: '' },
      { kind: 'income-per-payment', people: 1, incomeFen: 500_010n, leftOut: [] },
    ],
    people: { kind: 'people', people: 3, own: false, effectiveFrom: '2019-01-01' },
    peopleCount: 3,
    declaredIncomeFen: 12_346_578_911n,
    markedAt: null,
  })
})

it('leaves out a negative income and names it with the month to correct, or with the way that was filed', async () => {
  const [back, both] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  const first = await pay('2026-01-10T10:00:00+08:00', back, '30000')
  const second = await pay('2026-01-11T10:00:00+08:00', both, '1000')
  await close('2026-02-01T09:00:00+08:00')
  for (const { batchId } of [first, second]) await applyUpdateOf(services, batchId, 'returned')
  await pay('2026-02-10T10:00:00+08:00', both, '5000')
  await close('2026-03-01T09:00:00+08:00')
  const { sheets } = readPack((await file('2026-02', 'income-cumulative')).bytes)
  expect(sheets.劳务报酬).toMatchObject([{ 姓名: '白二', 本期收入: 4_000, 备注: '含更正 1 笔' }])
  expect(sheets.说明?.[0]).toMatchObject({
    类别: '待选择',
    原因与处理: expect.stringMatching(/^有 1 个以前月份的更正尚未选择申报方式/),
  })
  expect(sheets.说明?.filter(({ 类别 }) => 类别 === '未列入')).toEqual([
    {
      类别: '未列入',
      姓名或项目: '安一',
      证件号码: back.idCardNo,
      人数: 1,
      本期收入: -30_000,
      原因与处理:
        '退票冲减后本期收入为负，扣缴端不接受负数；请为 2026-01 的更正选择「更正申报」，在扣缴端更正该所属期，本期不再导入此人',
    },
  ])
  expect(sheets.说明?.find(({ 姓名或项目 }) => 姓名或项目 === '差额')).toMatchObject({ 本期收入: 0 })
  const { incomes, declaredIncomeFen } = await preview('2026-02')
  expect(incomes).toMatchObject([
    {
      people: 1,
      incomeFen: 400_000n,
      leftOutCount: 1,
      leftOutFen: -3_000_000n,
      leftOut: [{ name: '安一', incomeFen: -3_000_000n, why: 'negative-income', detail: '2026-01' }],
    },
  ])
  expect(declaredIncomeFen).toBe(-2_600_000n)

  const place = { providerId: fixture.providerId, month: '2026-02', correctedMonth: '2026-01' }
  const manager = await signIn(services, 'managerA')
  const refused = await manager.call('fileCorrection', { ...place, way: 'current' })
  expect(refused.body.code).toBe('correction-below-zero')
  // As it could be chosen before that was refused: what was filed stands, and nothing tells to file it twice.
  await services.query(
    `insert into tax_correction_filings (tax_id, month, way, chosen_at)
     select tax_id, '2026-01', 'current', $2 from tax_periods where provider_id = $1 and month = '2026-02'`,
    [fixture.providerId, services.clock.now()],
  )
  const chosen = readPack((await file('2026-02', 'income-cumulative')).bytes)
  expect(chosen.sheets.说明?.filter(({ 类别 }) => 类别 === '待选择')).toEqual([])
  expect(chosen.sheets.说明?.find(({ 类别 }) => 类别 === '未列入')).toMatchObject({
    姓名或项目: '安一',
    原因与处理:
      '退票冲减后本期收入为负，扣缴端不接受负数；该退票已按「在本期更正」列入扣缴申报表，请勿再对原所属期办理更正申报，此人的本期申报请与主管税务机关确认',
  })
  expect((await preview('2026-02')).incomes).toMatchObject([{ leftOut: [{ name: '安一', detail: '' }] }])
})

it('has the adjustments of the month in the columns of their items, and names whose exempt income is too large', async () => {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  await (await payer()).answer('addFreelancers', {
    people: [one, other].map(({ name, idCardNo, phone }) => ({ name, idCardNo, phone })),
  })
  await pay('2026-01-10T10:00:00+08:00', one, '5000')
  await pay('2026-01-11T10:00:00+08:00', other, '100')
  const items = [
    ['exempt-income', 100_000n],
    ['health-insurance', 20_000n],
    ['deferred-pension', 3_000n],
    ['other-deduction', 400n],
    ['donation', 50n],
    ['tax-relief', 6n],
  ] as const
  const month = '2026-01'
  for (const [item, amountFen] of items)
    await adjust(services, fixture, one.idCardNo, { month, item, amountFen })
  await adjust(services, fixture, other.idCardNo, { month, item: 'exempt-income', amountFen: 10_001n })
  await close('2026-02-01T09:00:00+08:00')
  const { sheets } = readPack((await file(month, 'income-cumulative')).bytes)
  expect(sheets.劳务报酬).toMatchObject([
    {
      工号: expect.stringMatching(/^\d+$/),
      姓名: '安一',
      本期收入: 5_000,
      本期免税收入: 1_000,
      商业健康保险: 200,
      税延养老保险: 30,
      其他: 4,
      准予扣除的捐赠额: 0.5,
      减免税额: 0.06,
    },
  ])
  expect(sheets.说明?.[0]).toMatchObject({
    类别: '未列入',
    姓名或项目: '白二',
    本期收入: 100,
    原因与处理: '免税收入大于本期收入，扣缴端不接受；请核对免税收入的登记',
  })
  expect((await preview(month)).incomes).toMatchObject([
    { people: 1, leftOut: [{ name: '白二', why: 'exempt-above-income' }] },
  ])
})

it('refuses an open month and writes an audit entry before a file leaves', async () => {
  await pay('2026-01-10T10:00:00+08:00', freshRow(), '1000')
  const input = { providerId: fixture.providerId, month: '2026-01', kind: 'people' } as const
  const open = await (await payer()).call('downloadImport', input)
  expect([open.http, open.body.code]).toEqual([422, 'tax-month-open'])
  await close('2026-02-01T09:00:00+08:00')
  await file('2026-01', 'people')
  const entries = await services.query(
    `select account, after from audit_entries where action = 'download-tax-import' and provider_id = $1`,
    [fixture.providerId],
  )
  expect(entries).toEqual([
    {
      account: fixture.pay,
      after: { month: '2026-01', kind: 'people', people: 1, layout: 'people-2019-01-01.json 2019-01-01' },
    },
  ])
})

const namesIn = async (month: string) =>
  readPack((await file(month, 'people')).bytes).sheets.人员信息?.map(({ 姓名 }) => 姓名)

const mark = async (month: string) =>
  (await payer()).call('markPeopleCollected', { providerId: fixture.providerId, month })

it('collects each person once, and gives a marked month the same people for ever', async () => {
  const [other, later] = [freshRow({ name: '白二' }), freshRow({ name: '丙三' })]
  await pay('2026-01-10T10:00:00+08:00', other, '3000')
  await pay('2026-01-20T23:30:00+08:00', other, '100')
  await pay('2026-02-11T10:00:00+08:00', other, '1000')
  await pay('2026-02-12T10:00:00+08:00', later, '2000')
  await close('2026-03-01T09:00:00+08:00')
  const [rows = []] = firstSheets(await file('2026-01', 'people'))
  const born = `${other.idCardNo.slice(6, 10)}-${other.idCardNo.slice(10, 12)}-${other.idCardNo.slice(12, 14)}`
  const gender = Number(other.idCardNo[16]) % 2 === 1 ? '男' : '女'
  expect(rows.slice(1).map((row) => values(row)?.slice(1, 11))).toEqual([
    ['白二', '居民身份证', other.idCardNo, '中国', gender, born, '正常', '其他', other.phone, '2026-01-10'],
  ])
  expect(rows[1]?.every(({ isText }) => isText)).toBe(true)
  expect(await namesIn('2026-02')).toEqual(['丙三', '白二'])
  const marks = await Promise.all([mark('2026-01'), mark('2026-01')])
  expect(marks.map(({ http }) => http).toSorted()).toEqual([200, 409])
  expect(await namesIn('2026-02')).toEqual(['丙三'])
  expect((await mark('2026-02')).http).toBe(200)
  expect(await namesIn('2026-01')).toEqual(['白二'])
  expect(await namesIn('2026-02')).toEqual(['丙三'])
  expect(await preview('2026-02')).toMatchObject({ people: { people: 1 }, markedAt: services.clock.now() })
  await pay('2026-03-11T10:00:00+08:00', other, '1000')
  await close('2026-04-01T09:00:00+08:00')
  expect(await namesIn('2026-03')).toEqual([])
  const none = await mark('2026-03')
  expect([none.http, none.body.code]).toEqual([422, 'people-none-new'])
  const entries = await services.query(
    `select after from audit_entries where action = 'mark-people-collected' and provider_id = $1 order by entry_id`,
    [fixture.providerId],
  )
  expect(entries).toEqual([
    { after: { month: '2026-01', people: 1 } },
    { after: { month: '2026-02', people: 1 } },
  ])
})

it('lets two months that are marked at once claim a person only once', async () => {
  const both = freshRow()
  await pay('2026-01-10T10:00:00+08:00', both, '3000')
  await pay('2026-02-10T10:00:00+08:00', both, '3000')
  await pay('2026-02-11T10:00:00+08:00', freshRow(), '3000')
  await close('2026-03-01T09:00:00+08:00')
  const lock = await holdLock(services, "select pg_advisory_xact_lock(hashtext('tax-periods'), $1)", [
    fixture.providerId,
  ])
  const marks = ['2026-01', '2026-02'].map(mark)
  await lock.untilWaiting(2)
  await lock.release()
  await Promise.all(marks)
  const claimed = await services.query(
    'select t.row_id from tax_collected_people t join tax_periods p using (tax_id) where p.provider_id = $1',
    [fixture.providerId],
  )
  expect(claimed).toHaveLength(2)
})
