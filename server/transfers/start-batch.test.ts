// The start through its call: one transaction that does all of it or nothing, once, for those who may (D17, D19, D20).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  creditFen,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(async () => {
  await expectMoneyTruths(services, [/is not what was approved/, /other counts than its rows give/])
  await services.close()
})

const startBy = (client: Client, batchId: number) =>
  client.wire('decideBatch', { opId: batchId, status: 5, ispass: 1 })

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.status, body.code]).toEqual([refusals[code].http, refusals[code].http, code])
}

/** Everything the start may touch, of that provider. */
async function everything({ providerId }: ProviderFixture) {
  const of = (table: string, where: string) =>
    services.query(`select * from ${table} x where ${where} order by x`, [providerId])
  const inBatches = 'batch_id in (select batch_id from payout_batches where provider_id = $1)'
  return {
    batches: await of('payout_batches', 'provider_id = $1'),
    rows: await of('payout_rows', 'provider_id = $1'),
    approvals: await of('payout_approvals', inBatches),
    transfers: await of('transfers', 'provider_id = $1'),
    queues: await of('transfer_queues', inBatches),
    postings: await of('ledger_postings', 'provider_id = $1'),
    balance: await of('ledger_balances', 'provider_id = $1'),
  }
}

describe('starting a batch', () => {
  it('reserves amount and fee, creates a transfer for every payable row and records who started it', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 100_000n })
    const { batchId, rowIds } = await storeBatch(services, fixture.pay, freshRows(3, { amount: '100.10' }))
    const payer = await signIn(services, fixture.pay)
    await payer.answer('switchRows', { rowIds: [rowIds[1] ?? 0], cancelled: true })
    await takeStep(services, fixture.pay, batchId, 'reviewing')
    await takeStep(services, fixture.check, batchId, 'ready')

    expect(await startBy(payer, batchId)).toMatchObject({ http: 200, body: { status: 0, msg: '' } })

    const need = 2n * (10_010n + 651n)
    expect(await balanceOf(services, fixture)).toEqual({
      available: 100_000n - need,
      held: need,
      bank_clearing: -100_000n,
      fee_income: 0n,
      tax_payable: 0n,
      vat_payable: 0n,
      suspense: 0n,
      income: 100_000n,
      outcome: 20_020n,
      cost: 1_302n,
    })
    expect((await transfersOf(services, batchId)).map(({ state, status }) => [state, status])).toEqual([
      ['reserved', 'processing'],
      [null, 'cancelled'],
      ['reserved', 'processing'],
    ])
    const [batch] = await services.query('select * from payout_batches where batch_id = $1', [batchId])
    expect(batch).toMatchObject({
      status: 'transferring',
      started_at: MONDAY,
      payment_month: '2026-03',
      ended_at: null,
      failed_count: 0,
    })
    const [review, start] = await services.query<{ content_hash: string; account_id: number }>(
      "select content_hash, account_id from payout_approvals where batch_id = $1 and step in ('review', 'start') order by approval_id",
      [batchId],
    )
    expect(start?.content_hash).toBe(review?.content_hash)
    expect(await payer.answer('batchProgress', { batchId })).toMatchObject({
      payableCount: 2,
      cancelledCount: 1,
      cancelledFen: 10_010n,
      waitingCount: 2,
      atBankCount: 0,
      succeededCount: 0,
      failedCount: 0,
      starter: fixture.pay,
      startedAt: MONDAY,
      endedAt: null,
    })
    const entries = await services.query(
      "select account, action, before, after from audit_entries where object_kind = 'payout-batch' and object_id = $1 and action = 'start-batch'",
      [String(batchId)],
    )
    expect(entries).toEqual([
      {
        account: fixture.pay,
        action: 'start-batch',
        before: { status: 'ready' },
        after: { status: 'transferring', transfers: 2, refused: 0, gross: '200.20', fee: '13.02' },
      },
    ])
  })

  /** 0.65 fen of fee are one fen a row: three of them, where the sum's own fee would be two. */
  const TENTHS = { amount: '0.10' }

  it('succeeds when the balance is exactly the sum of amounts and rounded fees', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 33n })
    const { batchId } = await readyBatch(services, fixture, freshRows(3, TENTHS))
    expect((await startBy(await signIn(services, fixture.pay), batchId)).http).toBe(200)
    expect(await balanceOf(services, fixture)).toMatchObject({
      available: 0n,
      held: 33n,
      outcome: 30n,
      cost: 3n,
    })
  })

  it('is refused with needed and available amount when one fen is missing, and changes nothing', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 32n })
    const { batchId } = await readyBatch(services, fixture, freshRows(3, TENTHS))
    const payer = await signIn(services, fixture.pay)
    const before = await everything(fixture)
    const reply = await startBy(payer, batchId)
    expectRefused(reply, 'insufficient-balance')
    expect(reply.body.msg).toBe('账户余额不足，请先充值（本次需要 0.33 元，当前可用 0.32 元）')
    expect(await everything(fixture)).toEqual(before)
    expect(before.batches).toMatchObject([{ status: 'ready' }])
    await creditFen(services, fixture.providerId, 1n)
    expect((await startBy(payer, batchId)).http).toBe(200)
  })

  it('gives another id to a transfer whose row has the number of an earlier transfer', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 100_000n })
    const { batchId, rowIds } = await readyBatch(services, fixture, freshRows(1))
    await services.query('insert into transfer_names (row_id, transfer_id) values (-1, $1)', [rowIds[0]])
    await startBy(await signIn(services, fixture.pay), batchId)
    expect((await transfersOf(services, batchId)).map(({ id }) => id)).toEqual([-BigInt(rowIds[0] ?? 0)])
    await services.query('delete from transfer_names where row_id = -1')
  })

  it('handles two thousand people without table statistics', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    await services.query(
      'delete from pg_statistic where starelid in (select oid from pg_class where relname like $1)',
      ['payout%'],
    )
    const { batchId } = await readyBatch(services, fixture, freshRows(2_000, { amount: '1' }))
    expect((await startBy(await signIn(services, fixture.pay), batchId)).http).toBe(200)
    expect(await balanceOf(services, fixture)).toMatchObject({
      held: 214_000n,
      outcome: 200_000n,
      cost: 14_000n,
    })
  })

  it('succeeds for only one of two concurrent batches when the balance covers one', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_650n })
    const batches = [
      await readyBatch(services, fixture, [freshRow()]),
      await readyBatch(services, fixture, [freshRow()]),
    ]
    const payer = await signIn(services, fixture.pay)
    const replies = await Promise.all(batches.map(({ batchId }) => startBy(payer, batchId)))
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 422])
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 0n, held: 10_650n })
  })
})

describe('concurrent starts', () => {
  it('start a batch once and reserve once for fifty requests', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId } = await readyBatch(services, fixture, freshRows(2))
    const payer = await signIn(services, fixture.pay)
    const replies = await Promise.all(Array.from({ length: 50 }, () => startBy(payer, batchId)))
    const codes = Map.groupBy(replies, ({ http, body }) => `${http} ${body.code ?? ''}`.trim())
    expect(new Map([...codes].map(([code, all]) => [code, all.length]))).toEqual(
      new Map([
        ['200', 1],
        ['409 state-changed', 49],
      ]),
    )
    const { transfers, postings, approvals, queues } = await everything(fixture)
    expect([transfers, queues, postings].map(({ length }) => length)).toEqual([2, 1, 3])
    expect(approvals.filter(({ step }) => step === 'start')).toHaveLength(1)
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 978_700n, held: 21_300n })
  })

  it('and withdrawals of the same batch exclude each other', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
    const payer = await signIn(services, fixture.pay)
    const checker = await signIn(services, fixture.check)
    const batches = await Promise.all(
      Array.from({ length: 8 }, () => readyBatch(services, fixture, [freshRow()])),
    )
    const replies = await Promise.all(
      batches.flatMap(({ batchId }) => [
        startBy(payer, batchId),
        checker.call('withdrawBatch', { batchId, reason: '' }),
      ]),
    )
    for (const [index, { batchId }] of batches.entries()) {
      const pair = replies.slice(2 * index, 2 * index + 2).map(({ http }) => http)
      expect(pair.toSorted()).toEqual([200, 409])
      const [batch] = await services.query('select status from payout_batches where batch_id = $1', [batchId])
      expect(batch).toEqual({ status: pair[0] === 200 ? 'transferring' : 'review-rejected' })
    }
  })
})

describe('a start is refused and changes nothing', () => {
  it.each([
    ['auditing', []],
    ['reviewing', ['pay:reviewing']],
    ['audit-rejected', ['pay:audit-rejected']],
    ['review-rejected', ['pay:reviewing', 'check:review-rejected']],
    ['transferring', ['pay:reviewing', 'check:ready', 'pay:transferring']],
  ])('for a batch with status %s', async (_, steps) => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId } = await storeBatch(services, fixture.pay, [freshRow()])
    for (const step of steps) {
      const [who, to] = step.split(':') as ['pay' | 'check', 'ready']
      await takeStep(services, fixture[who], batchId, to)
    }
    const before = await everything(fixture)
    expectRefused(await startBy(await signIn(services, fixture.pay), batchId), 'state-changed')
    expect(await everything(fixture)).toEqual(before)
  })

  it.each<[string, RefusalCode]>([
    ['its reviewer', 'needs-pay-right'],
    ['managerA', 'not-allowed'],
    ['admin', 'not-allowed'],
    ['payA2', 'not-found'],
    ['payB1', 'not-found'],
  ])('by %s: %s', async (who, code) => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId } = await readyBatch(services, fixture, [freshRow()])
    const before = await everything(fixture)
    const account = who === 'its reviewer' ? fixture.check : who
    expectRefused(await startBy(await signIn(services, account), batchId), code)
    expect(await everything(fixture)).toEqual(before)
  })

  it('by a payer of another provider who sees it as a manager', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId } = await readyBatch(services, fixture, [freshRow()])
    const other = await openProviderFixture(services, people)
    await services.query('update accounts set manager = true where account = $1', [other.pay])
    expectRefused(await startBy(await signIn(services, other.pay), batchId), 'not-own-provider')
  })

  it.each([
    ['an amount', 'update payout_rows set amount_fen = amount_fen + 1 where row_id = $1'],
    ['a fee', 'update payout_rows set fee_fen = 0 where row_id = $1'],
    ['a row cancelled', 'update payout_rows set cancelled = true where row_id = $1'],
    ['a row moved in', 'update payout_rows set row_number = 99 where row_id = $1'],
    [
      'the rate',
      'update payout_batches b set service_rate = 0 from payout_lines r where r.batch_id = b.batch_id and r.row_id = $1',
    ],
  ])('when the content changed after the approvals: %s', async (_, change) => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId, rowIds } = await readyBatch(services, fixture, freshRows(2))
    await services.query(change, [rowIds[0]])
    const before = await everything(fixture)
    expectRefused(await startBy(await signIn(services, fixture.pay), batchId), 'content-changed')
    expect(await everything(fixture)).toEqual(before)
  })
})
