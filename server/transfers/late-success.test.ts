// A success after the failure: paid again from what is there, the rest owed and covered first; nothing twice (D21, I7).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { doubtedTransfer } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  creditFen,
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
const FUNDS = 100_000n

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: FUNDS })
})
afterAll(async () => {
  // The words here are the test's own: the bank of the tests was never told.
  await expectMoneyTruths(services, [/the bank (did not|paid)/])
  await services.close()
})

const NEED = 10_650n
const doubted = (row?: SheetRow) => doubtedTransfer(services, fixture, row)

async function batchOf(batchId: number) {
  const [batch] = await services.query('select * from payout_batches where batch_id = $1', [batchId])
  return batch
}
const alarmsOf = async (id: bigint) => (await historyOf(services, id)).filter((line) => line.includes('!'))
const PAID = {
  available: FUNDS - NEED,
  held: 0n,
  fee_income: 650n,
  outcome: 10_000n,
  cost: 650n,
  suspense: 0n,
}
const UNPAID = { available: FUNDS, held: 0n, fee_income: 0n, outcome: 0n, cost: 0n, suspense: 0n }

describe('a success after a failure', () => {
  it('is posted again, shown as paid and raises an alarm', async () => {
    const { current, applyBankStatus, id, batchId } = await doubted()
    await applyBankStatus('rejected')
    expect(await balanceOf(services, fixture)).toMatchObject(UNPAID)
    const { ended_at } = (await batchOf(batchId)) ?? {}
    services.clock.advance(86_400_000)
    await applyBankStatus('succeeded')
    expect(await current()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '', reason: '' })
    expect(await balanceOf(services, fixture)).toMatchObject(PAID)
    expect(await alarmsOf(id)).toEqual(['notified failed→succeeded !late-success'])
    expect(await batchOf(batchId)).toMatchObject({
      succeeded_count: 1,
      failed_count: 0,
      succeeded_fen: 10_000n,
      succeeded_fee_fen: 650n,
      failed_fen: 0n,
      ended_at,
    })
  })

  it('beyond the balance books a shortfall that later recharges repay first', async () => {
    const { applyBankStatus, id } = await doubted()
    await applyBankStatus('rejected')
    // All but one yuan is spent on others meanwhile.
    const { batchId } = await readyBatch(services, fixture, [freshRow({ amount: '929.57' })])
    await takeStep(services, fixture.pay, batchId, 'transferring')
    const left = FUNDS - 92_957n - 6_042n
    expect(await balanceOf(services, fixture)).toMatchObject({ available: left })
    await applyBankStatus('succeeded')
    const owed = NEED - left
    expect(await balanceOf(services, fixture)).toMatchObject({
      available: 0n,
      suspense: -owed,
      held: 98_999n,
    })
    expect(await alarmsOf(id)).toEqual(['notified failed→succeeded !shortfall'])
    const metrics = await services.metrics.registry.metrics()
    expect(metrics).toMatch(/transfer_alarms\w*\{[^}]*alarm="shortfall"[^}]*\} [1-9]/)

    // Nothing may be spent that is owed.
    const next = await readyBatch(services, fixture, [freshRow({ amount: '0.01' })])
    const payer = await signIn(services, fixture.pay)
    const refused = await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })
    expect(refused.body).toMatchObject({ status: 422, code: 'insufficient-balance' })
    expect(refused.body.msg).toContain('本次需要 0.01 元，当前可用 -96.49 元')
    expect(await creditFen(services, fixture.providerId, owed - 1n)).toBe(-1n)
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 0n, suspense: -1n })
    expect(
      (await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http,
    ).toBe(422)
    expect(await creditFen(services, fixture.providerId, 2n)).toBe(1n)
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 1n, suspense: 0n })
    expect(
      (await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http,
    ).toBe(200)
  })

  it('reduces what can be spent of money released afterwards', async () => {
    const late = await doubted(freshRow({ amount: '929.57' }))
    await late.applyBankStatus('rejected')
    const other = await doubted(freshRow({ amount: '929.57' }))
    await late.applyBankStatus('succeeded')
    const short = await balanceOf(services, fixture)
    expect(short).toMatchObject({ available: 0n, suspense: -97_998n })
    await other.applyBankStatus('rejected')
    expect(await balanceOf(services, fixture)).toMatchObject({ available: 98_999n, suspense: -97_998n })
    const { batchId } = await readyBatch(services, fixture, [freshRow({ amount: '9.41' })])
    await expect(takeStep(services, fixture.pay, batchId, 'transferring')).rejects.toMatchObject({
      code: 'insufficient-balance',
      detail: { need: '10.02', available: '10.01' },
    })
  })

  it('followed by a return restores the balance', async () => {
    const { current, applyBankStatus, id } = await doubted()
    await applyBankStatus('rejected')
    await applyBankStatus('succeeded')
    await applyBankStatus('returned')
    expect(await current()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(services, fixture)).toMatchObject(UNPAID)
    expect((await historyOf(services, id)).slice(-2)).toEqual([
      'notified failed→succeeded !late-success',
      'notified succeeded→returned',
    ])
  })
})
