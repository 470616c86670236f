// The export of people: the list's filters, numbers in full as text, audited (D33, D34).

import * as XLSX from '@e965/xlsx'
import { personNumber } from '@paywages/domain/freelancers/person-number.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { freshRow, peopleSheet } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function exported(account: AccountName, fields: Record<string, string> = {}) {
  const { raw, http } = await (await signIn(services, account)).wire('exportFreelancers', fields)
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  const [titles, ...rows] = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
  return { raw, sheet, titles, rows }
}

it('exports the listed people in full, with numbers as text, and writes an audit entry', async () => {
  const unsigned = await registeredPerson(services, 'payA1', { name: '=1+1' })
  const invited = await invitedPerson(services, 'payA1')
  const signed = await signedPerson(services, 'payA1')
  await registeredPerson(services, 'payA2')
  const { titles, rows, sheet, raw } = await exported('payA1')
  expect(titles).toEqual([
    '人员编号',
    '身份证号',
    '姓名',
    '联系电话',
    '工作平台',
    '最近发放日期',
    '签约状态',
    '开户行',
    '银行卡号',
    '所属供应商',
  ])
  // What a spreadsheet would take for a formula is text there.
  const row = (one: typeof unsigned, state: string) => [
    personNumber(one.userId),
    one.idCardNo,
    one.name,
    one.phone,
    'Platform A',
    '',
    state,
    '中国工商银行',
    one.cardNo,
    'Provider A1',
  ]
  expect(rows).toEqual([
    row(signed, '已签约'),
    row(invited, '未签约（已邀请）'),
    row({ ...unsigned, name: "'=1+1" }, '未签约'),
  ])
  expect([sheet.B2?.t, sheet.D2?.t, sheet.I2?.t, sheet.C4?.t]).toEqual(['s', 's', 's', 's'])
  expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain('人员列表-2026-03-16.xlsx')
  const [entry] = await services.query(
    "select account, after from audit_entries where action = 'export-people' order by entry_id desc limit 1",
  )
  expect(entry).toMatchObject({ account: 'payA1', after: { rows: 3, signed: 'all' } })
})

it('applies the filters of the list', async () => {
  const { idCardNo } = await signedPerson(services, 'payB1')
  await registeredPerson(services, 'payB1')
  expect((await exported('payB1', { ustatus: '1' })).rows).toHaveLength(1)
  expect((await exported('payB1', { cardid: idCardNo })).rows).toHaveLength(1)
  expect((await exported('payB1', { cardid: idCardNo, ustatus: '0' })).rows).toEqual([])
  expect((await exported('payB1')).rows).toHaveLength(2)
})

it('exports everyone exactly once across fetch chunks', { timeout: 60_000 }, async () => {
  const many = Array.from({ length: 2_003 }, () => freshRow())
  const payer = await signIn(services, 'payA2')
  const file = { fileName: 'people.xlsx', value: await peopleSheet(many) }
  expect((await payer.wire('importFreelancers', { file })).body).toMatchObject({ data: { sucNum: 2_003 } })
  const { rows } = await exported('managerA', { providerId: String(people.providers.A2) })
  const ids = rows.map(([, idCardNo]) => idCardNo)
  expect(new Set(ids).size).toBe(ids.length)
  expect(many.filter(({ idCardNo }) => !ids.includes(idCardNo))).toEqual([])
})
