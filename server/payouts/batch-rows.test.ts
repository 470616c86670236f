// The rows of a batch as they are listed: paging, filters, masks, and the looks that are written down (D3, D33).

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, type StoredBatch, storeBatch, takeStep } from '../testing/payout-batches.ts'
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

type Filters = Readonly<Record<string, string>>

async function rowNumbers(batchId: number, filters: Filters = {}, client = payer) {
  const { http, body } = await client.wire('batchRows', { opId: String(batchId), ...filters })
  expect(http).toBe(200)
  return { rows: (body.data as { id: number }[]).map(({ id }) => id), count: body.count }
}

describe('paging of batchRows', () => {
  it('returns ten rows by default in sheet order, or the requested size', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(12))
    const first = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    expect(await rowNumbers(batchId)).toEqual({ rows: first, count: 12 })
    expect(await rowNumbers(batchId, { index: '1' })).toEqual({ rows: [12, 13], count: 12 })
    expect(await rowNumbers(batchId, { index: '2', size: '5' })).toEqual({ rows: [12, 13], count: 12 })
    expect(await rowNumbers(batchId, { index: '9' })).toEqual({ rows: [], count: 12 })
  })

  it.each([
    ['of an earlier release, whose place is unknown', 'first_row_id = null, last_row_id = null'],
    ['with gaps between its ids', 'first_row_id = first_row_id - 3'],
  ])('returns the same pages of a batch %s', async (_, place) => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(12))
    await services.query(`update payout_batches set ${place} where batch_id = $1`, [batchId])
    expect(await rowNumbers(batchId, { index: '1' })).toEqual({ rows: [12, 13], count: 12 })
    expect(await rowNumbers(batchId, { index: '2', size: '5' })).toEqual({ rows: [12, 13], count: 12 })
    expect(await rowNumbers(batchId, { index: '9' })).toEqual({ rows: [], count: 12 })
  })

  it.each([
    { size: '101' },
    { size: '0' },
    { index: '-1' },
    { payStatus: '5' },
    { warning: 'nothing' },
    { opId: 'x' },
  ])('rejects %j', async (fields) => {
    const { batchId } = await storeBatch(services, 'payA1')
    const { http, body } = await payer.wire('batchRows', { opId: String(batchId), ...fields })
    expect([http, body.errors?.[0]?.field]).toEqual([400, Object.keys(fields)[0]])
  })
})

describe('one row on the wire', () => {
  it('has the documented field names', async () => {
    const row = freshRow({ amount: '1234.5', remark: '第一周' })
    const { batchId, rowIds } = await storeBatch(services, 'payA1', [row])
    const { body } = await payer.wire('batchRows', { opId: String(batchId) })
    expect(body).toEqual({
      status: 0,
      msg: '',
      count: 1,
      isPersonalTax: 0,
      data: [
        {
          tranId: String(rowIds[0]),
          id: 2,
          uname: row.name,
          uprovider: 'Provider A1',
          payStatus: 0,
          umoney: 1234.5,
          serviceFee: 80.24,
          stage: 'none',
          personalTax: 0,
          vatMoney: 0,
          aboveVat: 0,
          platformPaid: null,
          ucardid: row.idCardNo,
          uphone: row.phone,
          ubank: row.bank,
          ubankcard: row.cardNo,
          umonth: '2026-03',
          remark: '第一周',
          errMsg: '',
          payTime: null,
          bankAccountFile: '',
          bankAccountPage: null,
          warnings: [{ kind: 'first-payment' }, { kind: 'unsigned' }],
          masked: 0,
          netAsked: null,
        },
      ],
    })
  })
})

describe('filters of batchRows', () => {
  let batch: StoredBatch
  const phone = '13711112222'

  beforeAll(async () => {
    batch = await storeBatch(services, 'payA1', [
      freshRow({ name: '王小明' }),
      freshRow({ name: '王小虎', phone }),
      freshRow({ name: '李王', cardNo: '6222020000000000001' }),
      freshRow({ name: "O'Brien Smith" }),
    ])
    await payer.answer('switchRows', { rowIds: batch.rowIds.slice(0, 1), cancelled: true })
  })

  it.each<[Filters, number[]]>([
    [{ uname: '王' }, [2, 3, 4]],
    [{ uname: '王小' }, [2, 3]],
    [{ uname: '' }, [2, 3, 4, 5]],
    [{ uname: '%' }, []],
    [{ uname: '_' }, []],
    [{ uname: '王_' }, []],
    [{ uname: '\\' }, []],
    [{ uname: "O'B" }, [5]],
    [{ uname: "' or 1=1 --" }, []],
    [{ uphone: phone }, [3]],
    [{ uphone: phone.slice(0, 10) }, []],
    [{ uphone: '%' }, []],
    [{ payStatus: '0' }, [3, 4, 5]],
    [{ payStatus: '1' }, []],
    [{ payStatus: '2' }, []],
    [{ payStatus: '3' }, [2]],
    [{ payStatus: '4' }, [2, 3, 4, 5]],
    [{ warning: 'card-luhn' }, [4]],
    [{ warning: 'first-payment' }, [2, 3, 4, 5]],
    [{ warning: 'any' }, [2, 3, 4, 5]],
    [{ warning: 'card-changed' }, []],
    [{ uprovider: 'Provider' }, [2, 3, 4, 5]],
    [{ uprovider: 'Provider A2' }, []],
    [{ uname: '王', payStatus: '0', uphone: phone }, [3]],
  ])('returns the matching rows for %j', async (filters, rows) => {
    expect(await rowNumbers(batch.batchId, filters)).toEqual({ rows, count: rows.length })
  })
})

describe('masking of personal data', () => {
  const row = freshRow({
    idCardNo: '11010519891231001X',
    phone: '13912342001',
    cardNo: '6222020001111222233',
  })
  const batches = new Map<BatchStatus, Promise<number>>()

  async function makeBatch(status: BatchStatus): Promise<number> {
    const { batchId } = await storeBatch(services, 'payA1', [{ ...row, amount: String(100 + batches.size) }])
    if (status === 'audit-rejected') await takeStep(services, 'payA1', batchId, status)
    if (['reviewing', 'ready', 'review-rejected', 'transferring'].includes(status))
      await takeStep(services, 'payA1', batchId, 'reviewing')
    if (status === 'review-rejected') await takeStep(services, 'checkA1', batchId, status)
    if (status === 'ready' || status === 'transferring') await takeStep(services, 'checkA1', batchId, 'ready')
    if (status === 'transferring') await payStored(services, batchId)
    return batchId
  }
  function batchAt(status: BatchStatus): Promise<number> {
    const made = batches.get(status) ?? makeBatch(status)
    batches.set(status, made)
    return made
  }

  /** Who decides the batch next reads it in full; everyone else, and everyone later, sees masks. */
  const READS_IN_FULL: readonly string[] = ['auditing payA1', 'reviewing checkA1']
  const STATUSES = [
    'auditing',
    'reviewing',
    'audit-rejected',
    'ready',
    'review-rejected',
    'transferring',
  ] as const
  const cells = STATUSES.flatMap((status) =>
    ['payA1', 'checkA1', 'managerA', 'admin'].map((account) => ({
      status,
      account,
      full: READS_IN_FULL.includes(`${status} ${account}`),
    })),
  )

  it.each(cells)(
    'at status $status for $account: full data shown = $full',
    async ({ status, account, full }) => {
      const batchId = await batchAt(status)
      const looks = () =>
        services.query<{ after: unknown }>(
          "select after from audit_entries where action = 'read-personal-data' and account = $1 and object_id = $2 and object_kind = 'payout-batch' and provider_id = $3",
          [account, String(batchId), people.providers.A1],
        )
      const before = (await looks()).length
      const { rows } = await (await signIn(services, account)).answer('batchRows', { batchId })
      const plain = { idCardNo: row.idCardNo, phone: row.phone, cardNo: row.cardNo }
      const masked = { idCardNo: '110105********001X', phone: '139****2001', cardNo: '622202******2233' }
      expect(rows).toMatchObject([{ ...(full ? plain : masked), masked: !full }])
      const entries = await looks()
      expect(entries.length).toBe(before + (full ? 1 : 0))
      if (full) expect(entries.at(-1)?.after).toEqual({ rows: [2] })
    },
  )

  it('does not log a read in the audit log for an empty page', async () => {
    const batchId = await batchAt('auditing')
    const count = () => services.query("select 1 from audit_entries where action = 'read-personal-data'")
    const before = (await count()).length
    expect((await rowNumbers(batchId, { uname: 'nobody' })).rows).toEqual([])
    expect((await count()).length).toBe(before)
  })

  it('revealPersonal shows one row in full to anyone in scope and logs it in the audit log', async () => {
    const batchId = await batchAt('ready')
    const { rows } = await payer.answer('batchRows', { batchId })
    const id = String(rows[0]?.rowId)
    for (const account of ['payA1', 'checkA1', 'managerA', 'admin']) {
      const client = await signIn(services, account)
      const { raw, body } = await client.call('revealPersonal', { kind: 'payout-row', id })
      expect(body.data).toEqual({ idCardNo: row.idCardNo, phone: row.phone, cardNo: row.cardNo })
      expect(raw.headers['cache-control']).toBe('no-store')
      const looks = await services.query(
        "select object_name, provider_id from audit_entries where action = 'read-personal-data' and account = $1 and object_kind = 'payout-row' and object_id = $2",
        [account, id],
      )
      expect(looks).toEqual([{ object_name: row.name, provider_id: people.providers.A1 }])
    }
  })

  it.each([
    { kind: 'account', id: '1' },
    { kind: 'payout-row', id: 1 },
    { kind: 'payout-row', id: '1 or 1=1' },
    { id: '1' },
  ])('revealPersonal rejects %j', async (fields) => {
    const { http, body } = await payer.wire('revealPersonal', fields)
    expect([http, body.code]).toEqual([400, 'malformed'])
  })

  it.each(['payout-row', 'limit-user'] as const)(
    'revealPersonal answers 404 for a %s with an unknown id',
    async (kind) => {
      for (const id of ['0', '2147483648', '999999999999999']) {
        const { http, body } = await payer.call('revealPersonal', { kind, id })
        expect([http, body.code]).toEqual([404, 'not-found'])
      }
    },
  )
})
