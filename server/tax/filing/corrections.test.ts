// Corrections of closed months filed either way: what each way declares, for one old month, several, and one of last year (docs/rules/tax.md).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { downloadFiling, type PackLine, payAt, readPack } from '../../testing/filing-packs.ts'
import { hasLibreOffice, openedSheets, openWithLibreOffice } from '../../testing/libre-office.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { brief, correctionSteps, gapsIn, liveReturnAndLateSuccess } from '../../testing/tax-corrections.ts'
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

const { manager, declaration, corrected, file, corrections } = correctionSteps(() => ({
  services,
  fixture,
}))

const openChoices = async (month: string) => {
  const { rows } = await (await manager()).answer('listFilings', { month, providerId: fixture.providerId })
  return rows[0]?.openChoiceCount
}

describe('a return and a late success of a closed month', () => {
  beforeEach(() => liveReturnAndLateSuccess(services, fixture))

  it('stand in the declaration both ways until one is chosen', async () => {
    expect(await openChoices('2026-02')).toBe(1)
    expect(await corrections('2026-02')).toMatchObject([
      {
        correctedMonth: '2026-01',
        count: 2,
        peopleCount: 2,
        incomeFen: -20_000_00n,
        taxFen: -480_00n,
        way: null,
        filedAt: null,
        waitsFor: '',
        people: [
          { name: '安一', count: 1, incomeFen: -30_000_00n, taxFen: -570_00n },
          { name: '白二', count: 1, incomeFen: 10_000_00n, taxFen: 90_00n },
        ],
      },
    ])
    const { book, sheets } = await declaration('2026-02')
    expect(book.SheetNames).toEqual([
      '待选择',
      '待选择-本期含更正',
      '待选择-本期不含更正',
      '待选择-更正申报 2026-01',
      '待选择-更正对照 2026-01',
      '说明',
      '核对',
    ])
    expect(sheets.待选择).toEqual([
      {
        更正月份: '2026-01',
        人数: 2,
        笔数: 2,
        收入差额: -20_000,
        税额差额: -480,
        '方式一：在本期更正': '不能选择：安一 1 人本期收入为负，扣缴端不接受负数',
        '方式二：更正申报': '申报“待选择-本期不含更正”，并以“待选择-更正申报 2026-01”更正 2026-01 的申报',
      },
    ])
    expect(brief(sheets['待选择-本期含更正'])).toEqual([
      ['安一', -30_000, -570],
      ['白二', 20_000, 180],
      ['合计', -10_000, -390],
    ])
    expect(brief(sheets['待选择-本期不含更正'])).toEqual([
      ['白二', 10_000, 90],
      ['合计', 10_000, 90],
    ])
    expect(brief(sheets['待选择-更正申报 2026-01'])).toEqual([
      ['安一', 0, 0],
      ['白二', 10_000, 90],
      ['合计', 10_000, 90],
    ])
    expect(gapsIn(sheets.核对)).toEqual([0, 0, 0, 0])
    expect(sheets.说明?.filter(({ 类别 }) => 类别 === '更正').map(({ 原因与处理 }) => 原因与处理)).toEqual([
      expect.stringMatching(/申报方式待选择$/),
      expect.stringMatching(/申报方式待选择$/),
    ])
    const early = await (await manager()).call('downloadCorrectedMonth', {
      providerId: fixture.providerId,
      month: '2026-02',
      correctedMonth: '2026-01',
    })
    expect([early.http, early.body.code]).toEqual([422, 'correction-not-amended'])
  })

  it('filed on the old month: that month whole with them, the current one without, and both tie', async () => {
    const { sheets: before } = await declaration('2026-02')
    expect((await file('2026-02', '2026-01', 'amended')).http).toBe(200)
    const { sheets } = await declaration('2026-02')
    expect(sheets.申报明细).toEqual(before['待选择-本期不含更正'])
    expect(sheets.申报明细?.[0]).toMatchObject({
      姓名: '白二',
      本期收入: 10_000,
      累计收入: 20_000,
      减除月份数: 2,
      应纳税额: 180,
      此前已预扣: 90,
      更正说明: '',
    })
    expect(sheets.核对).toContainEqual({ 项目: '加：2026-01 更正申报的税额', 内容: '', 金额: -480 })
    expect(gapsIn(sheets.核对)).toEqual([0, 0])
    const amended = await corrected('2026-02', '2026-01')
    expect(amended.fileName).toMatch(/^更正申报表-Provider W\d+-2026-01（2026-02 更正）\.xlsx$/)
    expect(amended.book.SheetNames).toEqual(['更正申报明细', '更正对照', '说明', '核对'])
    expect(amended.sheets.更正申报明细).toEqual(before['待选择-更正申报 2026-01'])
    expect(amended.sheets.更正对照).toMatchObject([
      {
        姓名: '安一',
        原本期收入: 30_000,
        更正后本期收入: 0,
        本期收入差额: -30_000,
        本期预扣税额差额: -570,
        原应纳税额: 570,
        更正后应纳税额: 0,
        更正后累计收入: 0,
        更正内容: '退票 1 笔',
      },
      {
        姓名: '白二',
        原本期收入: 0,
        更正后本期收入: 10_000,
        更正后累计减除费用: 5_000,
        更正后应纳税额: 90,
        更正内容: '补记 1 笔',
      },
      { 姓名: '合计', 本期收入差额: -20_000, 本期预扣税额差额: -480, 累计收入差额: '' },
    ])
    expect(gapsIn(amended.sheets.核对)).toEqual([0, 0])
    const fields = { providerId: String(fixture.providerId), month: '2026-01', kind: 'income-cumulative' }
    const bookedMonth = '2026-02'
    const again = await downloadFiling(await manager(), 'downloadImport', { ...fields, bookedMonth })
    expect(again.fileName).toMatch(/^劳务报酬（适用累计预扣法）-Provider W\d+-2026-01（2026-02 更正）-模板/)
    const { sheets: imported } = readPack(again.bytes)
    const lines = (sheet: readonly PackLine[] | undefined) =>
      sheet?.map(({ 证件号码, 本期收入, 备注 }) => [证件号码, 本期收入, 备注])
    expect(lines(imported.劳务报酬)).toEqual(
      amended.sheets.更正申报明细
        ?.slice(0, -1)
        .map(({ 证件号码, 本期收入 }) => [证件号码, 本期收入, '含更正 1 笔']),
    )
    const ties = imported.说明?.filter(({ 类别 }) => 类别 === '核对')
    expect(ties?.map(({ 姓名或项目, 本期收入 }) => [姓名或项目, 本期收入]).slice(-2)).toEqual([
      ['更正申报表“本期收入”合计', 10_000],
      ['差额', 0],
    ])
    const original = readPack((await downloadFiling(await manager(), 'downloadImport', fields)).bytes)
    expect(lines(original.sheets.劳务报酬)).toMatchObject([[expect.anything(), 30_000, '']])
    const none = await (await manager()).call('downloadImport', {
      providerId: fixture.providerId,
      month: '2026-02',
      kind: 'income-cumulative',
      bookedIn: '2026-02',
    })
    expect(none.body.code).toBe('correction-not-amended')
    // What was filed before stays as it was.
    expect(brief((await declaration('2026-01')).sheets.申报明细)).toEqual([
      ['安一', 30_000, 570],
      ['合计', 30_000, 570],
    ])
  })

  it.skipIf(!hasLibreOffice)('opens in LibreOffice as it was written', { timeout: 120_000 }, async () => {
    const undecided = await declaration('2026-02')
    await file('2026-02', '2026-01', 'amended')
    const amended = await corrected('2026-02', '2026-01')
    const books = { 'undecided.xlsx': undecided.bytes, 'amended.xlsx': amended.bytes }
    const opened = openWithLibreOffice(books)
    for (const [name, bytes] of Object.entries(books)) expect(opened[name]).toEqual(openedSheets(bytes))
  })
})

it('filed in the current period: the declaration has them, and no old month is filed again', async () => {
  await liveReturnAndLateSuccess(services, fixture, { further: '30000' })
  const { sheets: before } = await declaration('2026-02')
  expect(before.待选择?.[0]?.['方式一：在本期更正']).toBe('只申报“待选择-本期含更正”')
  expect((await file('2026-02', '2026-01', 'current')).http).toBe(200)
  expect(await openChoices('2026-02')).toBe(0)
  expect(await corrections('2026-02')).toMatchObject([
    { way: 'current', byName: expect.stringMatching(/./), filedAt: services.clock.now() },
  ])
  const { book, sheets } = await declaration('2026-02')
  expect(book.SheetNames).toEqual(['申报明细', '说明', '核对'])
  expect(sheets.申报明细).toEqual(before['待选择-本期含更正'])
  expect(gapsIn(sheets.核对)).toEqual([0, 0])
  const refused = await (await manager()).call('downloadCorrectedMonth', {
    providerId: fixture.providerId,
    month: '2026-02',
    correctedMonth: '2026-01',
  })
  expect([refused.http, refused.body.code]).toEqual([422, 'correction-not-amended'])
})

it('chooses for each of several old months, and amends a month of last year in its own year', async () => {
  const [one, other] = [freshRow({ name: '安一' }), freshRow({ name: '白二' })]
  const december = await pay('2026-12-10T10:00:00+08:00', one, '30000')
  await pay('2026-12-11T10:00:00+08:00', other, '20000')
  await close('2027-01-02T10:00:00+08:00')
  const january = await pay('2027-01-10T10:00:00+08:00', other, '20000')
  await pay('2027-01-11T10:00:00+08:00', one, '20000')
  await close('2027-02-02T10:00:00+08:00')
  await applyUpdateOf(services, december.batchId, 'returned')
  await applyUpdateOf(services, january.batchId, 'returned')
  await pay('2027-02-10T10:00:00+08:00', one, '20000')
  await pay('2027-02-11T10:00:00+08:00', other, '20000')
  await close('2027-03-02T10:00:00+08:00')
  expect((await corrections('2027-02')).map(({ correctedMonth }) => correctedMonth)).toEqual([
    '2026-12',
    '2027-01',
  ])
  await file('2027-02', '2026-12', 'amended')
  expect(await openChoices('2027-02')).toBe(1)
  const half = await declaration('2027-02')
  expect(half.book.SheetNames).not.toContain('待选择-更正申报 2026-12')
  expect(brief(half.sheets['待选择-本期含更正'])).toEqual([
    ['安一', 20_000, 330],
    ['白二', 0, 0],
    ['合计', 20_000, 330],
  ])
  await file('2027-02', '2027-01', 'current')
  const { sheets } = await declaration('2027-02')
  expect(brief(sheets.申报明细)).toEqual(brief(half.sheets['待选择-本期含更正']))
  expect(sheets.申报明细?.[0]).toMatchObject({ 累计收入: 40_000, 此前已预扣: 330, 应纳税额: 660 })
  expect(gapsIn(sheets.核对)).toEqual([0, 0])
  const amended = await corrected('2027-02', '2026-12')
  expect(brief(amended.sheets.更正申报明细)).toEqual([
    ['安一', 0, 0],
    ['白二', 20_000, 330],
    ['合计', 20_000, 330],
  ])
  expect(gapsIn(amended.sheets.核对)).toEqual([0, 0])
})

it('asks nothing of a month whose payouts withheld no tax', async () => {
  await services.query('update providers set withholds_tax = false where provider_id = $1', [
    fixture.providerId,
  ])
  const back = await pay('2026-01-10T10:00:00+08:00', freshRow(), '30000')
  await close('2026-02-01T09:00:00+08:00')
  await applyUpdateOf(services, back.batchId, 'returned')
  await close('2026-03-01T09:00:00+08:00')
  expect([await openChoices('2026-02'), await corrections('2026-02')]).toEqual([0, []])
})
