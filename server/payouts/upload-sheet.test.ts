// A good sheet becomes a batch: numbers, counts, fees, frozen terms, and nothing personal in the clear (D7, D14, D17, D20, D33).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { storedKeys } from '../testing/file-calls.ts'
import { postRows, postSheet, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows, payoutSheet } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
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

const batchOf = async (batchId: number | null) =>
  (await services.query('select * from payout_batches where batch_id = $1', [batchId]))[0]

describe('uploading a good sheet', () => {
  it('answers with the batch and its counts', async () => {
    const { http, body } = await postSheet(payer, await payoutSheet(freshRows(3)))
    const [batch] = await services.query<{ id: number; no: string }>(
      'select batch_id::int as id, batch_no as no from payout_batches order by batch_id desc limit 1',
    )
    expect([http, body]).toEqual([
      200,
      {
        status: 0,
        msg: '',
        data: {
          opId: batch?.id,
          totalNum: 3,
          peopleNum: 3,
          sucNum: 3,
          failNum: 0,
          failVOs: [],
          markedFileId: null,
          batchNo: batch?.no,
        },
      },
    ])
    // What is needed of the file is in the database; neither its row nor its bytes stay.
    expect(await services.query('select 1 from files')).toEqual([])
    expect(await storedKeys(services)).toEqual([])
  })

  it('stores all rows under the uploader and the provider', async () => {
    const [one, other] = [freshRow({ amount: '12.34', remark: '第一周' }), freshRow({ month: '2025-03' })]
    const { batchId } = await uploadRows(services, 'payA1', [one, { ...one, remark: '第二周' }, other], {
      fileName: '三月.xlsx',
    })
    expect(await batchOf(batchId)).toMatchObject({
      provider_id: people.providers.A1,
      platform_id: people.platforms.A,
      uploader_id: people.accounts.payA1,
      uploaded_at: services.clock.now(),
      file_name: '三月.xlsx',
      status: 'auditing',
      withdrawn: false,
      row_count: 3,
      people_count: 2,
      payable_count: 3,
      cancelled_count: 0,
      gross_fen: 124_68n,
    })
    const rows = await services.query(
      'select row_number, name, bank, amount_fen, month, remark, status, provider_id from payout_lines where batch_id = $1 order by row_number',
      [batchId],
    )
    const stored = { status: 'processing', provider_id: people.providers.A1, bank: '中国工商银行' }
    expect(rows).toEqual([
      { ...stored, row_number: 2, name: one.name, amount_fen: 12_34n, month: '2026-03', remark: '第一周' },
      { ...stored, row_number: 3, name: one.name, amount_fen: 12_34n, month: '2026-03', remark: '第二周' },
      { ...stored, row_number: 4, name: other.name, amount_fen: 100_00n, month: '2025-03', remark: '' },
    ])
  })

  it('adds the upload to the history and to the audit log', async () => {
    const { batchId, batchNo } = await uploadRows(services, 'payA1', freshRows(1), { fileName: 'a.xlsx' })
    const { history } = await payer.answer('batchHead', { batchId: batchId ?? 0 })
    const at = services.clock.now()
    const account = {
      accountId: people.accounts.payA1,
      account: 'payA1',
      realName: 'Name of payA1',
      asManager: false,
    }
    expect(history).toEqual([{ step: 'upload', ...account, passed: true, reason: '', at, checkedRisks: [] }])
    const [entry] = await services.query('select * from audit_entries where object_id = $1', [
      String(batchId),
    ])
    expect(entry).toMatchObject({
      action: 'upload-sheet',
      account: 'payA1',
      result: 'done',
      object_kind: 'payout-batch',
      object_name: `${batchNo} a.xlsx`,
      provider_id: people.providers.A1,
      after: { rows: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  it('accepts full-width digits, spaces and a lower-case x', async () => {
    const row = freshRow({ idCardNo: '11010519891231001X' })
    const typed = { ...row, idCardNo: ' 1101051989 1231001x', phone: '１３９１２３４２００１', amount: ' 5 ' }
    const { batchId } = await postRows(payer, [typed])
    const { rows } = await payer.answer('batchRows', { batchId: batchId ?? 0 })
    expect(rows).toMatchObject([{ idCardNo: row.idCardNo, phone: '13912342001', amountFen: 5_00n }])
  })
})

describe('batch numbers', () => {
  it('count the batches of the day across all providers from one', async () => {
    const own = await openTestServices()
    try {
      await createPeople(own)
      const upload = async (account: string) => (await uploadRows(own, account, freshRows(1))).batchNo
      expect([await upload('payA1'), await upload('payB1')]).toEqual(['202603160001', '202603160002'])
      // A refused sheet uses up no number.
      await uploadRows(own, 'payA1', [freshRow({ amount: '0' })])
      expect(await upload('payA1')).toBe('202603160003')
      // Half past midnight in Shanghai is still the day before in Greenwich.
      own.clock.set(new Date('2026-03-17T00:30:00+08:00'))
      expect(await upload('payA1')).toBe('202603170001')
    } finally {
      await own.close()
    }
  })

  it('are unique for concurrent uploads', async () => {
    const uploads = await Promise.all([1, 2, 3].map(() => uploadRows(services, 'payA1', freshRows(1))))
    expect(new Set(uploads.map(({ batchNo }) => batchNo)).size).toBe(3)
  })
})

describe('service fee', () => {
  it('is rounded half up for each row and then summed', async () => {
    const amounts = ['1', '1', '1', '0.01', '0.1', '7.7', '91999.99']
    const { batchId } = await uploadRows(
      services,
      'payA1',
      amounts.map((amount) => freshRow({ amount })),
    )
    const rows = await services.query<{ fee_fen: bigint }>(
      'select fee_fen from payout_lines where batch_id = $1 order by row_number',
      [batchId],
    )
    // 6.5 % of one yuan is 6.5 fen: 7 in each row, not 19.5 for three.
    expect(rows.map(({ fee_fen }) => fee_fen)).toEqual([7n, 7n, 7n, 0n, 1n, 50n, 5_980_00n])
    expect(await batchOf(batchId)).toMatchObject({ fee_fen: 598_072n, gross_fen: 9_201_080n })
  })
})

describe('provider terms', () => {
  it('are frozen at upload, so a later change affects only later batches', async () => {
    const admin = await signIn(services, 'admin')
    const terms = {
      providerId: people.providers.A2,
      name: 'Provider A2',
      platformIds: [people.platforms.A],
      serviceRate: 50_000,
      withholdsTax: true,
      taxMethod: 'per-payment' as const,
    }
    const before = await uploadRows(services, 'payA2', [freshRow({ amount: '10' })])
    await confirmed(services, 'managerA', admin.answer('updateProvider', terms))
    const after = await uploadRows(services, 'payA2', [freshRow({ amount: '10' })])
    expect(await batchOf(before.batchId)).toMatchObject({
      service_rate: 65_000,
      withholds_tax: false,
      tax_method: 'cumulative',
      fee_fen: 65n,
    })
    expect(await batchOf(after.batchId)).toMatchObject({
      service_rate: 50_000,
      withholds_tax: true,
      tax_method: 'per-payment',
      fee_fen: 50n,
    })
  })
})

describe('personal data', () => {
  it('appears in no table and no log line in plain text', async () => {
    const [good, bad] = [freshRow(), freshRow({ amount: 'x' })]
    await postRows(payer, [good])
    await postRows(payer, [bad])
    const tables = await services.query<{ name: string }>(
      "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
    )
    let everything = services.lines.join('\n')
    for (const { name } of tables) {
      for (const { row } of await services.query<{ row: string }>(`select t::text as row from ${name} t`))
        everything += row
    }
    expect(everything).toContain(good.name)
    for (const secret of [good, bad].flatMap(({ idCardNo, phone, cardNo }) => [idCardNo, phone, cardNo]))
      expect(everything).not.toContain(secret)
  })

  it('is encrypted differently each time but hashed the same', async () => {
    const row = freshRow()
    const { batchId } = await uploadRows(services, 'payA1', [row, { ...row, remark: 'again' }])
    const rows = await services.query<Record<string, string>>(
      "select encode(seal, 'hex') as seal, id_hash, phone_hash, card_hash from payout_rows where batch_id = $1",
      [batchId],
    )
    const values = (column: string) => new Set(rows.map((one) => one[column])).size
    expect(['seal', 'id_hash', 'phone_hash', 'card_hash'].map(values)).toEqual([2, 1, 1, 1])
  })
})
