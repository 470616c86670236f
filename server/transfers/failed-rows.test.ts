// Failed rows paid again: as a copy that is validated and approved again, at most one of them alive, and never after all paid twice (D40).

import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, encodeInput, type Reply, requestOf, signIn } from '../testing/client.ts'
import { sendInVain, updateOf } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { postSheet, settleAll, takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { readSheetBytes } from '../testing/sheet-reading.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { reconcileStatement } from './reconcile-statement.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
  payer = await signIn(services, fixture.pay)
})
afterAll(async () => {
  await reconcileStatement(services, '2026-03-16')
  // Late successes are the test's own word.
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const PAID_ALREADY = 'failed: 原转账已成功，不再重发'
/** The bank knows no such account. */
const failing = (over: Partial<SheetRow> = {}) => freshRow({ cardNo: '6222021202000010001', ...over })

/** A started batch that came to its end. */
async function ended(rows: readonly SheetRow[]): Promise<number> {
  const { batchId } = await startedBatch(services, fixture, rows)
  await settleAll(services)
  payer = await signIn(services, fixture.pay)
  return batchId
}

async function copy(batchId: number): Promise<number> {
  const { batchId: copied } = await payer.answer('copyFailedRows', { batchId })
  return copied ?? 0
}

async function approve(batchId: number): Promise<void> {
  await takeStep(services, fixture.pay, batchId, 'reviewing')
  await takeStep(services, fixture.check, batchId, 'ready')
}

async function start(batchId: number): Promise<void> {
  await approve(batchId)
  await takeStep(services, fixture.pay, batchId, 'transferring')
}

const verdicts = async (batchId: number) =>
  (await transfersOf(services, batchId)).map(({ status, error }) =>
    error === '' ? status : `${status}: ${error}`,
  )

async function paidLate(batchId: number, index = 0): Promise<void> {
  const { reference = '' } = (await transfersOf(services, batchId))[index] ?? {}
  await applyBankUpdates(services, 'notified', [updateOf(reference, 'succeeded')])
}

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

describe('copyFailedRows', () => {
  it('copies failed and returned rows into a new batch that is validated and approved again', async () => {
    const rows = [
      freshRow(),
      failing({ remark: '第一' }),
      freshRow({ cardNo: '6222021202000010006', amount: '7' }),
    ]
    const batchId = await ended(rows)
    services.clock.advance(60_000)
    await reconcileStatement(services, '2026-03-16')
    expect(await verdicts(batchId)).toEqual(['succeeded', 'failed: 账户不存在', 'failed: 退票'])
    const copied = await copy(batchId)
    const stored = await services.query(
      'select c.row_number, c.status, c.remark, c.amount_fen, s.row_number as source from payout_lines c join payout_lines s on s.row_id = c.copy_of where c.batch_id = $1 order by 1',
      [copied],
    )
    expect(stored).toEqual([
      { row_number: 2, status: 'processing', remark: '第一', amount_fen: 10_000n, source: 3 },
      { row_number: 3, status: 'processing', remark: '', amount_fen: 700n, source: 4 },
    ])
    const [head] = await services.query(
      'select status, gross_fen, fee_fen, row_count from payout_batches where batch_id = $1',
      [copied],
    )
    expect(head).toEqual({ status: 'auditing', gross_fen: 10_700n, fee_fen: 696n, row_count: 2 })
    const skipped = await payer.call('decideBatch', { batchId: copied, to: 'transferring', pass: true })
    expectRefused(skipped, 'state-changed')
    await start(copied)
    expect(await verdicts(copied)).toEqual(['processing', 'processing'])
    const [first, second] = await transfersOf(services, copied)
    const originals = (await transfersOf(services, batchId)).map(({ reference }) => reference)
    expect(originals).not.toContain(first?.reference)
    expect(originals).not.toContain(second?.reference)
  })

  it('copies one failed row alone, and the others afterwards', async () => {
    const batchId = await ended([failing({ remark: '第一' }), failing({ remark: '第二' }), freshRow()])
    const rows = await services.query<{ row_id: bigint; status: string }>(
      'select row_id, status from payout_lines where batch_id = $1 order by row_number',
      [batchId],
    )
    const [first, , paid] = rows.map((row) => Number(row.row_id))
    const one = await payer.answer('copyFailedRows', { batchId, rowId: first })
    expect(one).toMatchObject({ rowCount: 1, badCount: 0 })
    expectRefused(await payer.call('copyFailedRows', { batchId, rowId: first }), 'nothing-to-copy')
    expectRefused(await payer.call('copyFailedRows', { batchId, rowId: paid }), 'nothing-to-copy')
    // A row of another batch is none of this one's.
    const other = await ended([failing()])
    expectRefused(await payer.call('copyFailedRows', { batchId: other, rowId: first }), 'nothing-to-copy')
    expect(await payer.answer('copyFailedRows', { batchId })).toMatchObject({ rowCount: 1 })
  })

  it('is refused when nothing failed, and never copies a row in doubt', async () => {
    expectRefused(
      await payer.call('copyFailedRows', { batchId: await ended([freshRow()]) }),
      'nothing-to-copy',
    )
    const { batchId } = await startedBatch(services, fixture, [freshRow(), failing()])
    expectRefused(await payer.call('copyFailedRows', { batchId }), 'nothing-to-copy')
    await sendInVain(services, 'lost-answer')
    expectRefused(await payer.call('copyFailedRows', { batchId }), 'nothing-to-copy')
    await settleAll(services)
    payer = await signIn(services, fixture.pay)
    expect(await verdicts(await copy(batchId))).toHaveLength(1)
  })

  it('stores nothing and returns the reason when a person no longer passes', async () => {
    const row = failing()
    const batchId = await ended([row, failing()])
    const admin = await signIn(services, 'admin')
    await admin.answer('addLimitUser', {
      name: row.name,
      idCardNo: row.idCardNo,
      providerId: fixture.providerId,
    })
    const result = await payer.answer('copyFailedRows', { batchId })
    expect(result).toMatchObject({ batchId: null, badCount: 1, goodCount: 1 })
    expect(result.failedRows[0]?.reason).toContain('该人员为限制转账人员')
  })

  it('is allowed only for payers of the provider', async () => {
    const batchId = await ended([failing()])
    for (const [who, code] of [
      [fixture.check, 'not-allowed'],
      ['managerA', 'not-allowed'],
      ['payA1', 'not-found'],
      ['payB1', 'not-found'],
    ] as const)
      expectRefused(await (await signIn(services, who)).call('copyFailedRows', { batchId }), code)
  })
})

describe('at most one live copy of a row', () => {
  it('is created by ten concurrent requests', async () => {
    const batchId = await ended([failing(), failing()])
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => payer.call('copyFailedRows', { batchId })),
    )
    const codes = replies.map(({ http, body }) => (http === 200 ? 'copied' : body.code)).sort()
    expect(codes).toEqual(['copied', ...Array(9).fill('nothing-to-copy')])
    const copies = await services.query(
      'select 1 from payout_lines where copy_of is not null and provider_id = $1',
      [fixture.providerId],
    )
    expect(copies).toHaveLength(2)
  })

  it.each(['audit-rejected', 'review-rejected', 'withdrawn'] as const)(
    'allows another copy after the first is %s',
    async (how) => {
      const batchId = await ended([failing()])
      const dead = await copy(batchId)
      expectRefused(await payer.call('copyFailedRows', { batchId }), 'nothing-to-copy')
      if (how === 'withdrawn') await payer.answer('withdrawBatch', { batchId: dead, reason: '' })
      if (how === 'review-rejected') await takeStep(services, fixture.pay, dead, 'reviewing')
      if (how !== 'withdrawn')
        await takeStep(services, how === 'audit-rejected' ? fixture.pay : fixture.check, dead, how)
      expect(await copy(batchId)).toBeGreaterThan(dead)
    },
  )

  it('blocks another copy of the original once a copy was started, but not a copy of that copy', async () => {
    const batchId = await ended([failing()])
    const first = await copy(batchId)
    await start(first)
    await settleAll(services)
    payer = await signIn(services, fixture.pay)
    expect(await verdicts(first)).toEqual(['failed: 账户不存在'])
    expectRefused(await payer.call('copyFailedRows', { batchId }), 'nothing-to-copy')
    const second = await copy(first)
    await start(second)
    expect(await verdicts(second)).toEqual(['processing'])
  })

  it('is paid when a copy was cancelled, copied again and restored', async () => {
    const batchId = await ended([failing(), failing()])
    const first = await copy(batchId)
    const [row] = await services.query<{ id: number }>(
      'select row_id::int as id from payout_lines where batch_id = $1 order by row_number',
      [first],
    )
    const rowIds = [row?.id ?? 0]
    await payer.answer('switchRows', { rowIds, cancelled: true })
    const second = await copy(batchId)
    await payer.call('switchRows', { rowIds, cancelled: false })
    await start(first)
    await start(second)
    const both = [(await verdicts(first))[0], ...(await verdicts(second))]
    expect(both.filter((verdict) => verdict === 'processing')).toHaveLength(1)
  })
})

describe('an original that succeeds late', () => {
  it('makes the start refuse its copy but not the other rows', async () => {
    fixture = await openProviderFixture(services, people, { fen: 10_000_000n, taxMethod: 'per-payment' })
    const batchId = await ended([failing({ amount: '1000' }), failing()])
    const copied = await copy(batchId)
    await approve(copied)
    await paidLate(batchId)
    const before = await balanceOf(services, fixture)
    await takeStep(services, fixture.pay, copied, 'transferring')
    expect(await verdicts(copied)).toEqual([PAID_ALREADY, 'processing'])
    expect((await transfersOf(services, copied)).map(({ tax }) => tax)).toEqual([0n, 0n])
    expect((await balanceOf(services, fixture)).held).toBe(before.held + 10_650n)
    // It shows as failed now; copied on with what really failed, it is refused again.
    await settleAll(services)
    payer = await signIn(services, fixture.pay)
    const again = await copy(copied)
    await start(again)
    expect(await verdicts(again)).toEqual([PAID_ALREADY, 'processing'])
  })

  it('makes the start refuse the copy of its copy', async () => {
    const batchId = await ended([failing()])
    const first = await copy(batchId)
    await start(first)
    await settleAll(services)
    payer = await signIn(services, fixture.pay)
    const second = await copy(first)
    await approve(second)
    await paidLate(batchId)
    await takeStep(services, fixture.pay, second, 'transferring')
    expect(await verdicts(second)).toEqual([PAID_ALREADY])
    expect((await balanceOf(services, fixture)).held).toBe(0n)
  })

  it('does not block its copy when it was returned again', async () => {
    const batchId = await ended([failing()])
    const copied = await copy(batchId)
    await paidLate(batchId)
    const { reference = '' } = (await transfersOf(services, batchId))[0] ?? {}
    await applyBankUpdates(services, 'notified', [updateOf(reference, 'returned')])
    await start(copied)
    expect(await verdicts(copied)).toEqual(['processing'])
  })
})

describe('exportFailedRows', () => {
  it('exports failed rows in the upload layout, and the file is accepted as a sheet', async () => {
    const rows = [
      failing({ remark: '=1+1', amount: '12.3' }),
      freshRow(),
      failing({ bank: '中国银行，杭州"支行"' }),
    ]
    const batchId = await ended(rows)
    const reply = await payer.send(
      requestOf('exportFailedRows', encodeInput('exportFailedRows', { batchId })),
    )
    expect(reply.statusCode).toBe(200)
    const bytes = reply.rawPayload
    const read = await readSheetBytes(bytes)
    const wanted = [rows[0], rows[2]].map((row) => SHEET_COLUMNS.map(({ field }) => row?.[field]))
    const got = 'rows' in read ? read.rows.map((row) => SHEET_COLUMNS.map(({ field }) => row[field])) : read
    expect(got).toEqual(
      wanted.map((row) => row.map((text) => (text === '12.3' ? '12.30' : text === '100' ? '100.00' : text))),
    )

    const uploaded = await postSheet(payer, bytes)
    expect(uploaded.body).toMatchObject({ status: 0, data: { sucNum: 2, failNum: 0 } })
    const entries = await services.query(
      "select after from audit_entries where action = 'export-batch' and object_id = $1",
      [String(batchId)],
    )
    expect(entries).toEqual([{ after: { rows: 'failed' } }])
  })

  it('answers 404 for other providers', async () => {
    const batchId = await ended([failing()])
    const other = await signIn(services, 'payA2')
    expect((await other.call('exportFailedRows', { batchId })).http).toBe(404)
  })
})

it('copies each of many failed rows from its own original', async () => {
  // More than are judged without a thread.
  const count = 101
  const batchId = await ended(Array.from({ length: count }, () => failing()))
  const stored = await services.query<{ same: boolean }>(
    'select c.id_hash = s.id_hash as same from payout_lines c join payout_lines s on s.row_id = c.copy_of where c.batch_id = $1',
    [await copy(batchId)],
  )
  expect(stored.map(({ same }) => same)).toEqual(Array(count).fill(true))
})
