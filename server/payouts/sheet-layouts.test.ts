// Sheets whose headings leave something open: asked about, answered, remembered for the company, and forgotten (D49).

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { type Client, readReply, signIn, urlOf } from '../testing/client.ts'
import { postSheet, sheetBody } from '../testing/payout-batches.ts'
import { freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { buildBook, buildSheet, rowsXml, sheetXml } from '../testing/xlsx-builder.ts'

let services: TestServices
let payer: Client
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

const HEADINGS = ['序号', '主播', '证照', '联络', '哪家银行', '打款账户', '分成', '账期', '说明']

function sheet(rows: readonly SheetRow[], headings: readonly string[] = HEADINGS) {
  const cells = rows.map((row, index) => {
    const { name, idCardNo, phone, bank, cardNo, amount, month, remark } = row
    return [index + 1, name, idCardNo, phone, bank, cardNo, amount, month, remark ?? '']
  })
  return buildSheet([headings, ...cells])
}

const LAST = 'batch_id = (select max(batch_id) from payout_batches)'

async function lastAmounts() {
  const rows = await services.query<{ fen: string }>(
    `select amount_fen::text as fen from payout_rows where ${LAST}`,
  )
  return rows.map(({ fen }) => fen)
}

async function lastMonths() {
  const rows = await services.query<{ month: string }>(
    `select distinct month::text as month from payout_rows where ${LAST}`,
  )
  return rows.map(({ month }) => month.slice(0, 7))
}

async function lastColumns() {
  const [entry] = await services.query<{ after: unknown }>(
    "select after from audit_entries where action = 'name-sheet-columns' order by entry_id desc limit 1",
  )
  return JSON.stringify(entry)
}

async function markedRows({ markedFileId }: { readonly markedFileId: string }) {
  const { raw } = await payer.call('downloadFile', { fileId: markedFileId })
  const book = XLSX.read(raw.rawPayload)
  return XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet, {
    header: 1,
  })
}

async function ask(client: Client, bytes: Uint8Array) {
  const { body, contentType } = sheetBody(bytes)
  const headers = { 'content-type': contentType }
  return readReply(await client.send({ method: 'POST', url: urlOf('askColumns'), payload: body, headers }))
}

const FIELDS = { name: 1, idCardNo: 2, phone: 3, bank: 4, cardNo: 5, amount: 6, month: 7 }

function answer(
  question: { sheetName: string; headingRow: number; key: string | null; layoutId: number | null },
  fields = FIELDS,
) {
  const { sheetName, headingRow, key, layoutId } = question
  return JSON.stringify({ sheetName, headingRow, key, layoutId, fields, amountIs: 'gross', remember: true })
}

it('asks once, reads by the answer, remembers it, and asks again where it no longer fits', async () => {
  const first = sheet(freshRows(3))
  expect((await postSheet(payer, first)).body).toMatchObject({ status: 422, code: 'sheet-columns-unclear' })
  const { body } = await ask(payer, first)
  expect(body.data).toMatchObject({ headingRow: 1, rowCount: 3, layoutId: null })
  const noTax = { netFen: null, grossFen: null }
  expect(body.data).toMatchObject({ trials: [{ column: 6, rowCount: 3, skipped: [], ...noTax }] })
  const columns = (body.data as { columns: { field: string | null; by: string; samples: string[] }[] })
    .columns
  expect(columns.map(({ field }) => field).slice(0, 8)).toEqual([
    null,
    'name',
    'idCardNo',
    'phone',
    'bank',
    'cardNo',
    'amount',
    'month',
  ])
  expect(columns[2]?.samples[0]).toMatch(/^\d{4} •••• [\dX]{4}$/)
  const sent = await postSheet(payer, first, { fields: { columns: answer(body.data as never) } })
  expect(sent.body).toMatchObject({ status: 0, data: { sucNum: 3, failNum: 0 } })
  expect((await postSheet(payer, sheet(freshRows(2)))).body).toMatchObject({ status: 0, data: { sucNum: 2 } })
  const moved = freshRows(2).map((row) => ({ ...row, idCardNo: row.phone, phone: row.idCardNo }))
  expect((await postSheet(payer, sheet(moved))).body).toMatchObject({ code: 'sheet-columns-unclear' })
  const actions = await services.query(
    "select action from audit_entries where action in ('name-sheet-columns')",
  )
  expect(actions).toHaveLength(1)
})

it('tells the later of two clerks who say different things, and managers forget a layout', async () => {
  const headings = HEADINGS.with(1, '达人')
  const bytes = sheet(freshRows(1), headings)
  const question = (await ask(payer, bytes)).body.data as never
  expect((await postSheet(payer, bytes, { fields: { columns: answer(question) } })).body.status).toBe(0)
  const other = sheet(freshRows(1), headings)
  const later = await postSheet(payer, other, {
    fields: { columns: answer(question, { ...FIELDS, name: 4, bank: 1 }) },
  })
  expect(later.body).toMatchObject({ status: 409, code: 'sheet-layout-changed' })
  const { rows } = await manager.answer('listLayouts', {})
  const found = rows.find((row) => row.headings.includes('达人'))
  expect(found).toMatchObject({ amountIs: 'gross' })
  await manager.answer('deleteLayout', { layoutId: found?.layoutId ?? 0 })
  const forgotten = await services.query<{ name: string }>(
    "select object_name as name from audit_entries where action = 'forget-sheet-layout'",
  )
  expect(forgotten).toMatchObject([{ name: expect.stringContaining('达人') }])
  expect((await postSheet(payer, other)).body.code).toBe('sheet-columns-unclear')
})

it('tells one of two clerks who name the same layout at the same moment', async () => {
  const headings = HEADINGS.with(1, '团长')
  const [one, other] = [sheet(freshRows(1), headings), sheet(freshRows(1), headings)]
  const question = (await ask(payer, one)).body.data as never
  const swapped = { ...FIELDS, name: 4, bank: 1 }
  const replies = await Promise.all([
    postSheet(payer, one, { fields: { columns: answer(question) } }),
    postSheet(payer, other, { fields: { columns: answer(question, swapped) } }),
  ])
  const told = replies.filter(({ body }) => body.code === 'sheet-layout-changed')
  expect(told).toHaveLength(1)
  expect(replies.map(({ body }) => body.status).toSorted()).not.toContain(500)
})

it('writes down which rows were left out', async () => {
  const headings = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '所属月份']
  const rows = freshRows(2).map(({ name, idCardNo, phone, bank, cardNo, amount, month }) => [
    ...[name, idCardNo, phone, bank, cardNo, amount, month],
  ])
  const { body } = await postSheet(payer, buildSheet([['发放表'], headings, ...rows, ['制表：王会计']]))
  expect(body.status).toBe(0)
  const entries = await services.query(
    "select after from audit_entries where action = 'upload-sheet' order by entry_id desc limit 1",
  )
  expect(JSON.stringify(entries)).toContain('第 5 行是制表、审核等说明行，已跳过')
})

it('takes amounts of another unit for yuan neither by an answer without it nor by a remembered layout', async () => {
  const named = HEADINGS.with(1, '达人名').with(6, '分成（万元）')
  const tenThousands = sheet(freshRows(1), named)
  const question = (await ask(payer, tenThousands)).body.data as never
  const fields = { columns: answer(question) }
  expect((await postSheet(payer, tenThousands, { fields })).body.code).toBe('sheet-amount-unit')
  // Asked each time, and turned into yuan by the answer alone.
  expect((await postSheet(payer, tenThousands)).body.code).toBe('sheet-columns-unclear')
  const unit = (question as { columns: { unit: string | null }[] }).columns[6]?.unit
  expect(unit).toBe('万元')
  const said = { columns: JSON.stringify({ ...JSON.parse(answer(question)), unit }) }
  const small = sheet(
    freshRows(1).map((row) => ({ ...row, amount: '0.05' })),
    named,
  )
  const sent = await postSheet(payer, small, { fields: said })
  expect(sent.body).toMatchObject({
    status: 0,
    data: { sucNum: 1, sheetNotes: expect.arrayContaining(['表中金额以万元为单位，已换算成元，请核对']) },
  })
  expect(await lastAmounts()).toEqual(['50000'])
  expect(await lastColumns()).toContain('金额单位 万元 → 元')
  const next = sheet(freshRows(1), named)
  expect((await postSheet(payer, next)).body.code).toBe('sheet-columns-unclear')
  // A unit that this sheet does not name is none of it.
  const plain = HEADINGS.with(1, '达人名')
  const other = sheet(freshRows(1), plain)
  const asked = (await ask(payer, other)).body.data as never
  const wrong = { columns: JSON.stringify({ ...JSON.parse(answer(asked)), unit: '万元', remember: false }) }
  expect((await postSheet(payer, other, { fields: wrong })).body.code).toBe('sheet-columns-unclear')
})

it('gives a sheet in thousands back in yuan, under a heading that names none', async () => {
  const headings = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额（千元）', '所属月份']
  const [row] = freshRows(1)
  const cells = row ? [row.name, row.idCardNo, '123', row.bank, row.cardNo, '1.5', row.month] : []
  const bytes = buildSheet([headings, cells])
  const question = (await ask(payer, bytes)).body.data as never
  const fields = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5, month: 6 }
  const said = { columns: JSON.stringify({ ...JSON.parse(answer(question, fields)), unit: '千元' }) }
  const { body } = await postSheet(payer, bytes, { fields: said })
  const marked = await markedRows(body.data as { markedFileId: string })
  expect([marked[0]?.[5], marked[1]?.[5]]).toEqual(['金额', '1500'])
})

it('asks what months without a year mean, takes what was confirmed, and asks again next time', async () => {
  const headings = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '月份']
  const [row, other] = freshRows(2)
  const month = row?.month ?? ''
  const bare = `${Number(month.slice(5))}月`
  const cells = (of: SheetRow | undefined) =>
    of ? [of.name, of.idCardNo, of.phone, of.bank, of.cardNo, of.amount, bare] : []
  const bytes = buildSheet([headings, cells(row)])
  expect((await postSheet(payer, bytes)).body).toMatchObject({
    code: 'sheet-columns-unclear',
    msg: '请确认表头对应的字段：所属月份',
  })
  const question = (await ask(payer, bytes)).body.data as { columns: { months: object[] }[] }
  expect(question.columns[6]?.months).toEqual([{ text: bare, month }])
  const fields = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5, month: 6 }
  const said = (months: object[]) => ({
    columns: JSON.stringify({ ...JSON.parse(answer(question as never, fields)), months }),
  })
  // Another month than its name says is no answer: the row stays without one.
  const wrong = await postSheet(payer, bytes, { fields: said([{ text: bare, month: '2020-01' }]) })
  expect(wrong.body).toMatchObject({ data: { sucNum: 0 } })
  const sent = await postSheet(payer, bytes, { fields: said([{ text: bare, month }]) })
  expect(sent.body).toMatchObject({ status: 0, data: { sucNum: 1 } })
  expect(await lastMonths()).toEqual([month])
  expect(await lastColumns()).toContain(`${bare} → ${month}`)
  // The columns are remembered, the year is not.
  const next = buildSheet([headings, cells(other)])
  expect((await postSheet(payer, next)).body.code).toBe('sheet-columns-unclear')
  const again = (await ask(payer, next)).body.data as { columns: { by: string }[] }
  expect(again.columns[0]?.by).toBe('remembered')
  const asked = {
    columns: JSON.stringify({
      ...JSON.parse(answer(again as never, fields)),
      months: [{ text: bare, month }],
    }),
  }
  expect((await postSheet(payer, next, { fields: asked })).body.status).toBe(0)
  const entries = await services.query(
    `select 1 from audit_entries where action = 'name-sheet-columns' and after::text like '%${bare} → ${month}%'`,
  )
  expect(entries).toHaveLength(2)
})

it('asks about a layout once more when the company begins to withhold', async () => {
  const headings = HEADINGS.with(1, '推广员').with(6, '到手分成')
  const bytes = sheet(freshRows(1), headings)
  const before = (await ask(payer, bytes)).body.data as never
  expect((await postSheet(payer, bytes, { fields: { columns: answer(before) } })).body.status).toBe(0)
  expect((await postSheet(payer, sheet(freshRows(1), headings))).body.status).toBe(0)
  const { providerId } = (await actorOf(services, 'payA1')).person
  const withholds = (now: boolean) =>
    services.query('update providers set withholds_tax = $1 where provider_id = $2', [now, providerId])
  await withholds(true)
  const after = sheet(freshRows(1), headings)
  expect((await postSheet(payer, after)).body.code).toBe('sheet-columns-unclear')
  const question = (await ask(payer, after)).body.data as { columns: { by: string }[] }
  expect(question).toMatchObject({ amountIs: null, netMayDiffer: 1 })
  expect(question.columns[1]?.by).toBe('remembered')
  const fields = { columns: answer(question as never) }
  expect((await postSheet(payer, after, { fields })).body.status).toBe(0)
  expect((await postSheet(payer, sheet(freshRows(1), headings))).body.status).toBe(0)
  await withholds(false)
})

it('remembers no answer for the headings of another sheet', async () => {
  const question = (await ask(payer, sheet(freshRows(1), HEADINGS.with(1, '歌手')))).body.data as never
  const other = sheet(freshRows(1), HEADINGS.with(1, '舞者'))
  const { body } = await postSheet(payer, other, { fields: { columns: answer(question) } })
  expect(body.code).toBe('malformed')
})

it('refuses an answer that leaves a required field out or names a column twice', async () => {
  const bytes = sheet(freshRows(1), HEADINGS.with(1, '骑手'))
  const question = (await ask(payer, bytes)).body.data as never
  for (const fields of [{ name: 1 }, { ...FIELDS, name: 2 }]) {
    const { body } = await postSheet(payer, bytes, { fields: { columns: answer(question, fields as never) } })
    expect(body.code).toBe('malformed')
  }
})

it('asks whether the month of the title holds, takes it when told so, and asks again next time', async () => {
  const headings = ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额']
  const monthless = (rows: readonly SheetRow[], title: string) =>
    buildSheet([
      [title],
      headings,
      ...rows.map(({ name, idCardNo, phone, bank, cardNo, amount }) => [
        ...[name, idCardNo, phone, bank, cardNo, amount],
      ]),
    ])
  const rows = freshRows(2)
  const month = rows[0]?.month ?? ''
  const title = `${month.replace('-', '年')}月工资表`
  const bytes = monthless(rows, title)
  expect((await postSheet(payer, bytes)).body).toMatchObject({ code: 'sheet-columns-unclear' })
  const question = (await ask(payer, bytes)).body.data as { key: string; headingRow: number }
  expect(question).toMatchObject({ titleMonth: month, headingRow: 2 })
  const columns = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5 }
  const said = (change: object) => ({
    fields: {
      columns: JSON.stringify({ ...JSON.parse(answer(question as never, columns as never)), ...change }),
    },
  })
  // Neither nothing nor another month than the title's.
  expect((await postSheet(payer, bytes, said({}))).body.code).toBe('malformed')
  const other = await postSheet(payer, bytes, said({ month: '2020-01' }))
  expect(other.body).toMatchObject({ code: 'sheet-missing-columns' })
  const sent = await postSheet(payer, bytes, said({ month }))
  expect(sent.body).toMatchObject({ status: 0, data: { sucNum: 2, failNum: 0 } })
  const [{ months } = { months: [] }] = await services.query<{ months: string[] }>(
    'select array_agg(distinct month::text) as months from payout_rows r join payout_batches b using (batch_id) where b.batch_id = (select max(batch_id) from payout_batches)',
  )
  expect(months).toHaveLength(1)
  expect(months[0]).toContain(month)
  const entries = await services.query<{ after: unknown }>(
    "select after from audit_entries where action = 'name-sheet-columns' order by entry_id desc limit 1",
  )
  expect(JSON.stringify(entries)).toContain(`标题 ${month} → 所属月份`)
  // Next time the same headings ask again.
  const next = await postSheet(payer, monthless(freshRows(1), title))
  expect(next.body).toMatchObject({ code: 'sheet-columns-unclear' })
})

it('asks about a hidden column of amounts, reads it by the answer, and tells what was hidden', async () => {
  const payout = freshRows(2).map(({ name, idCardNo, phone, bank, cardNo, amount, month }) => [
    ...[name, idCardNo, phone, bank, cardNo, amount, month],
  ])
  const headings = ['员工姓名', '证件号码', '手机号码', '开户银行', '卡号', '金额', '月份']
  const hidden = '<cols><col min="2" max="2" hidden="1"/><col min="6" max="6" hidden="1"/></cols>'
  const bytes = buildBook([
    {
      name: '发放',
      xml: sheetXml(rowsXml([headings, ...payout])).replace('<sheetData>', `${hidden}<sheetData>`),
    },
  ])
  expect((await postSheet(payer, bytes)).body).toMatchObject({
    code: 'sheet-columns-unclear',
    msg: '请确认表头对应的字段：金额',
  })
  const { body } = await ask(payer, bytes)
  const question = body.data as Parameters<typeof answer>[0] & {
    columns: { heading: string; hidden: boolean }[]
  }
  expect(question.columns.filter((one) => one.hidden).map(({ heading }) => heading)).toEqual([
    '证件号码',
    '金额',
  ])
  const fields = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5, month: 6 }
  const taken = await postSheet(payer, bytes, { fields: { columns: answer(question, fields) } })
  expect(taken.body).toMatchObject({
    status: 0,
    data: { sheetNotes: ['表中隐藏的列「证件号码」「金额」已按其内容读取，请核对'] },
  })
})

it('gives a sheet with bad rows back under its own headings', async () => {
  const headings = ['员工姓名', '证件号码', '手机号码', '开户银行', '收款账号', '金额', '月份']
  const [row] = freshRows(1)
  const cells = row ? [row.name, row.idCardNo, '123', row.bank, row.cardNo, row.amount, row.month] : []
  const { body } = await postSheet(payer, buildSheet([headings, cells]))
  const marked = await markedRows(body.data as { markedFileId: string })
  expect(marked[0]).toEqual([...headings.slice(0, 7), '备注', '原因'])
})
