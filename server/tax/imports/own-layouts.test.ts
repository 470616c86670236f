// An operator's own layouts: taken from the next call on, refused by the column's name to the user and in the log, never replaced silently.

import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LAYOUT_KINDS, type LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import { layoutInForce } from '@paywages/domain/tax/layout-in-force.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { downloadFiling, payAt, readPack } from '../../testing/filing-packs.ts'
import { hasLibreOffice, openWithLibreOffice } from '../../testing/libre-office.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { logRefusedLayouts } from './find-layout.ts'
import { readLayouts, SHIPPED_LAYOUTS } from './read-layouts.ts'

let services: TestServices
let fixture: ProviderFixture
let folder: string
let person: SheetRow

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
  folder = services.settings.taxLayouts.folder
  person = freshRow({ name: '欧阳𬍛' })
  await payAt(services, fixture, '2026-01-10T10:00:00+08:00', person, '30000.05')
  await closeMonthsAt(services, fixture, new Date('2026-02-01T09:00:00+08:00'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => services.close())

const OWN = {
  kind: 'income-cumulative',
  name: '某某税务局模板',
  effectiveFrom: '2026-01-15',
  sheetName: '导入',
  leadingRows: [['劳务报酬导入表'], ['所属单位', '某某']],
  columns: [
    { heading: '*证照号码', field: 'idCardNo', required: true },
    { heading: '*收入额', field: 'income' },
    { heading: '*纳税人姓名', field: 'name' },
    { heading: '证照类型', field: 'idKind', value: '201|居民身份证' },
    { heading: '所得项目', field: 'incomeItem', value: '0489|其他连续劳务报酬' },
    { heading: '是否明细', field: 'fixed', value: '是' },
    { heading: '免税', field: 'exemptIncome' },
    { heading: '其他扣除', field: 'otherDeduction' },
    { heading: '健康险', field: 'healthInsurance' },
    { heading: '养老险', field: 'deferredPension' },
    { heading: '捐赠', field: 'donation' },
    { heading: '减免', field: 'taxRelief' },
  ],
}

async function put(name: string, layout: object | string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), typeof layout === 'string' ? layout : JSON.stringify(layout))
}

const wanted = (kind: LayoutKind) => ({ providerId: fixture.providerId, month: '2026-01', kind })
const ask = async (kind: LayoutKind = 'income-cumulative') =>
  (await signIn(services, fixture.pay)).call('downloadImport', wanted(kind))
const file = async () =>
  downloadFiling(await signIn(services, fixture.pay), 'downloadImport', {
    ...wanted('income-cumulative'),
    providerId: String(fixture.providerId),
  })

it('ships one layout of each kind, and none of them is refused', async () => {
  const shipped = await readLayouts({ folder, isNamed: false })
  expect(shipped.refused).toEqual([])
  for (const kind of LAYOUT_KINDS)
    expect(layoutInForce(shipped, kind, '2025-10').found?.file).toMatch(new RegExp(`^${kind}-`))
})

it('writes other headings in another order below leading rows, as LibreOffice reads them', async () => {
  await put('own.json', OWN)
  const { bytes, fileName } = await file()
  expect(fileName).toMatch(/^某某税务局模板-Provider W\d+-2026-01-模板2026-01-15\.xlsx$/)
  const { book } = readPack(bytes)
  expect(book.SheetNames).toEqual(['导入'])
  expect(book.Props?.Comments).toContain('自有模板 own.json')
  expect(book.Sheets.导入?.A4?.v).toBe(person.idCardNo)
  expect(book.Sheets.导入?.B4?.w).toBe('30000.05')
  if (!hasLibreOffice) return
  const rows = openWithLibreOffice({ 'a.xlsx': bytes })['a.xlsx']?.导入 ?? []
  expect(rows.map((row) => row.map(({ value }) => value).filter((value) => value !== ''))).toEqual([
    ['劳务报酬导入表'],
    ['所属单位', '某某'],
    OWN.columns.map(({ heading }) => heading),
    [
      ...[person.idCardNo, 30_000.05, '欧阳𬍛', '201|居民身份证', '0489|其他连续劳务报酬', '是'],
      ...[0, 0, 0, 0, 0, 0],
    ],
  ])
})

it('writes comma-separated values in GB18030 where the layout says so', async () => {
  await put('own.json', { ...OWN, format: 'csv' })
  const { bytes, fileName } = await file()
  expect(fileName).toMatch(/\.csv$/)
  const text = new TextDecoder('gb18030').decode(bytes)
  expect(text.split('\r\n').slice(2)).toEqual([
    OWN.columns.map(({ heading }) => heading).join(','),
    `${person.idCardNo},30000.05,欧阳𬍛,201|居民身份证,0489|其他连续劳务报酬,是,0.00,0.00,0.00,0.00,0.00,0.00`,
    '',
  ])
  if (!hasLibreOffice) return
  const [rows = []] = Object.values(openWithLibreOffice({ 'a.csv': bytes })['a.csv'] ?? {})
  expect(rows[3]?.slice(1, 4).map(({ value }) => value)).toEqual([30_000.05, '欧阳𬍛', '201|居民身份证'])
})

const preview = async () =>
  (await signIn(services, fixture.pay)).answer('previewImports', {
    providerId: fixture.providerId,
    month: '2026-01',
  })

const without = (heading: string) => OWN.columns.filter((one) => one.heading !== heading)

it.each<[string, object | string, string]>([
  ['a missing column', { ...OWN, columns: without('减免') }, '缺少列「减免税额」（字段 taxRelief）'],
  [
    'an unknown field',
    { ...OWN, columns: [...OWN.columns, { heading: '奖金', field: 'bonus' }] },
    '列「奖金」的字段「bonus」无法识别',
  ],
  [
    'a doubled heading',
    { ...OWN, columns: [...OWN.columns, { heading: '减免', field: 'note' }] },
    '列名「减免」重复',
  ],
  ['a wrong day', { ...OWN, effectiveFrom: '2026-13-01' }, '设置项「effectiveFrom」缺失或不正确'],
  ['broken JSON', '{"kind":', '内容不是有效的 JSON'],
])('refuses %s to the user and in the log, and takes no other instead', async (_, layout, problem) => {
  await put('own.json', layout)
  const before = services.lines.length
  const { http, body } = await ask()
  expect([http, body.code, body.msg]).toEqual([
    422,
    'tax-layout-wrong',
    `导入模板 own.json 有误：${problem}；请联系系统管理员更正模板后重试`,
  ])
  expect(services.lines.slice(before).join('')).toMatch(/The tax layout own\.json is refused: /)
  expect((await preview()).incomes).toMatchObject([{ problem: `own.json：${problem}`, people: 1 }])
})

it('stops only its own kind where that is known, and counts from the call after it was mended', async () => {
  await put('own.json', { ...OWN, columns: without('减免') })
  expect([(await ask()).http, (await ask('people')).http]).toEqual([422, 200])
  await put('own.json', '{')
  expect((await ask('people')).http).toBe(422)
  await put('own.json', OWN)
  expect((await ask()).http).toBe(200)
})

it('leaves out whoever lacks what the layout requires, and names the column', async () => {
  await services.query('delete from provider_freelancers where provider_id = $1', [fixture.providerId])
  const columns = [...OWN.columns, { heading: '人员编号', field: 'employeeNo', required: true }]
  await put('own.json', { ...OWN, columns, leadingRows: [], notesSheet: '说明' })
  const { sheets } = readPack((await file()).bytes)
  expect(sheets.导入).toEqual([])
  expect(sheets.说明?.[0]).toMatchObject({
    类别: '未列入',
    证件号码: person.idCardNo,
    本期收入: 30_000.05,
    原因与处理: '模板要求填写“人员编号”，系统中没有该内容；请在扣缴端手工录入此人',
  })
  expect(sheets.说明?.find(({ 姓名或项目 }) => 姓名或项目 === '差额')).toMatchObject({ 本期收入: 0 })
  expect((await preview()).incomes).toMatchObject([
    { people: 0, leftOutFen: 3_000_005n, leftOut: [{ why: 'missing-field', detail: '人员编号' }] },
  ])
})

it('refuses two for one day, and files that are not UTF-8', async () => {
  await put('a.json', OWN)
  await put('b.json', { ...OWN, name: '另一个' })
  expect((await ask()).body.msg).toContain('导入模板 a.json 有误：与文件 b.json 的生效日期（2026-01-15）相同')
  await rm(join(folder, 'b.json'))
  await writeFile(join(folder, 'a.json'), Buffer.from('{"name":"\xcd\xf5"}', 'latin1'))
  expect((await ask()).body.msg).toContain('导入模板 a.json 有误：文件无法读取')
})

it('refuses what is no file: a pipe or a device would be read without end', async () => {
  await mkdir(folder, { recursive: true })
  await symlink('/dev/null', join(folder, 'a.json'))
  expect((await ask()).body.msg).toContain('导入模板 a.json 有误：文件无法读取')
})

it('takes the shipped layout for months that ended before its own was in force', async () => {
  await put('own.json', { ...OWN, effectiveFrom: '2026-02-01' })
  expect((await file()).fileName).toContain('-模板2025-10-01.')
})

it('tells at the start what is wrong, and goes on', async () => {
  await put('own.json', { ...OWN, columns: without('减免') })
  const before = services.lines.length
  await logRefusedLayouts(services)
  expect(services.lines.slice(before).join('')).toContain('减免税额')
})

it('refuses a named folder that does not exist, and every layout with it', async () => {
  const { known, refused } = await readLayouts({ folder: join(folder, 'gone'), isNamed: true })
  expect(refused).toMatchObject([{ own: true, problem: { code: 'unreadable', name: 'ENOENT' } }])
  expect(layoutInForce({ known, refused }, 'people', '2026-01').found).toBeUndefined()
})

it('has the headings that the authority names', async () => {
  const text = await readFile(join(SHIPPED_LAYOUTS, 'income-cumulative-2025-10-01.json'), 'utf8')
  const { columns } = JSON.parse(text) as { columns: { heading: string }[] }
  expect(columns.map(({ heading }) => heading).join()).toBe(
    '工号,姓名,证件类型,证件号码,所得项目,本期收入,本期免税收入,商业健康保险,税延养老保险,其他,准予扣除的捐赠额,减免税额,备注',
  )
})
