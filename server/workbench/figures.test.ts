// The figures of the workbench to the fen: balance, runway, month against month at the ends of months, by role and scope (D11, D23).

import { startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Workbench } from '@paywages/wire/workbench/shapes.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import {
  fund,
  payStored,
  reconcileDays,
  sendAll,
  settleAll,
  storeBatch,
  takeStep,
} from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch, startedBatch } from '../testing/provider-fixture.ts'
import { storeApproved, storeRecharge, storeReversal } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
beforeEach(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterEach(() => services.close())

const HOUR = 3_600_000
const workbenchOf = async (account: string): Promise<Workbench> =>
  (await signIn(services, account)).answer('workbench', {})

const setDay = (day: string, hour = 12) =>
  services.clock.set(new Date(startOfDay(day).getTime() + hour * HOUR))

/** One payment of that amount on that day; a card ending in 0001 fails. */
async function payOn(account: string, day: string, yuan: string, fails = false): Promise<void> {
  setDay(day)
  const card = fails ? { cardNo: '6222021202000010001' } : {}
  const row = freshRow({ amount: yuan, month: day.slice(0, 7), ...card })
  await payStored(services, (await storeBatch(services, account, [row])).batchId)
}

describe('month comparison on the workbench', () => {
  it('compares the same days of both months with fee and failures', async () => {
    await payOn('payA1', '2026-02-01', '1000.00')
    await payOn('payA1', '2026-02-16', '500.50')
    await payOn('payA1', '2026-02-17', '9999.99')
    await payOn('payA1', '2026-03-01', '2000.10')
    await payOn('payA1', '2026-03-16', '10', true)
    const { thisMonth, lastMonth } = await workbenchOf('payA1')
    expect(thisMonth).toEqual({ succeededFen: 200_010n, succeededCount: 1, failedCount: 1, feeFen: 13_001n })
    expect(lastMonth).toEqual({ succeededFen: 150_050n, succeededCount: 2, failedCount: 0, feeFen: 9_753n })
  })

  it('compares days missing in last month with its last day', async () => {
    await payOn('payA1', '2026-02-28', '700')
    await payOn('payA1', '2026-03-31', '800')
    expect((await workbenchOf('payA1')).lastMonth.succeededFen).toBe(70_000n)
    setDay('2026-03-27')
    expect((await workbenchOf('payA1')).lastMonth.succeededFen).toBe(0n)
  })

  it('uses days in Shanghai time', async () => {
    await payOn('payA1', '2026-03-31', '800')
    setDay('2026-04-01', 0)
    const { thisMonth, lastMonth } = await workbenchOf('payA1')
    expect([thisMonth.succeededFen, lastMonth.succeededFen]).toEqual([0n, 0n])
    setDay('2026-04-30')
    expect((await workbenchOf('payA1')).lastMonth.succeededFen).toBe(0n)
    setDay('2026-05-31')
    expect((await workbenchOf('payA1')).lastMonth.succeededFen).toBe(0n)
  })

  it('subtracts returned payouts', async () => {
    setDay('2026-03-16')
    const row = freshRow({ amount: '60', cardNo: '6222021202000010006' })
    await payStored(services, (await storeBatch(services, 'payA1', [row])).batchId)
    expect((await workbenchOf('payA1')).thisMonth).toMatchObject({ succeededFen: 6_000n, failedCount: 0 })
    services.clock.advance(60_000)
    await reconcileDays(services, ['2026-03-16'])
    expect((await workbenchOf('payA1')).thisMonth).toMatchObject({ succeededFen: 0n, failedCount: 1 })
  })
})

describe('last 30 days on the workbench', () => {
  it('lists every day including today and empty ones', async () => {
    await payOn('payA1', '2026-02-14', '1')
    await payOn('payA1', '2026-02-15', '2')
    await payOn('payA1', '2026-03-16', '3')
    const { days } = await workbenchOf('payA1')
    expect(days).toHaveLength(30)
    expect([days[0], days[1]?.succeededFen, days[29]]).toEqual([
      { day: '2026-02-15', succeededFen: 200n, failedFen: 0n },
      0n,
      { day: '2026-03-16', succeededFen: 300n, failedFen: 0n },
    ])
  })
})

describe('balance and runway on the workbench', () => {
  it('shows available and frozen money and how many working days it lasts', async () => {
    const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    expect((await workbenchOf(fixture.pay)).balance).toEqual({
      availableFen: 1_000_000n,
      frozenFen: 0n,
      dailyFen: null,
      runwayDays: null,
      tightestName: '',
    })
    const rows = freshRows(1, { amount: '1000' })
    await startedBatch(services, fixture, rows)
    expect((await workbenchOf(fixture.pay)).balance).toMatchObject({
      availableFen: 893_500n,
      frozenFen: 106_500n,
    })
    await sendAll(services)
    // 16 working days: 1,065.00 are 66.56 a day, and 8,935.00 last 134 of them.
    const balance = {
      availableFen: 893_500n,
      frozenFen: 0n,
      dailyFen: 6_656n,
      runwayDays: 134,
      tightestName: '',
    }
    expect((await workbenchOf(fixture.pay)).balance).toEqual(balance)
    expect((await workbenchOf(fixture.check)).balance).toEqual(balance)
  })

  it('sums up for managers and names the provider whose money ends first', async () => {
    await fund(services, people.providers.A2, 5_000)
    const [rich, poor] = [
      await openProviderFixture(services, people, { fen: 10_000_000n }),
      await openProviderFixture(services, people, { fen: 300_000n }),
    ]
    for (const fixture of [rich, poor])
      await startedBatch(services, fixture, freshRows(1, { amount: '2000' }))
    await sendAll(services)
    const { balance, providerCount } = await workbenchOf('managerA')
    const [{ name } = { name: '' }] = await services.query<{ name: string }>(
      'select name from providers where provider_id = $1',
      [poor.providerId],
    )
    expect(providerCount).toBe(4)
    expect(balance).toEqual({
      availableFen: 500_000n + 10_000_000n + 300_000n - 2n * 213_000n,
      frozenFen: 0n,
      dailyFen: 26_625n,
      // 870.00 of 2,130.00 in 16 working days.
      runwayDays: 6,
      tightestName: name,
    })
    expect((await workbenchOf('managerB')).balance.availableFen).toBe(0n)
    expect((await workbenchOf('admin')).providerCount).toBe(5)
    expect((await workbenchOf('payA2')).balance.availableFen).toBe(500_000n)
  })
})

describe('waiting items on the workbench', () => {
  it('names who may act and since when, without what the asker may do', async () => {
    const { batchId } = await storeBatch(services, 'payA1', freshRows(2, { amount: '49.5' }))
    expect((await workbenchOf('payA1')).waiting).toEqual([])
    expect((await workbenchOf('checkA1')).waiting).toMatchObject([
      { kind: 'audit-batch', holders: ['Name of payA1'] },
    ])
    services.clock.advance(HOUR)
    await takeStep(services, 'payA1', batchId, 'reviewing')
    expect((await workbenchOf('payA1')).waiting).toEqual([
      {
        kind: 'review-batch',
        providerName: '',
        holders: ['Name of checkA1'],
        count: 1,
        amountFen: 9_900n,
        since: services.clock.now(),
      },
    ])
    expect((await workbenchOf('checkA1')).waiting).toEqual([])
    expect((await workbenchOf('payA2')).waiting).toEqual([])
  })

  it('lists no holders when nobody may act', async () => {
    await services.query("update accounts set enabled = false where account = 'checkA1'")
    await readyForReview('payA1')
    expect((await workbenchOf('payA1')).waiting).toMatchObject([{ kind: 'review-batch', holders: [] }])
  })

  it('includes recharges for payers and reversals for their asker', async () => {
    await storeRecharge(services, 'payA1', { amountFen: 7_000n })
    expect((await workbenchOf('payA1')).waiting).toMatchObject([
      { kind: 'audit-recharge', count: 1, amountFen: 7_000n },
    ])
    const rechargeId = await storeApproved(services, 'payA2', 'checkA2', { amountFen: 50_000n })
    await storeReversal(services, 'checkA2', rechargeId, { amountFen: 300n })
    expect((await workbenchOf('checkA2')).waiting).toMatchObject([
      { kind: 'confirm-reversal', amountFen: 300n },
    ])
  })

  it('includes for managers what waits longer than a day, by provider', async () => {
    await readyForReview('payA1')
    await readyForReview('payB1')
    services.clock.advance(24 * HOUR)
    expect((await workbenchOf('managerA')).waiting).toEqual([])
    services.clock.advance(1)
    expect((await workbenchOf('managerA')).waiting).toMatchObject([
      { kind: 'review-batch', providerName: 'Provider A1', holders: ['Name of checkA1'], count: 1 },
    ])
    expect((await workbenchOf('admin')).waiting).toHaveLength(2)
  })

  async function readyForReview(account: string): Promise<void> {
    const { batchId } = await storeBatch(services, account)
    await takeStep(services, account, batchId, 'reviewing')
  }
})

describe('first steps on the workbench', () => {
  it('ticks each step as a new provider completes it', async () => {
    const fixture = await openProviderFixture(services, people)
    const steps = async () => (await workbenchOf(fixture.pay)).firstSteps
    expect(await steps()).toEqual({ recharged: false, uploaded: false, approved: false })
    await storeRecharge(services, fixture.pay)
    expect(await steps()).toEqual({ recharged: true, uploaded: false, approved: false })
    await storeBatch(services, fixture.pay)
    expect(await steps()).toEqual({ recharged: true, uploaded: true, approved: false })
    await readyBatch(services, fixture, freshRows(1))
    expect(await steps()).toEqual({ recharged: true, uploaded: true, approved: true })
    expect((await workbenchOf('managerA')).firstSteps).toBeNull()
  })
})

describe('recentBatches', () => {
  it('returns the four newest batches of the own provider or scope with progress', async () => {
    for (const account of ['payA1', 'payA1', 'payA2', 'payB1', 'payA1', 'payA1', 'payA1']) {
      services.clock.advance(60_000)
      await storeBatch(services, account)
    }
    const rowsOf = async (account: string) =>
      (await (await signIn(services, account)).answer('recentBatches', {})).rows
    expect(await rowsOf('payA1')).toHaveLength(4)
    expect((await rowsOf('payA2')).map(({ providerName }) => providerName)).toEqual(['Provider A2'])
    expect((await rowsOf('managerA')).map(({ own }) => own)).toEqual([true, true, true, false])
    expect((await rowsOf('managerB')).map(({ providerName }) => providerName)).toEqual(['Provider B1'])
    const { batchId } = await storeBatch(services, 'payA2', [
      freshRow({ cardNo: '6222021202000010001' }),
      freshRow(),
    ])
    await payStored(services, batchId)
    await settleAll(services)
    expect((await rowsOf('payA2'))[0]).toMatchObject({
      batchId,
      status: 'transferring',
      succeededCount: 1,
      failedCount: 1,
      processingCount: 0,
      own: true,
    })
    expect((await rowsOf('managerA'))[0]).toMatchObject({ batchId, own: false })
  })
})
