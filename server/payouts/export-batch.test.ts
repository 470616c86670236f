// The export of a batch: opens in other programs, numbers intact, formulas inert, filtered like the list, audited (D33).

import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROW_SEAL } from '../adapters/personal-data/contexts.ts'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, type StoredBatch, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

async function exported(batchId: number, filters: Record<string, string> = {}, client = payer) {
  const { raw, http } = await client.wire('exportBatch', { opId: String(batchId), ...filters })
  expect(http).toBe(200)
  const book = XLSX.read(raw.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
  return { raw, sheet, rows: XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' }) }
}

const oldSeal = ({ idCardNo, phone, cardNo }: ReturnType<typeof freshRow>) =>
  services.cipher.sealFields({ idCardNo, phone, cardNo }, ROW_SEAL)

const TITLES = [
  '行号',
  '姓名',
  '身份证号',
  '手机号',
  '开户行',
  '银行卡号',
  '金额（元）',
  '服务费（元）',
  '所属月份',
  '备注',
  '状态',
  '失败原因',
  '转账时间',
]

describe('the exported file', () => {
  it('contains every row unmasked, IDs and cards as text, amounts as numbers', async () => {
    const [one, other] = [
      freshRow({ amount: '1234.5', remark: '第一周' }),
      freshRow({ idCardNo: '11010519891231001X' }),
    ]
    const { batchId, rowIds } = await storeBatch(services, 'payA1', [one, other])
    await payer.answer('switchRows', { rowIds: rowIds.slice(1), cancelled: true })
    const { rows, sheet } = await exported(batchId)
    const personal = ({ name, idCardNo, phone, bank, cardNo }: typeof one) => [
      name,
      idCardNo,
      phone,
      bank,
      cardNo,
    ]
    expect(rows).toEqual([
      TITLES,
      [2, ...personal(one), 1234.5, 80.24, '2026-03', '第一周', '处理中', '', ''],
      [3, ...personal(other), 100, 6.5, '2026-03', '', '已取消', '', ''],
    ])
    expect(['C2', 'D2', 'F2', 'G2', 'H2'].map((cell) => sheet[cell]?.t)).toEqual(['s', 's', 's', 'n', 'n'])
  })

  it('contains rows of a batch that an earlier release sealed', async () => {
    const sheetRows = freshRows(3)
    const { batchId, rowIds } = await storeBatch(services, 'payA1', sheetRows)
    await services.query(
      'update payout_batches set data_key = null, data_key_id = null where batch_id = $1',
      [batchId],
    )
    for (const [index, row] of sheetRows.entries())
      await services.query('update payout_rows set seal = null, sealed = $2 where row_id = $1', [
        rowIds[index],
        oldSeal(row),
      ])
    const { rows } = await exported(batchId)
    expect(rows.slice(1).map((cells) => [cells[2], cells[3], cells[5]])).toEqual(
      sheetRows.map((row) => [row.idCardNo, row.phone, row.cardNo]),
    )
  })

  it.each(['the seal of another row', 'a seal of the old form'])('breaks off at %s', async (which) => {
    const sheetRows = freshRows(3)
    const { batchId, rowIds } = await storeBatch(services, 'payA1', sheetRows)
    if (which === 'a seal of the old form')
      await services.query('update payout_rows set seal = null, sealed = $2 where row_id = $1', [
        rowIds[0],
        oldSeal(sheetRows[1] ?? freshRow()),
      ])
    else
      await services.query(
        'update payout_rows set seal = (select seal from payout_rows where row_id = $2) where row_id = $1',
        [rowIds[0], rowIds[2]],
      )
    await expect(exported(batchId)).rejects.toThrow('destroyed before completion')
  })

  it('is named after the batch and sent with no-store', async () => {
    const { batchId, batchNo } = await storeBatch(services, 'payA1')
    const { raw } = await exported(batchId)
    const name = encodeURIComponent(`发放明细-${batchNo}-sheet.xlsx`)
    expect(raw.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(raw.headers['content-disposition']).toContain(`filename*=UTF-8''${name}`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example","x")', '\t=1', '＝1+1'])(
    'contains the remark %j as inert text',
    async (remark) => {
      const { batchId } = await storeBatch(services, 'payA1', [freshRow({ remark, bank: remark })])
      const { sheet } = await exported(batchId)
      for (const cell of [sheet.E2, sheet.J2]) {
        expect([cell?.t, cell?.f, cell?.l]).toEqual(['s', undefined, undefined])
        expect(String(cell?.v)).toMatch(/^'|^[^=+\-@\t\r]/)
      }
    },
  )

  it('keeps characters that are special in XML', async () => {
    const remark = '<b>&amp;"]]> 𠮷_x000D_'
    const { batchId } = await storeBatch(services, 'payA1', [freshRow({ remark })])
    expect((await exported(batchId)).rows[1]).toContain(remark)
  })

  it('shows the payment status and time in Shanghai time', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await payStored(services, batchId, new Date('2026-03-16T16:30:05Z'))
    const [, row] = (await exported(batchId)).rows
    expect(row?.slice(-3)).toEqual(['成功', '', '2026-03-17 00:30:05'])
  })

  it('has a tax column when tax is withheld', async () => {
    await services.query('update providers set withholds_tax = true where provider_id = $1', [
      people.providers.A2,
    ])
    const { batchId } = await storeBatch(services, 'payA2', [freshRow({ amount: '10000' })])
    const { rows } = await exported(batchId, {}, await signIn(services, 'payA2'))
    expect([rows[0]?.[8], rows[1]?.[8]]).toEqual(['个税（元）', 90])
  })

  it('contains more rows than one database fetch returns', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(2_001))
    const { rows } = await exported(batchId)
    expect(rows.slice(1).map(([number]) => number)).toEqual(Array.from({ length: 2_001 }, (_, n) => n + 2))
  })
})

describe('filters of the export', () => {
  let batch: StoredBatch
  beforeAll(async () => {
    batch = await storeBatch(services, 'payA1', [
      freshRow({ name: '王小明' }),
      freshRow({ name: '王小虎', phone: '13711112222' }),
      freshRow({ name: '李芳', bank: '招商银行' }),
    ])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(0, 1), cancelled: true })
  })

  it.each<[Record<string, string>, number[]]>([
    [{}, [2, 3, 4]],
    [{ uname: '王' }, [2, 3]],
    [{ uname: '%' }, []],
    [{ uphone: '13711112222' }, [3]],
    [{ payStatus: '3' }, [2]],
    [{ payStatus: '4' }, [2, 3, 4]],
    [{ warning: 'bank-differs' }, [4]],
    [{ uprovider: 'Provider A2' }, []],
  ])('export the matching rows for %j', async (filters, numbers) => {
    const { rows } = await exported(batch.batchId, filters)
    expect(rows.slice(1).map(([number]) => number)).toEqual(numbers)
  })
})

it('logs every export in the audit log, for each account in scope', async () => {
  const { batchId, batchNo } = await storeBatch(services, 'payA1')
  for (const account of ['payA1', 'checkA1', 'managerA', 'admin'])
    await exported(batchId, {}, await signIn(services, account))
  const entries = await services.query(
    "select account, object_name, provider_id from audit_entries where action = 'export-batch' and object_id = $1 order by entry_id",
    [String(batchId)],
  )
  const object_name = `${batchNo} sheet.xlsx`
  const provider_id = people.providers.A1
  expect(entries).toEqual(
    ['payA1', 'checkA1', 'managerA', 'admin'].map((account) => ({ account, object_name, provider_id })),
  )
})
