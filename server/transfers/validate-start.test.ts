// Rows validated once more at the start: whoever no longer passes is not sent, everyone else is (D16, D19).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { settleAll, takeStep, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows, idCardBorn, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { adjust } from '../testing/tax-adjustments.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { reconcileStatement } from './reconcile-statement.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})
afterAll(async () => {
  services.clock.set(new Date('2026-03-31T10:00:00+08:00'))
  await expectMoneyTruths(services)
  await services.close()
})

const start = (batchId: number) => takeStep(services, fixture.pay, batchId, 'transferring')
const of = (person: SheetRow, amount: string, remark = '') => ({ ...person, amount, remark })

/** "processing", or "failed: why", in the sheet's order. */
async function verdicts(batchId: number): Promise<string[]> {
  const rows = await transfersOf(services, batchId)
  for (const { reference, status } of rows) expect(reference !== null).toBe(status !== 'failed')
  return rows.map(({ status, error }) => (error === '' ? status : `${status}: ${error}`))
}

/** At that provider, or at every one. */
async function restrict({ name, idCardNo }: SheetRow, providerId?: number): Promise<void> {
  const everywhere = providerId === undefined
  const admin = await signIn(services, 'admin')
  await admin.answer('addLimitUser', { name, idCardNo, providerId, everywhere })
}

const RESTRICTED = 'failed: 该人员为限制转账人员'
const LIMIT = 'failed: 本月累计金额须低于 92,000 元'
const AGE = 'failed: 年龄须在 18 至 60 周岁之间'

describe('starting a batch with a person who no longer passes', () => {
  it('does not send to or reserve money for a restricted person', async () => {
    const [here, everywhere, elsewhere, nowhere] = freshRows(4) as [SheetRow, SheetRow, SheetRow, SheetRow]
    const { batchId } = await readyBatch(services, fixture, [here, everywhere, elsewhere, nowhere])
    await restrict(here, fixture.providerId)
    await restrict(everywhere)
    await restrict(elsewhere, people.providers.A2)
    await start(batchId)
    expect(await verdicts(batchId)).toEqual([RESTRICTED, RESTRICTED, 'processing', 'processing'])
    expect(await balanceOf(services, fixture)).toMatchObject({
      held: 2n * 10_650n,
      outcome: 20_000n,
      cost: 1_300n,
    })
    await settleAll(services)
    const received = new Set(services.bank.received.map(({ cardNo }) => cardNo))
    expect([here, everywhere, elsewhere, nowhere].map(({ cardNo }) => received.has(cardNo))).toEqual([
      false,
      false,
      true,
      true,
    ])
    const [batch] = await services.query('select * from payout_batches where batch_id = $1', [batchId])
    expect(batch).toMatchObject({
      succeeded_count: 2,
      failed_count: 2,
      failed_fen: 20_000n,
      succeeded_fen: 20_000n,
    })
    expect(batch?.ended_at).not.toBeNull()
  })

  it('refuses a person from the day they turn sixty-one', async () => {
    const birthday = new Date('1965-03-20T00:00:00Z')
    const oldest = freshRow({ idCardNo: idCardBorn(birthday, 7) })
    const before = await readyBatch(services, fixture, [oldest, freshRow()])
    const after = await readyBatch(services, fixture, [{ ...oldest, amount: '101' }, freshRow()])
    services.clock.set(new Date('2026-03-19T23:59:59.999+08:00'))
    await start(before.batchId)
    services.clock.set(new Date('2026-03-20T00:00:00+08:00'))
    await start(after.batchId)
    expect(await verdicts(before.batchId)).toEqual(['processing', 'processing'])
    expect(await verdicts(after.batchId)).toEqual([AGE, 'processing'])
  })

  it('checks the age when the batch does not store until when it is valid', async () => {
    const oldest = freshRow({ idCardNo: idCardBorn(new Date('1965-03-17T00:00:00Z'), 8) })
    const { batchId } = await readyBatch(services, fixture, [oldest, freshRow()])
    await services.query('update payout_batches set age_good_until = null where batch_id = $1', [batchId])
    services.clock.set(new Date('2026-03-17T09:00:00+08:00'))
    await start(batchId)
    expect(await verdicts(batchId)).toEqual([AGE, 'processing'])
  })

  it('refuses rows that reach the limit because of other started batches, in sheet order', async () => {
    const person = freshRow()
    await services.query('update providers set monthly_limit_fen = 99900000 where provider_id = $1', [
      fixture.providerId,
    ])
    const first = await readyBatch(services, fixture, [of(person, '50000')])
    const second = await readyBatch(services, fixture, [
      of(person, '41999', '1'),
      of(person, '1', '2'),
      of(person, '0.99', '3'),
      freshRow(),
    ])
    await services.query('update providers set monthly_limit_fen = 9200000 where provider_id = $1', [
      fixture.providerId,
    ])
    await start(first.batchId)
    await start(second.batchId)
    expect(await verdicts(second.batchId)).toEqual(['processing', LIMIT, 'processing', 'processing'])
  })

  it('ends the batch without reserving money when every row is refused', async () => {
    const poor = await openProviderFixture(services, people)
    const rows = freshRows(2)
    const { batchId } = await readyBatch(services, poor, rows)
    for (const row of rows) await restrict(row, poor.providerId)
    await takeStep(services, poor.pay, batchId, 'transferring')
    expect(await verdicts(batchId)).toEqual([RESTRICTED, RESTRICTED])
    const [batch] = await services.query('select * from payout_batches where batch_id = $1', [batchId])
    expect(batch).toMatchObject({
      status: 'transferring',
      failed_count: 2,
      failed_fen: 20_000n,
      ended_at: MONDAY,
    })
    expect(await balanceOf(services, poor)).toMatchObject({ available: 0n, held: 0n, outcome: 0n, cost: 0n })
    expect(
      await services.query('select * from ledger_postings where provider_id = $1', [poor.providerId]),
    ).toEqual([])
  })
})

describe('the monthly limit at the start', () => {
  /** Two sheets for one person at the same moment: both validated before either is stored. */
  async function twoAtOnce(person: SheetRow, amount: string): Promise<number[]> {
    const lock = await holdLock(services, 'lock table daily_numbers in exclusive mode')
    const uploads = ['1', '2'].map((remark) =>
      uploadRows(services, fixture.pay, [of(person, amount, remark)]),
    )
    await lock.untilWaiting(2)
    await lock.release()
    const ids = (await Promise.all(uploads)).map(({ batchId }) => batchId ?? 0)
    for (const batchId of ids) {
      await takeStep(services, fixture.pay, batchId, 'reviewing')
      await takeStep(services, fixture.check, batchId, 'ready')
    }
    return ids
  }

  it('holds for two sheets that both passed and are started one after the other', async () => {
    const ids = await twoAtOnce(freshRow(), '46000')
    for (const batchId of ids) await start(batchId)
    expect([await verdicts(ids[0] ?? 0), await verdicts(ids[1] ?? 0)]).toEqual([['processing'], [LIMIT]])
  })

  it('holds for two sheets that both passed and are started concurrently', async () => {
    for (const _ of [1, 2, 3]) {
      const ids = await twoAtOnce(freshRow(), '46000')
      await Promise.all(ids.map(start))
      const all = [...(await verdicts(ids[0] ?? 0)), ...(await verdicts(ids[1] ?? 0))]
      expect(all.toSorted()).toEqual([LIMIT, 'processing'])
    }
  })

  it('does not count waiting, failed, last month’s or other providers’ payments', async () => {
    const person = freshRow()
    await services.query('update providers set monthly_limit_fen = 99900000 where provider_id = $1', [
      fixture.providerId,
    ])
    const waiting = await readyBatch(services, fixture, [of(person, '60000', 'waits')])
    const failing = await readyBatch(services, fixture, [
      { ...of(person, '60001', 'fails'), cardNo: '6222021202000010001' },
    ])
    const lastMonth = await readyBatch(services, fixture, [of(person, '60002', 'earlier')])
    const [one, two] = [
      await readyBatch(services, fixture, [of(person, '91000', 'one')]),
      await readyBatch(services, fixture, [of(person, '1000', 'two')]),
    ]
    await services.query('update providers set monthly_limit_fen = 9200000 where provider_id = $1', [
      fixture.providerId,
    ])
    const other = await openProviderFixture(services, people, { fen: 10_000_000n })
    await startedBatch(services, other, [of(person, '60003')])
    services.clock.set(new Date('2026-02-28T23:59:59.999+08:00'))
    await start(lastMonth.batchId)
    services.clock.set(MONDAY)
    await start(failing.batchId)
    await settleAll(services)
    await start(one.batchId)
    await start(two.batchId)
    await start(waiting.batchId)
    expect(await verdicts(one.batchId)).toEqual(['processing'])
    expect(await verdicts(two.batchId)).toEqual([LIMIT])
    expect(await verdicts(waiting.batchId)).toEqual([LIMIT])
  })

  it('counts payments in flight and releases them after a return', async () => {
    const person = freshRow({ cardNo: '6222021202000010006' })
    await startedBatch(services, fixture, [of(person, '91999', 'comes back')])
    await services.query('update providers set monthly_limit_fen = 99900000 where provider_id = $1', [
      fixture.providerId,
    ])
    const [early, late] = [
      await readyBatch(services, fixture, [of(person, '1', 'early')]),
      await readyBatch(services, fixture, [{ ...of(person, '1', 'late'), cardNo: freshRow().cardNo }]),
    ]
    await services.query('update providers set monthly_limit_fen = 9200000 where provider_id = $1', [
      fixture.providerId,
    ])
    await start(early.batchId)
    expect(await verdicts(early.batchId)).toEqual([LIMIT])
    await settleAll(services)
    services.clock.advance(60_000)
    await reconcileStatement(services, '2026-03-16')
    await start(late.batchId)
    expect(await verdicts(late.batchId)).toEqual(['processing'])
  })
})

it('refuses a row with no net amount after tax and does not count it', async () => {
  const taxed = await openProviderFixture(services, people, { fen: 100_000_000n, taxMethod: 'per-payment' })
  const person = freshRow()
  const { name, idCardNo, phone } = person
  await (await signIn(services, taxed.pay)).answer('addFreelancers', { people: [{ name, idCardNo, phone }] })
  const exempt = { month: '2026-03', item: 'exempt-income' } as const
  // Paid untaxed by what was entered, and then undone: the next little payment is all tax.
  await adjust(services, taxed, idCardNo, { ...exempt, amountFen: 50_000_00n })
  const untaxed = await startedBatch(services, taxed, [of(person, '50000', 'untaxed')])
  expect((await transfersOf(services, untaxed.batchId))[0]?.tax).toBe(0n)
  await adjust(services, taxed, idCardNo, { ...exempt, amountFen: -50_000_00n })
  const { batchId } = await readyBatch(services, taxed, [
    of(person, '1', 'all tax'),
    of(person, '30000', 'more'),
    freshRow(),
  ])
  await takeStep(services, taxed.pay, batchId, 'transferring')
  expect(await verdicts(batchId)).toEqual([
    'failed: 扣除个税后实发金额为 0，未发送',
    'processing',
    'processing',
  ])
  const [none, more] = await transfersOf(services, batchId)
  // 80,000 in one month: 64,000 taxable at 40 % less 7,000.
  expect([none?.tax, more?.tax]).toEqual([0n, 1_860_000n])
  await settleAll(services)
})
