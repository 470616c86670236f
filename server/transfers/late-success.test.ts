// A success after the failure: paid again from what is there, the rest owed and covered first; nothing twice (D21, I7).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { doubtedTransfer } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import {
  balanceOf,
  creditFen,
  historyOf,
  openWorkplace,
  readyBatch,
  type Workplace,
} from '../testing/workplace.ts'

let house: TestHouse
let people: People
let place: Workplace
const FUNDS = 100_000n

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  place = await openWorkplace(house, people, { fen: FUNDS })
})
afterAll(async () => {
  // The words here are the test's own: the bank of the tests was never told.
  await expectMoneyTruths(house, [/the bank (did not|paid)/])
  await house.close()
})

const NEED = 10_650n
const doubted = (row?: SheetRow) => doubtedTransfer(house, place, row)

async function batchOf(batchId: number) {
  const [batch] = await house.query('select * from payout_batches where batch_id = $1', [batchId])
  return batch
}
const alarmsOf = async (id: bigint) => (await historyOf(house, id)).filter((line) => line.includes('!'))
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
    const { look, hear, id, batchId } = await doubted()
    await hear('rejected')
    expect(await balanceOf(house, place)).toMatchObject(UNPAID)
    const { ended_at } = (await batchOf(batchId)) ?? {}
    house.clock.advance(86_400_000)
    await hear('succeeded')
    expect(await look()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '', reason: '' })
    expect(await balanceOf(house, place)).toMatchObject(PAID)
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
    const { hear, id } = await doubted()
    await hear('rejected')
    // All but one yuan is spent on others meanwhile.
    const { batchId } = await readyBatch(house, place, [freshRow({ amount: '929.57' })])
    await takeStep(house, place.pay, batchId, 'transferring')
    const left = FUNDS - 92_957n - 6_042n
    expect(await balanceOf(house, place)).toMatchObject({ available: left })
    await hear('succeeded')
    const owed = NEED - left
    expect(await balanceOf(house, place)).toMatchObject({ available: 0n, suspense: -owed, held: 98_999n })
    expect(await alarmsOf(id)).toEqual(['notified failed→succeeded !shortfall'])
    const metrics = await house.metrics.registry.metrics()
    expect(metrics).toMatch(/transfer_alarms\w*\{[^}]*alarm="shortfall"[^}]*\} [1-9]/)

    // Nothing may be spent that is owed.
    const next = await readyBatch(house, place, [freshRow({ amount: '0.01' })])
    const payer = await signIn(house, place.pay)
    const refused = await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })
    expect(refused.body).toMatchObject({ status: 422, code: 'insufficient-balance' })
    expect(refused.body.msg).toContain('本次需要 0.01 元，当前可用 -96.49 元')
    expect(await creditFen(house, place.providerId, owed - 1n)).toBe(-1n)
    expect(await balanceOf(house, place)).toMatchObject({ available: 0n, suspense: -1n })
    expect(
      (await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http,
    ).toBe(422)
    expect(await creditFen(house, place.providerId, 2n)).toBe(1n)
    expect(await balanceOf(house, place)).toMatchObject({ available: 1n, suspense: 0n })
    expect(
      (await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http,
    ).toBe(200)
  })

  it('reduces what can be spent of money released afterwards', async () => {
    const late = await doubted(freshRow({ amount: '929.57' }))
    await late.hear('rejected')
    const other = await doubted(freshRow({ amount: '929.57' }))
    await late.hear('succeeded')
    const short = await balanceOf(house, place)
    expect(short).toMatchObject({ available: 0n, suspense: -97_998n })
    await other.hear('rejected')
    expect(await balanceOf(house, place)).toMatchObject({ available: 98_999n, suspense: -97_998n })
    const { batchId } = await readyBatch(house, place, [freshRow({ amount: '9.41' })])
    await expect(takeStep(house, place.pay, batchId, 'transferring')).rejects.toMatchObject({
      code: 'insufficient-balance',
      detail: { need: '10.02', available: '10.01' },
    })
  })

  it('followed by a return restores the balance', async () => {
    const { look, hear, id } = await doubted()
    await hear('rejected')
    await hear('succeeded')
    await hear('returned')
    expect(await look()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(house, place)).toMatchObject(UNPAID)
    expect((await historyOf(house, id)).slice(-2)).toEqual([
      'notified failed→succeeded !late-success',
      'notified succeeded→returned',
    ])
  })
})
