// A bank whose clock runs ahead of ours: a payment belongs to the day its statement lists it on.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { MemoryBank } from '../testing/memory-bank.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { BANK_SECRET, openTestServices, type TestServices } from '../testing/test-services.ts'
import { reconcileStatement } from './reconcile-statement.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const paidAt = async (batchId: number) =>
  (
    await services.query<{ at: Date }>('select paid_at as at from payout_lines where batch_id = $1', [
      batchId,
    ])
  )[0]?.at

/** Sends one transfer two seconds before midnight to a bank that is so much ahead. */
async function payAtMidnight(day: string, aheadMs: number) {
  services.clock.set(new Date(`${day}T23:59:58+08:00`))
  const clock = { now: () => new Date(services.clock.now().getTime() + aheadMs) }
  const apart = { ...services, bank: new MemoryBank(clock, BANK_SECRET) }
  const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
  const { batchId } = await startedBatch(services, fixture, [freshRow()])
  await sendWaiting(apart)
  services.clock.advance(12 * 3_600_000)
  return { apart, batchId }
}

it('assigns a payment to the bank’s day when the bank’s clock is seconds ahead over midnight', async () => {
  const { apart, batchId } = await payAtMidnight('2026-03-20', 3_000)
  expect(await paidAt(batchId)).toEqual(new Date('2026-03-21T00:00:01+08:00'))
  expect(await reconcileStatement(apart, '2026-03-20')).toMatchObject({ lines: 0, missing: [] })
  expect(await reconcileStatement(apart, '2026-03-21')).toMatchObject({ lines: 1, missing: [] })
})

it('ignores the bank’s time when its clock is hours ahead', async () => {
  const { batchId } = await payAtMidnight('2026-03-24', 2 * 3_600_000)
  expect(await paidAt(batchId)).toEqual(new Date('2026-03-24T23:59:58+08:00'))
})
