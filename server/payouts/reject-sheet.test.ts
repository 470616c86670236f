// A sheet with one bad row stores nothing, tells every reason, and goes back with a column of them (D14, D15).

import * as XLSX from '@e965/xlsx'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { postSheet, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows, idCardBorn, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type BuiltCell, buildSheet } from '../testing/xlsx-builder.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const TITLES = SHEET_COLUMNS.map(({ title }) => title)
const cells = (row: SheetRow, over: Partial<Record<keyof SheetRow, BuiltCell>> = {}): BuiltCell[] =>
  SHEET_COLUMNS.map(({ field }) => over[field] ?? row[field])

async function stored() {
  const counts = ['payout_batches', 'payout_rows', 'payout_approvals'].map(
    (table) => `(select count(*)::int from ${table}) as ${table}`,
  )
  const last = '(select max(last) from daily_numbers) as last'
  return (await services.query(`select ${[...counts, last].join(', ')}`))[0]
}

describe('validating a row', () => {
  const born = (day: string) => idCardBorn(new Date(`${day}T00:00:00Z`))
  it.each<[string, Partial<SheetRow>, string]>([
    ['no name', { name: '' }, '姓名不能为空'],
    ['a name of one character', { name: '王' }, '姓名格式不正确'],
    ['a name of 31 characters', { name: '王'.repeat(31) }, '姓名格式不正确'],
    ['a formula as a name', { name: '=cmd|王' }, '姓名格式不正确'],
    ['no ID', { idCardNo: '' }, '身份证号不正确'],
    ['a wrong check character', { idCardNo: '110105198912310011' }, '身份证号不正确'],
    ['a day that never was', { idCardNo: '330102199002301238' }, '身份证号不正确'],
    ['someone 18 tomorrow', { idCardNo: born('2008-03-17') }, '年龄须在 18 至 60 周岁之间'],
    ['someone 61 today', { idCardNo: born('1965-03-16') }, '年龄须在 18 至 60 周岁之间'],
    ['no phone', { phone: '' }, '手机号不正确'],
    ['a phone from 12', { phone: '12912342001' }, '手机号不正确'],
    ['no bank', { bank: '' }, '开户行不能为空'],
    ['a bank of 61 characters', { bank: '行'.repeat(61) }, '开户行最多 60 个字符'],
    ['a card of 11 digits', { cardNo: '12345678901' }, '银行卡号不正确'],
    ['a card of 20 digits', { cardNo: '1'.repeat(20) }, '银行卡号不正确'],
    ['no amount', { amount: '' }, '金额不正确'],
    ['nothing to pay', { amount: '0' }, '金额不正确（0）'],
    ['a negative amount', { amount: '-1' }, '金额不正确（-1）'],
    [
      'three decimals',
      { amount: '1.005' },
      '金额不正确（超过两位小数：1.005；若显示为 1.00，请改填 1.00，公式请用 ROUND 保留两位）',
    ],
    ['words', { amount: '一千元；整，' }, '金额不正确（一千元;整,）'],
    ['a novel', { amount: '一'.repeat(30) }, `金额不正确（${'一'.repeat(20)}…）`],
    ['an exponent', { amount: '1e3' }, '金额不正确（1e3）'],
    ['the month to come', { month: '2026-04' }, '所属月份不正确（2026-04）'],
    ['thirteen months ago', { month: '2025-02' }, '所属月份不正确（2025-02）'],
    ['a month of its own', { month: '2026-13' }, '所属月份不正确（2026-13）'],
    ['a remark of 101 characters', { remark: '备'.repeat(101) }, '备注最多 100 个字符'],
    ['too much at once', { amount: '92000' }, '本月累计金额须低于 92,000 元'],
  ])('rejects a row and stores nothing: %s', async (_, over, reason) => {
    const before = await stored()
    const result = await uploadRows(services, 'payA1', [freshRow(), freshRow(over)])
    expect(result).toMatchObject({ batchId: null, batchNo: null, goodCount: 1, badCount: 1 })
    expect(result.failedRows.map((row) => [row.rowNumber, row.reason])).toEqual([[3, reason]])
    expect(await stored()).toEqual(before)
  })

  it.each<[string, Partial<SheetRow>]>([
    ['18 today', { idCardNo: born('2008-03-16') }],
    ['61 tomorrow', { idCardNo: born('1965-03-17') }],
    ['a fen below the limit', { amount: '91999.99' }],
    ['twelve months ago', { month: '2025-03' }],
    ['the longest texts', { name: '王'.repeat(30), bank: '行'.repeat(60), remark: '𠮷'.repeat(100) }],
  ])('accepts a row: %s', async (_, over) => {
    expect((await uploadRows(services, 'payA2', [freshRow(over)])).failedRows).toEqual([])
  })
})

describe('validating rows together', () => {
  const reasons = async (...rows: SheetRow[]) =>
    (await uploadRows(services, 'payA1', rows)).failedRows.map((row) => [row.rowNumber, row.reason])

  it('reports every reason of a row in column order', async () => {
    const row = freshRow({
      name: '',
      idCardNo: '1',
      phone: '1',
      bank: '',
      cardNo: '1',
      amount: 'x',
      month: '',
    })
    const reported =
      '姓名不能为空；身份证号不正确；手机号不正确；开户行不能为空；银行卡号不正确；金额不正确（x）；所属月份不正确'
    expect(await reasons(row)).toEqual([[2, reported]])
  })

  it('rejects a row equal to an earlier one in ID, card, amount, month and remark', async () => {
    const row = freshRow()
    const other = { ...row, remark: 'another' }
    const again = { ...row, phone: '13800000000', bank: '招商银行', amount: '100.00' }
    expect(await reasons(row, other, again, row)).toEqual([
      [4, '与第 2 行重复'],
      [5, '与第 2 行重复'],
    ])
  })

  it('rejects one ID with two names', async () => {
    const row = freshRow()
    const reported = '姓名与身份证号不一致'
    expect(await reasons(row, { ...row, name: '诸葛亮', amount: '1' }, freshRow())).toEqual([
      [2, reported],
      [3, reported],
    ])
  })

  it('rejects a person whose rows together reach the limit', async () => {
    const row = freshRow({ amount: '46000' })
    const reported = '本月累计金额须低于 92,000 元'
    expect(await reasons(row, { ...row, remark: 'second' }, freshRow())).toEqual([
      [2, reported],
      [3, reported],
    ])
  })
})

describe('uploading a sheet with bad rows', () => {
  let reply: Awaited<ReturnType<typeof postSheet>>
  let fileId: string
  const [good, bad] = [
    freshRow({ remark: '=1+1' }),
    freshRow({ phone: '1', amount: '0', remark: '@SUM(A1)' }),
  ]
  const [cutId, cutCard] = [freshRow(), freshRow()]

  beforeAll(async () => {
    // An ID and a card that Excel has kept as numbers have lost their last digits.
    const damagedId = cells(cutId, { idCardNo: Number('330102199003071218') })
    const damagedCard = cells(cutCard, { cardNo: Number('6222020001111222233') })
    const bytes = buildSheet([TITLES, cells(good), cells(bad), damagedId, damagedCard])
    reply = await postSheet(payer, bytes, { fileName: '三月.xlsx' })
    fileId = (reply.body.data as { markedFileId: string }).markedFileId
  })

  it('answers with success, no batch and every bad row in full', () => {
    const { phone, ...rest } = bad
    expect([reply.http, reply.body]).toEqual([
      200,
      {
        status: 0,
        msg: '',
        data: {
          opId: null,
          batchNo: null,
          totalNum: 4,
          peopleNum: 4,
          sucNum: 1,
          failNum: 3,
          markedFileId: expect.any(String),
          failVOs: [
            {
              id: 3,
              userName: rest.name,
              cardid: rest.idCardNo,
              phone,
              bankno: rest.cardNo,
              reason: '手机号不正确；金额不正确（0）',
              fields: ['phone', 'amount'],
            },
            expect.objectContaining({ id: 4, reason: '身份证号已损坏，请将单元格设为文本格式' }),
            expect.objectContaining({ id: 5, reason: '银行卡号已损坏，请将单元格设为文本格式' }),
          ],
        },
      },
    ])
  })

  it('writes one audit log entry and keeps only the marked sheet', async () => {
    const entries = await services.query(
      "select account, action, result, reason, after, object_name, provider_id from audit_entries where object_name = '三月.xlsx'",
    )
    expect(entries).toEqual([
      {
        account: 'payA1',
        action: 'upload-sheet',
        result: 'refused',
        reason: 'bad-rows',
        after: { rows: 4, bad: 3 },
        object_name: '三月.xlsx',
        provider_id: people.providers.A1,
      },
    ])
    const files = await services.query("select kind, name, state from files where name like '三月%'")
    expect(files).toEqual([{ kind: 'marked-sheet', name: '三月-标注.xlsx', state: 'stored' }])
  })

  it.each(['checkA1', 'managerA', 'admin', 'payA2'])('hides the marked sheet from %s', async (who) => {
    const { http, body } = await (await signIn(services, who)).call('downloadFile', { fileId })
    expect([http, body.code]).toEqual([404, 'not-found'])
  })

  it('returns the sheet with every row unchanged and the reasons in an extra column', async () => {
    const { raw } = await payer.call('downloadFile', { fileId })
    expect(raw.headers['content-disposition']).toContain(encodeURIComponent('三月-标注.xlsx'))
    const book = XLSX.read(raw.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    const rows = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
    expect(rows.slice(0, 3)).toEqual([
      [...TITLES, '原因'],
      [...cells({ ...good, remark: `'${good.remark}` }), ''],
      [...cells({ ...bad, remark: `'${bad.remark}` }), '手机号不正确；金额不正确（0）'],
    ])
    // What looks like a formula is text, in every program and after every export to CSV.
    expect([sheet.H2, sheet.H3].map((cell) => [cell?.t, cell?.f])).toEqual([
      ['s', undefined],
      ['s', undefined],
    ])
  })

  it('accepts the marked sheet as an upload and reports the same reasons', async () => {
    const { raw } = await payer.call('downloadFile', { fileId })
    const again = await postSheet(payer, raw.rawPayload, { fileName: '三月-标注.xlsx' })
    const reported = (data: unknown) =>
      (data as { failVOs: { id: number; reason: string }[] }).failVOs.map((v) => [v.id, v.reason])
    expect(reported(again.body.data)).toEqual(reported(reply.body.data))
  })
})

it('reports at most ten thousand bad rows but marks all of them', async () => {
  const rows = freshRows(10_001, { amount: 'x' })
  const result = await uploadRows(services, 'payA1', rows)
  expect([result.badCount, result.failedRows.length]).toEqual([10_001, 10_000])
  const { raw } = await payer.call('downloadFile', { fileId: result.markedFileId ?? '' })
  const book = XLSX.read(raw.rawPayload)
  expect(book.Sheets[book.SheetNames[0] ?? '']?.['!ref']).toBe('A1:I10002')
})
