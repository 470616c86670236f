// Statements that are no PDF: read, linked and stored like one, with what they print beside their lines (D32, D49).

import { read } from '@e965/xlsx'
import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { uploadedStatementShape } from '@paywages/wire/bank-statements/shapes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { type PaidRow, payRows, postStatements } from '../testing/bank-statements.ts'
import { type Client, encodeInput, requestOf, signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function paidBy(count: number): Promise<{ client: Client; paid: PaidRow[] }> {
  const fixture = await openProviderFixture(services, people)
  const paid = await payRows(services, fixture.pay, freshRows(count))
  return { client: await signIn(services, fixture.pay), paid }
}

const csv = (rows: readonly (readonly string[])[]) =>
  encodeGb18030(rows.map((row) => row.join(',')).join('\r\n'))

async function upload(client: Client, rows: readonly (readonly string[])[]) {
  const { body } = await postStatements(client, [{ fileName: '流水.csv', bytes: csv(rows) }])
  const [reported] = body.data as unknown[]
  return uploadedStatementShape.decode(reported as never)
}

const HEAD = ['交易日', '收付', '交易金额', '对方户名', '对方账号', '摘要']
const DAY = '20260316'
const lineOf = ({ name, cardNo, netFen }: PaidRow, mark: string) => [
  DAY,
  mark,
  formatYuan(netFen),
  name,
  cardNo,
  '劳务费',
]

it('links a card without a name, and leaves unclear directions and unreadable rows to people', async () => {
  const { client, paid } = await paidBy(3)
  const [one, two, three] = paid as [PaidRow, PaidRow, PaidRow]
  const { statementId, ...reported } = await upload(client, [
    HEAD,
    lineOf({ ...one, name: '' }, '付'),
    lineOf(two, '其他'),
    lineOf(three, '收'),
    ['无效日期', '付', formatYuan(one.netFen), one.name, one.cardNo, '=HYPERLINK(1)'],
    ['借方笔数', '9'],
  ])
  expect(reported.lines.map(({ result }) => result)).toEqual(['linked', 'ambiguous', 'not-found'])
  const id = { statementId: statementId ?? 0 }
  const detail = await client.answer('statementDetail', id)
  expect(detail).toMatchObject({ unreadCount: 1, totals: [{ kind: 'out-count', printed: '9', read: '2' }] })
  const { rows } = await client.answer('unreadRows', id)
  expect(rows).toMatchObject([{ place: 5, why: 'day' }])
  expect(rows[0]?.text).not.toContain(one.cardNo)
  const sheet = await client.send(requestOf('exportUnread', encodeInput('exportUnread', id)))
  // What a stranger wrote stays text, also where it begins like a formula.
  const cells = Object.values(read(sheet.rawPayload).Sheets.未识别的行 ?? {}) as {
    v?: string
    f?: string
  }[]
  expect(cells.some(({ v }) => v?.includes('=HYPERLINK(1)'))).toBe(true)
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
  const [, open] = (await client.answer('statementLines', id)).rows
  expect(open).toMatchObject({ unclear: true, candidateCount: 1 })
  await client.answer('chooseRow', { lineId: open?.lineId ?? 0, rowId: two.rowId })
  const shown = await client.answer('payDetails', { size: 100 })
  const listed = new Map(
    shown.rows.map(({ rowId, statementFile, statementPage }) => [
      rowId,
      [statementFile !== '', statementPage],
    ]),
  )
  expect([one, two, three].map(({ rowId }) => listed.get(rowId))).toEqual([
    [true, null],
    [true, null],
    [false, null],
  ])
})

it('links one debit to all payouts of the batch whose count and sum it is, once', async () => {
  const { client, paid } = await paidBy(4)
  const sum = formatYuan(paid.reduce((all, { netFen }) => all + netFen, 0n))
  const bulk = (remark: string) => upload(client, [HEAD, [DAY, '付', sum, '', '', remark]])
  expect((await bulk('代发劳务费 5笔')).lines.map(({ result }) => result)).toEqual(['not-found'])
  const { statementId, lines } = await bulk('代发劳务费 4笔')
  expect(lines).toMatchObject([{ result: 'linked', rowId: paid[0]?.rowId }])
  const { rows } = await client.answer('statementLines', { statementId: statementId ?? 0 })
  expect(rows).toMatchObject([{ rowCount: 4, batchStates: { failed: 0, returned: 0, open: 0 } }])
  expect((await client.answer('statementDetail', { statementId: statementId ?? 0 })).unlistedCount).toBe(0)
  const single = await upload(client, [HEAD, ...paid.slice(1).map((row) => lineOf(row, '付'))])
  expect(single.lines.map(({ result }) => result)).toEqual(paid.slice(1).map(() => 'already-linked'))
})

it('asks a person about a batch whose sum alone fits, undoes it for good, and tells what failed since', async () => {
  const { client, paid } = await paidBy(3)
  const sum = formatYuan(paid.reduce((all, { netFen }) => all + netFen, 0n))
  const uploaded = await upload(client, [HEAD, [DAY, '付', sum, '', '', '代发劳务费']])
  expect(uploaded.lines).toMatchObject([{ result: 'ambiguous', rowId: null }])
  const statementId = uploaded.statementId ?? 0
  const lineNow = async () => (await client.answer('statementLines', { statementId })).rows[0]
  const proposed = await lineNow()
  expect(proposed).toMatchObject({ rowCount: 3, candidateCount: 1, row: null })
  const lineId = proposed?.lineId ?? 0
  const { rows } = await client.answer('lineCandidates', { lineId })
  expect(rows.map(({ rowCount, netFen }) => [rowCount, formatYuan(netFen)])).toEqual([[3, sum]])
  await client.answer('chooseRow', { lineId, rowId: rows[0]?.rowId ?? 0 })
  expect(await lineNow()).toMatchObject({ result: 'linked', byHand: true, rowCount: 3 })
  const [, second] = paid
  await services.query("update transfers set state = 'returned' where row_id = $1", [second?.rowId])
  expect(await lineNow()).toMatchObject({ batchStates: { failed: 0, returned: 1, open: 0 } })
  const single = await upload(client, [HEAD, ...paid.slice(0, 1).map((row) => lineOf(row, '付'))])
  expect(single.lines).toMatchObject([{ result: 'already-linked' }])
  await client.answer('chooseRow', { lineId, rowId: null })
  expect(await lineNow()).toMatchObject({ result: 'ambiguous', row: null })
  const shown = await client.answer('payDetails', { size: 100 })
  expect(shown.rows.filter(({ statementFile }) => statementFile !== '')).toEqual([])
})

it('proposes the batches that one debit pays together, and links all their rows when confirmed', async () => {
  const { pay } = await openProviderFixture(services, people)
  const client = await signIn(services, pay)
  const batches = [await payRows(services, pay, freshRows(2)), await payRows(services, pay, freshRows(3))]
  const paid = batches.flat()
  const sum = formatYuan(paid.reduce((all, { netFen }) => all + netFen, 0n))
  const uploaded = await upload(client, [HEAD, [DAY, '付', sum, '', '', '代发劳务费 5笔']])
  // Count and sum fit one way alone, and still a person says so.
  expect(uploaded.lines).toMatchObject([{ result: 'ambiguous', rowId: null }])
  const statementId = uploaded.statementId ?? 0
  const lineNow = async () => (await client.answer('statementLines', { statementId })).rows[0]
  const lineId = (await lineNow())?.lineId ?? 0
  const { rows } = await client.answer('lineCandidates', { lineId })
  expect(rows.map(({ rowCount, batchCount, netFen }) => [rowCount, batchCount, formatYuan(netFen)])).toEqual([
    [5, 2, sum],
  ])
  await client.answer('chooseRow', { lineId, rowId: rows[0]?.rowId ?? 0 })
  expect(await lineNow()).toMatchObject({ result: 'linked', byHand: true, rowCount: 5 })
  expect((await client.answer('statementDetail', { statementId })).unlistedCount).toBe(0)
  const single = await upload(client, [HEAD, ...paid.map((row) => lineOf(row, '付'))])
  expect(single.lines.map(({ result }) => result)).toEqual(paid.map(() => 'already-linked'))
})

it('undoes what the reading linked to a whole batch, and matching again leaves it to the person', async () => {
  const { client, paid } = await paidBy(2)
  const sum = formatYuan(paid.reduce((all, { netFen }) => all + netFen, 0n))
  const uploaded = await upload(client, [HEAD, [DAY, '付', sum, '', '', '代发劳务费 2笔']])
  const statementId = uploaded.statementId ?? 0
  const lineNow = async () => (await client.answer('statementLines', { statementId })).rows[0]
  const lineId = (await lineNow())?.lineId ?? 0
  expect(await lineNow()).toMatchObject({ result: 'linked', byHand: false, rowCount: 2 })
  await client.answer('chooseRow', { lineId, rowId: null })
  await client.answer('relinkStatement', { statementId })
  expect(await lineNow()).toMatchObject({ result: 'ambiguous', rowCount: 2, candidateCount: 1 })
  const entries = await services.query<{ before: unknown; after: unknown }>(
    "select before, after from audit_entries where action = 'link-statement-line' and object_id = $1",
    [String(lineId)],
  )
  expect(entries).toMatchObject([{ before: { rowId: paid[0]?.rowId, rows: 2 }, after: { rowId: null } }])
})

const PAYER = ['星河科技有限公司', '33050161820000000123']
const receiptOf = ({ name, cardNo, netFen }: PaidRow) => [
  ['网上银行电子回单'],
  ['日期', '2026-03-16', '', '手续费', '金额', '5.00'],
  ['付款人', '户名', PAYER[0] ?? '', '收款人', '户名', name],
  ['', '账号', PAYER[1] ?? '', '', '账号', cardNo],
  ['金额', '小写', formatYuan(netFen), '大写', chineseCapitals(netFen), ''],
]

it('reads receipts below each other in a sheet, and refuses two side by side', async () => {
  const { client, paid } = await paidBy(2)
  const [one, two] = paid.map(receiptOf) as [string[][], string[][]]
  const beside = one.map((row, index) => [...row, ...(two[index] ?? [])])
  const refused = await postStatements(client, [{ fileName: '回单.csv', bytes: csv(beside) }])
  expect([refused.http, refused.body.code]).toEqual([422, 'statement-receipts'])
  const { lines } = await upload(client, [...one, [''], ...two])
  expect(lines.map(({ result }) => result)).toEqual(['linked', 'linked'])
})
