// A restore on a machine whose clock was set back: the days that were lost are read all the same, and nobody is paid twice (ADR 165).

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { anchorChain } from '../audit-log/anchor-chain.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { workerAt } from './adopt-debits.ts'
import { guardSending } from './guard-sending.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())
afterEach(() => {
  services.bank.tellsTime = true
})

/** A sheet is uploaded and paid so many days after the backup, and the copy opened by a clock that is days behind. */
async function restoredBehind({ paidAfterDays, behindDays }: { paidAfterDays: number; behindDays: number }) {
  const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
  expect(await guardSending(services, { compare: true })).toEqual({ state: 'open' })
  const backup = await backUp(services)
  services.clock.advance(paidAfterDays * DAY_MS)
  const rows = freshRows(2)
  await startedBatch(services, fixture, rows)
  await sendAll(services)
  await anchorChain(services)
  const restored = await restore(services, backup)
  const now = new Date(services.clock.now().getTime() - behindDays * DAY_MS)
  const behind = { ...restored, clock: { ...restored.clock, now: () => now } }
  const timesPaid = () =>
    rows.map(
      ({ cardNo }) =>
        [...services.bank.records.values()].filter(({ order }) => order.cardNo === cardNo).length,
    )
  return { fixture, rows, restored, behind, now, timesPaid }
}

it.each([
  ['the common day', { paidAfterDays: 0, behindDays: 5 }, true],
  ['the day of the bank', { paidAfterDays: 2, behindDays: 1 }, true],
  ['the newest anchor, at a bank that does not tell its time', { paidAfterDays: 2, behindDays: 5 }, false],
])('pays nobody twice by a clock before %s', async (_, apart, tellsTime) => {
  services.bank.tellsTime = tellsTime
  const { fixture, rows, restored, behind, timesPaid } = await restoredBehind(apart)
  expect(await guardSending(behind)).toEqual({ state: 'halted', reason: 'unknown-debits' })
  await startedBatch(restored, fixture, rows)
  expect(await sendWaiting(behind)).toBe(0)
  expect(await guardSending(behind)).toEqual({ state: 'open' })
  await sendWaiting(behind)
  expect(timesPaid()).toEqual([1, 1])
  await restored.close()
})

it('keeps the earlier day as the common one, and reads from there once the clock is right', async () => {
  const { restored, behind, now } = await restoredBehind({ paidAfterDays: 0, behindDays: 5 })
  await guardSending(behind)
  const common = async () =>
    (await restored.query<{ day: string }>('select common_day::text as day from sending_gate'))[0]?.day
  expect(await common()).toBe(shanghaiDay(now))
  await guardSending(restored)
  expect(await common()).toBe(shanghaiDay(services.clock.now()))
  await restored.close()
})

it('asks for no year of days where something was written while a clock was years ahead', async () => {
  const ahead = new Date(services.clock.now().getTime() + 3_650 * DAY_MS)
  await services.database.transact((tx) =>
    recordAnonymousEntry(tx, workerAt(ahead), {
      ...{ action: 'resume-sending', object: { kind: 'sending', id: '' }, providerId: null },
    }),
  )
  let asked = 0
  services.bank.fault = (call) => {
    if (call === 'statement') asked += 1
    return undefined
  }
  expect(await guardSending(services, { compare: true })).toEqual({ state: 'open' })
  services.bank.fault = undefined
  // The days up to the bank's own, and as many as it may be behind.
  expect(asked).toBeGreaterThan(31)
  expect(asked).toBeLessThan(60)
})

it('compares every day since a database was set up that was never compared', async () => {
  const fresh = await openTestServices()
  // The clock of these tests stands before the day on which they run.
  await fresh.query('update schema_migrations set applied_at = $1', [fresh.clock.now()])
  const everyone = await createPeople(fresh)
  const backup = await backUp(fresh)
  const fixture = await openProviderFixture(fresh, everyone, { fen: 10_000_000n })
  expect(await guardSending(fresh)).toEqual({ state: 'open' })
  await startedBatch(fresh, fixture, freshRows(2))
  await sendAll(fresh)
  fresh.clock.advance(10 * DAY_MS)
  const restored = await restore(fresh, backup)
  expect(await guardSending(restored)).toEqual({ state: 'halted', reason: 'unknown-debits' })
  await restored.close()
  await fresh.close()
})

it('takes the day of the bank for the common one where our clock is ahead', async () => {
  const ahead = { ...services, clock: { now: () => new Date(services.clock.now().getTime() + 60 * DAY_MS) } }
  await guardSending(ahead, { compare: true })
  expect(await services.query('select common_day::text as day from sending_gate')).toEqual([
    { day: shanghaiDay(services.clock.now()) },
  ])
})
