// Importing people by a sheet: any order of headings, every bad row told, all or nobody, nothing kept of the file (D13, D14).

import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow, freshRows, payoutSheet, peopleSheet, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { buildBook, rowsXml, sheetXml, zipOf } from '../testing/xlsx-builder.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

async function send(
  value: Uint8Array,
  fields: Record<string, string> = {},
  client = payer,
  fileName = '人员.xlsx',
) {
  return client.wire('importFreelancers', { fileName, ...fields, file: { fileName: 'people.xlsx', value } })
}
const book = (rows: readonly (string | null)[][]) =>
  buildBook([{ name: '人员', xml: sheetXml(rowsXml(rows)) }])

async function isKnown({ idCardNo }: Pick<SheetRow, 'idCardNo'>): Promise<number> {
  const rows = await services.query(
    'select 1 from provider_freelancers join freelancers using (freelancer_id) where id_hash = $1 and provider_id = $2',
    [services.cipher.lookupHash(idCardNo, 'id-card-no'), people.providers.A1],
  )
  return rows.length
}

describe('importFreelancers with a valid sheet', () => {
  it('registers everyone with cards and keeps no file', async () => {
    const rows = freshRows(3)
    const { body } = await send(await peopleSheet(rows))
    expect(body).toMatchObject({ status: 0, data: { sucNum: 3, failNum: 0, failVOs: [], invitation: null } })
    for (const row of rows) expect(await isKnown(row)).toBe(1)
    const card = await payer.answer('freelancerDetail', { who: rows[0]?.idCardNo ?? '' })
    expect(card.beside.person).toMatchObject({
      cardNo: rows[0]?.cardNo,
      bank: rows[0]?.bank,
      phone: rows[0]?.phone,
    })
    expect(await services.query("select 1 from files where state <> 'gone'")).toEqual([])
    const [entry] = await services.query(
      "select object_name, result, after from audit_entries where action = 'add-people' order by entry_id desc limit 1",
    )
    expect(entry).toMatchObject({ object_name: '人员.xlsx', result: 'done' })
  })

  it('accepts other headings in any order, below a title, between unknown columns', async () => {
    const { name, idCardNo, phone } = freshRow()
    const sheet = book([
      ['十一月新人'],
      ['序号', '联系电话', '部门', '证件号码', '姓 名*'],
      ['1', ` ${phone} `, '市场', idCardNo.toLowerCase(), name],
    ])
    expect((await send(sheet)).body).toMatchObject({ data: { sucNum: 1 } })
    expect(await isKnown({ idCardNo })).toBe(1)
  })

  it('accepts a payout sheet and creates no batch', async () => {
    const row = freshRow()
    expect((await send(await payoutSheet([row]))).body).toMatchObject({ data: { sucNum: 1 } })
    expect(await isKnown(row)).toBe(1)
    expect(await services.query('select 1 from payout_batches')).toEqual([])
  })

  it('invites everyone when asked and lets a manager choose a provider in scope only', async () => {
    const manager = await signIn(services, 'managerA')
    const fields = { invite: '1', providerId: String(people.providers.A2) }
    const { body } = await send(await peopleSheet(freshRows(3)), fields, manager)
    expect(body).toMatchObject({
      data: { sucNum: 3, invitation: { invitedNum: 3, signedNum: 0, link: null, bySms: 0 } },
    })
    const other = { providerId: String(people.providers.B1) }
    expect((await send(await peopleSheet(freshRows(1)), other, manager)).http).toBe(404)
  })

  it('counts a person listed twice once', async () => {
    const row = freshRow()
    expect((await send(await peopleSheet([row, row]))).body).toMatchObject({
      data: { sucNum: 1, failNum: 0 },
    })
  })
})

it('reports every bad row with every reason and registers nobody', async () => {
  const good = freshRow()
  const twice = freshRow()
  const rows = [
    good,
    { ...freshRow(), name: '', phone: '123' },
    { ...freshRow(), idCardNo: '330102199001010011' },
    { ...freshRow(), bank: '' },
    twice,
    { ...twice, name: '诸葛亮' },
  ]
  const { body } = await send(await peopleSheet(rows))
  expect(body).toMatchObject({
    status: 0,
    data: {
      sucNum: 1,
      failNum: 5,
      failVOs: [
        { id: 3, reason: '姓名不能为空；手机号不正确' },
        { id: 4, reason: '身份证号不正确' },
        { id: 5, reason: '开户行不能为空' },
        { id: 6, reason: '姓名与身份证号不一致' },
        { id: 7, reason: '姓名与身份证号不一致' },
      ],
    },
  })
  expect(await isKnown(good)).toBe(0)
})

it('accepts 5,000 people and rejects 5,001', { timeout: 60_000 }, async () => {
  const many = freshRows(5_001)
  const { body } = await send(await peopleSheet(many))
  expect(body).toMatchObject({ code: 'sheet-too-many-rows', msg: expect.stringContaining('5000') })
  expect(await isKnown(many[0] as SheetRow)).toBe(0)
  expect((await send(await peopleSheet(many.slice(1)))).body).toMatchObject({ data: { sucNum: 5_000 } })
  const { count } = await payer.answer('listFreelancers', {})
  expect(count).toBeGreaterThanOrEqual(5_000)
})

describe('importFreelancers with an invalid sheet', () => {
  const good = () => peopleSheet(freshRows(1))
  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string?]>([
    ['not a spreadsheet', () => Buffer.from('not a sheet'), 'sheet-not-excel'],
    ['wrong spreadsheet extension', good, 'sheet-extension-differs', '人员.xls'],
    ['unsupported extension', good, 'sheet-not-named-excel', '人员.txt'],
    [
      'no header row',
      () =>
        book([
          ['a', 'b'],
          ['1', '2'],
        ]),
      'sheet-no-header',
    ],
    [
      'missing column',
      () =>
        book([
          ['姓名', '身份证号'],
          ['王小禾', '1'],
        ]),
      'sheet-missing-columns',
    ],
    [
      'duplicate column',
      () =>
        book([
          ['姓名', '身份证号', '手机', '联系电话'],
          ['a', 'b', 'c', 'd'],
        ]),
      'sheet-duplicate-columns',
    ],
    ['no people', () => book([['姓名', '身份证号', '手机号']]), 'sheet-empty'],
    [
      'second sheet with people',
      () =>
        buildBook([
          {
            name: '一',
            xml: sheetXml(
              rowsXml([
                ['姓名', '身份证号', '手机号'],
                ['王小禾', '1', '2'],
              ]),
            ),
          },
          {
            name: '二',
            xml: sheetXml(
              rowsXml([
                ['姓名', '身份证号码', '手机'],
                ['李四', '1', '2'],
              ]),
            ),
          },
        ]),
      'sheet-second-payout-sheet',
    ],
    [
      'zip bomb',
      () => zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': ' '.repeat(30 * 1024 * 1024) }),
      'sheet-bomb',
    ],
    ['truncated file', async () => (await good()).subarray(0, 900), 'sheet-damaged'],
  ])('rejects the sheet and keeps no file: %s', async (_, make, code, fileName = '人员.xlsx') => {
    const { body } = await send(await make(), {}, payer, fileName)
    expect(body.code).toBe(code)
    expect(await services.query("select 1 from files where state <> 'gone'")).toEqual([])
  })

  it('rejects a password-protected sheet and writes an audit entry', async () => {
    const sheet = { name: '人员', rows: [['姓名', '身份证号', '手机号']] }
    const { body } = await send(
      await writeXlsx({ sheets: [sheet], encryption: { password: 'secret', spinCount: 1_000 } }),
    )
    expect(body.code).toBe('sheet-password')
    const [entry] = await services.query(
      "select result, reason from audit_entries where action = 'add-people' order by entry_id desc limit 1",
    )
    expect(entry).toEqual({ result: 'refused', reason: 'sheet-password' })
  })
})
