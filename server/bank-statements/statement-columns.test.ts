// Statements whose headings nobody knows: asked about once, read by the answer, remembered for the company, asked again when they no longer fit (D49).

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { statementQuestion } from '@paywages/wire/bank-statements/column-answer.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaidRow, payRows, postStatements } from '../testing/bank-statements.ts'
import { type Client, signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { type Layout, statementPdf } from '../testing/statement-pdfs.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

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

const HEADINGS = ['哪天', '给谁', '打到哪', '多少钱', '为啥']
const FIELDS = { day: 0, name: 1, account: 2, out: 3 }

const csv = (paid: readonly PaidRow[], headings: readonly string[] = HEADINGS) =>
  Buffer.from(
    [headings, ...paid.map((row) => ['2026-03-16', row.name, row.cardNo, formatYuan(row.netFen), '劳务'])]
      .map((cells) => cells.join(','))
      .join('\n'),
  )

const post = (bytes: Uint8Array, answer?: object) =>
  postStatements(payer, [{ fileName: '流水.csv', bytes }], answer ? { columns: JSON.stringify(answer) } : {})

it('asks once, reads by the answer, remembers it, tells the later clerk, and asks again when it no longer fits', async () => {
  const paid = await payRows(services, 'payA1', freshRows(4))
  const first = csv(paid.slice(0, 2))
  const { http, body } = await post(first)
  expect([http, body.code]).toEqual([422, 'statement-columns-unclear'])
  const question = statementQuestion.parse(JSON.parse(String((body as { question?: string }).question)))
  expect(question).toMatchObject({ headingRow: 1, rowCount: 2 })
  expect(question.columns[2]?.samples[0]).toMatch(/^\d{6}\*{6}\d{4}$/)
  const answer = { key: question.key, fields: FIELDS, remember: true, layoutId: null }
  for (const wrong of [
    { ...answer, fields: { day: 0 } },
    { ...answer, fields: { ...FIELDS, name: 0 } },
  ])
    expect((await post(first, wrong)).body.code).toBe('malformed')
  expect((await post(first, answer)).body).toMatchObject({ status: 0, data: [{ linkedNum: 2 }] })
  // The next of the layout asks nothing.
  expect((await post(csv(paid.slice(2, 3)))).body).toMatchObject({ status: 0, data: [{ linkedNum: 1 }] })
  const other = { ...answer, fields: { ...FIELDS, remark: 4 } }
  expect((await post(csv(paid.slice(3)), other)).body.code).toBe('statement-layout-changed')
  const moved = HEADINGS.map((_, column) => HEADINGS[column] ?? '')
  const swapped = Buffer.from([moved, ['王五', '2026-03-16', '12.00', '6222', '劳务']].map(String).join('\n'))
  expect((await post(swapped)).body).toMatchObject({
    code: 'statement-columns-unclear',
    layoutId: expect.any(Number),
  })
  const { rows } = await manager.answer('listLayouts', {})
  const layout = rows.find(({ kind }) => kind === 'statement')
  expect(layout?.headings).toEqual(HEADINGS)
  await manager.answer('deleteLayout', { layoutId: layout?.layoutId ?? 0 })
  expect((await post(csv(paid.slice(3)))).body.code).toBe('statement-columns-unclear')
  const actions = await services.query("select 1 from audit_entries where action = 'name-statement-columns'")
  expect(actions).toHaveLength(1)
})

const PAGES: Layout = {
  title: '流水',
  columns: [
    { title: HEADINGS[0] ?? '', cell: () => '2026-03-16' },
    { title: HEADINGS[1] ?? '', cell: ({ name }) => name },
    { title: HEADINGS[2] ?? '', cell: ({ cardNo }) => cardNo },
    { title: '给多少', align: 'right', cell: ({ netFen }) => formatYuan(netFen) },
    { title: HEADINGS[4] ?? '', cell: () => '劳务' },
  ],
}

it('asks about the headings of a PDF in the same way', async () => {
  const paid = await payRows(services, 'payA1', freshRows(3))
  const postPdf = async (rows: readonly PaidRow[], answer?: object) =>
    postStatements(
      payer,
      [{ fileName: '流水.pdf', bytes: await statementPdf(PAGES, rows) }],
      answer ? { columns: JSON.stringify(answer) } : {},
    )
  const { http, body } = await postPdf(paid.slice(0, 2))
  expect([http, body.code]).toEqual([422, 'statement-columns-unclear'])
  const question = statementQuestion.parse(JSON.parse(String((body as { question?: string }).question)))
  expect(question).toMatchObject({ page: 1, rowCount: 2 })
  expect(question.columns.map(({ heading }) => heading)).toEqual(HEADINGS.with(3, '给多少'))
  expect(question.columns[2]?.samples[0]).toMatch(/^\d{6}\*{6}\d{4}$/)
  const answer = { key: question.key, fields: FIELDS, remember: true, layoutId: null }
  const misnamed = { ...answer, fields: { ...FIELDS, name: 0, day: 1 } }
  expect((await postPdf(paid.slice(0, 2), misnamed)).body.code).toBe('statement-columns-unclear')
  expect((await postPdf(paid.slice(0, 2), answer)).body).toMatchObject({
    status: 0,
    data: [{ linkedNum: 2 }],
  })
  // The next of the layout asks nothing, and whoever names it otherwise meanwhile is told.
  expect((await postPdf(paid.slice(2))).body).toMatchObject({ status: 0, data: [{ linkedNum: 1 }] })
  const other = { ...answer, fields: { ...FIELDS, remark: 4 } }
  expect((await postPdf(paid.slice(1), other)).body.code).toBe('statement-layout-changed')
  const named = await services.query("select 1 from audit_entries where action = 'name-statement-columns'")
  expect(named).toHaveLength(2)
})

it('asks nothing that cannot help: another unit, and rows that an answer does not make readable', async () => {
  const [headings, ...rows] = [
    ['交易日期', '对方户名', '对方账号', '借方发生额', '贷方发生额'],
    ['2026-03-16', '王小明', '6222021202000010001', '12.50', ''],
  ]
  const text = (...lines: readonly (readonly string[])[]) => Buffer.from(lines.map(String).join('\n'))
  const above = await post(text(['单位：千元'], headings ?? [], ...rows))
  expect(above.body).toMatchObject({
    code: 'statement-unit',
    msg: '这份对账单的金额单位是千元，不能按元逐笔核对，请从网银下载以元为单位的人民币明细后上传',
  })
  const named = HEADINGS.with(3, '多少(千元)')
  const asked = await post(text(named, ['2026-03-16', '王小明', '6222021202000010001', '12.50', '劳务']))
  const key = String((asked.body as { key?: string }).key)
  const answer = { key, fields: FIELDS, remember: true, layoutId: null }
  const again = text(named, ['2026-03-16', '王小明', '6222021202000010001', '13.50', '劳务'])
  expect([asked.body.code, (await post(again, answer)).body.code]).toEqual([
    'statement-columns-unclear',
    'statement-unit',
  ])
  const dayless = text(HEADINGS, ['', '王小明', '6222021202000010001', '12.50', '劳务'])
  const unknown = await post(dayless)
  const said = { ...answer, key: String((unknown.body as { key?: string }).key) }
  expect([unknown.body.code, (await post(dayless, said)).body]).toMatchObject([
    'statement-columns-unclear',
    {
      code: 'statement-no-lines',
      msg: '按指明的表头没有读出一笔明细：第 2 行起的日期无法识别，请核对所指的列',
    },
  ])
})
