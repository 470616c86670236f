// Entering adjustments by a sheet: all rows or none, every bad row told, hostile files refused, nothing kept of the file (D13, D14).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../../testing/client.ts'
import { registeredPerson, type TestPerson } from '../../testing/freelancers.ts'
import { adjustmentSheet, freshRow, peopleSheet } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'
import { buildBook, rowsXml, sheetXml, zipOf } from '../../testing/xlsx-builder.ts'

let services: TestServices
let people: People
let payer: Client
let person: TestPerson

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
  person = await registeredPerson(services, 'payA1')
})
afterAll(() => services.close())

type Row = Parameters<typeof adjustmentSheet>[0][number]
const row = (over: Row = {}): Row => ({
  name: person.name,
  idCardNo: person.idCardNo,
  month: '2026-03',
  item: '免税收入',
  amount: '2000',
  remark: '见义勇为奖金',
  ...over,
})
const send = async (
  value: Uint8Array,
  {
    fields = {},
    client = payer,
    fileName = '调整.xlsx',
  }: { fields?: object; client?: Client; fileName?: string } = {},
) => client.wire('importAdjustments', { fileName, ...fields, file: { fileName: 'a.xlsx', value } })
const waiting = async () => (await payer.answer('listAdjustments', {})).count

it('enters every item of a sheet, to be confirmed, and keeps no file', async () => {
  const items = ['商业健康保险', '税延养老保险', '准予扣除的捐赠额', '捐赠', '其他', '减免税额', '免税收入']
  const rows = items.map((item, index) => row({ item, remark: `第 ${index} 笔` }))
  const { body } = await send(await adjustmentSheet([...rows, row({ amount: '-1.5', remark: '冲减' })]))
  expect(body).toMatchObject({ status: 0, data: { sucNum: 8, failNum: 0, failVOs: [] } })
  const { rows: listed } = await payer.answer('listAdjustments', {})
  expect(listed.map(({ item, amountFen, bySheet }) => [item, amountFen, bySheet])).toEqual([
    ['exempt-income', -150n, true],
    ...[
      'exempt-income',
      'tax-relief',
      'other-deduction',
      'donation',
      'donation',
      'deferred-pension',
      'health-insurance',
    ].map((item) => [item, 200_000n, true]),
  ])
  expect(await services.query("select 1 from files where state <> 'gone'")).toEqual([])
  const [entry] = await services.query(
    "select object_name, result, after from audit_entries where action = 'import-tax-adjustments' order by entry_id desc limit 1",
  )
  expect(entry).toMatchObject({ object_name: '调整.xlsx', result: 'done', after: { rows: 8, bad: 0 } })
})

it('reports every bad row with every reason and enters nothing', async () => {
  const before = await waiting()
  const same = row({ remark: '同一笔' })
  const rows = [
    row({ remark: '好的一行' }),
    row({ item: '奖金', amount: '0', remark: '奖' }),
    row({ name: freshRow().name, idCardNo: freshRow().idCardNo }),
    row({ name: '诸葛亮' }),
    row({ month: '2026-04' }),
    same,
    same,
    row({ item: '免税收入', remark: '第 6 笔' }),
  ]
  const { body } = await send(await adjustmentSheet(rows))
  expect(body).toMatchObject({
    status: 0,
    data: {
      sucNum: 2,
      failNum: 6,
      failVOs: [
        { id: 3, reason: '项目不正确；金额不正确；原因为 2–100 个字符' },
        { id: 4, reason: '该人员不在本供应商的人员名单中' },
        { id: 5, reason: '姓名与证件号码不一致' },
        { id: 6, reason: '月份不能晚于当前月份' },
        { id: 8, reason: '与第 7 行重复' },
        { id: 9, reason: '相同的调整已经录入' },
      ],
    },
  })
  expect(await waiting()).toBe(before)
})

it('lets a manager choose a provider in scope only', async () => {
  const manager = await signIn(services, 'managerA')
  const known = await registeredPerson(services, 'payA2')
  const sheet = await adjustmentSheet([row({ name: known.name, idCardNo: known.idCardNo })])
  const at = (providerId: number) => ({ client: manager, fields: { providerId: String(providerId) } })
  expect((await send(sheet, at(people.providers.B1))).http).toBe(404)
  expect((await send(sheet, at(people.providers.A2))).body).toMatchObject({ data: { sucNum: 1 } })
  expect((await send(sheet)).body).toMatchObject({ data: { failNum: 1 } })
})

it('refuses the same sheet sent twice at once', async () => {
  const sheet = await adjustmentSheet([row({ remark: '两次上传' })])
  const replies = await Promise.all([send(sheet), send(sheet)])
  const added = replies.map(({ body }) => (body.data as { failNum: number }).failNum)
  expect(added.toSorted()).toEqual([0, 1])
})

const book = (rows: readonly (string | null)[][]) =>
  buildBook([{ name: '调整', xml: sheetXml(rowsXml(rows)) }])

it.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string?]>([
  ['no spreadsheet', () => Buffer.from('no sheet'), 'sheet-not-excel'],
  ['an .xlsx named .xls', () => adjustmentSheet([row()]), 'sheet-extension-differs', '调整.xls'],
  ['a sheet of people', () => peopleSheet([freshRow()]), 'sheet-no-header'],
  ['no rows', () => book([['姓名', '证件号码', '月份', '项目', '金额', '原因']]), 'sheet-empty'],
  [
    'a zip bomb',
    () => zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': ' '.repeat(30 * 1024 * 1024) }),
    'sheet-bomb',
  ],
])('refuses %s', async (_, make, code, fileName = '调整.xlsx') => {
  expect((await send(await make(), { fileName })).body.code).toBe(code)
})

it('names the column that is missing as its sheet calls it', async () => {
  const sheet = book([
    ['姓名', '身份证号', '所属月份', '项目', '金额'],
    ['王小禾', '1', '2026-03', '其他', '1'],
  ])
  expect((await send(sheet)).body).toMatchObject({
    code: 'sheet-missing-columns',
    msg: expect.stringContaining('原因'),
  })
})
