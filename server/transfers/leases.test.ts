// Leases and fences: two workers never have one transfer, and one that slept finds itself shut out (docs/rules/reliability.md).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BankSilent } from '../adapters/bank/bank-port.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { claimWaiting } from './lease-store.ts'
import { claimApproved, leaseFrom, sendWaiting, submitClaimed } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let leaseMs: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  leaseMs = services.settings.retryPolicy.leaseMs
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
})
afterEach(async () => {
  Reflect.deleteProperty(services.bank, 'submit')
  await settleAll(services)
})
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

/** What a worker does up to the network: claims and commits. */
async function claim(limit = 200) {
  const lease = leaseFrom(services)
  const claimed = await claimApproved(services, (tx) => claimWaiting(tx, lease, limit))
  return { claimed, lease }
}

async function only(batchId: number) {
  const [transfer] = await transfersOf(services, batchId)
  if (!transfer) throw new Error('no transfer')
  return transfer
}

describe('a worker that was suspended', () => {
  it('past its lease neither sends nor changes the transfer', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    const { claimed, lease } = await claim()
    const received = services.bank.received.length
    services.clock.set(lease.until)
    const before = await only(batchId)
    await submitClaimed(services, claimed, lease)
    expect(services.bank.received).toHaveLength(received)
    expect(await only(batchId)).toEqual(before)
    services.clock.advance(1)
    expect(await sweepLeases(services)).toBe(1)
    const after = await only(batchId)
    await submitClaimed(services, claimed, lease)
    expect(services.bank.received).toHaveLength(received)
    expect(await only(batchId)).toEqual(after)
    expect(after).toMatchObject({ state: 'in-doubt', leaseUntil: null })
    expect(await historyOf(services, after.id)).toEqual([
      'sent reserved→sending',
      'lease-lost sending→in-doubt',
    ])
  })

  it('until just before the end of its lease still sends', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    const { claimed, lease } = await claim()
    services.clock.set(new Date(lease.until.getTime() - 1))
    await submitClaimed(services, claimed, lease)
    expect((await only(batchId)).state).toBe('succeeded')
  })

  it('during the call without an answer leaves the transfer to the sweeper', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    services.bank.submit = async () => {
      services.clock.advance(leaseMs + 1)
      await sweepLeases(services)
      throw new BankSilent('timeout')
    }
    await sendWaiting(services)
    const { id, state, queryAt } = await only(batchId)
    expect(state).toBe('in-doubt')
    // Due at once, as the sweeper said; the sleeper would have put it off.
    expect(queryAt).toEqual(services.clock.now())
    expect(await historyOf(services, id)).toEqual(['sent reserved→sending', 'lease-lost sending→in-doubt'])
  })

  it('during the call still records a success that the bank answered', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    Reflect.deleteProperty(services.bank, 'submit')
    const submit = services.bank.submit.bind(services.bank)
    services.bank.submit = async (orders) => {
      const update = await submit(orders)
      services.clock.advance(leaseMs + 1)
      await sweepLeases(services)
      return update
    }
    await sendWaiting(services)
    const { id, state } = await only(batchId)
    expect(state).toBe('succeeded')
    expect(await historyOf(services, id)).toEqual([
      'sent reserved→sending',
      'lease-lost sending→in-doubt',
      'answered in-doubt→succeeded',
    ])
  })

  it('cannot change a newer attempt of another worker', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    const { claimed, lease } = await claim()
    services.bank.submit = async () => {
      // The other one: its lease is a new one.
      await services.query(
        `with lease as (
           insert into transfer_leases (first_row_id, last_row_id, sent_at, until)
           select row_id, row_id, $2, $3 from transfers where batch_id = $1 returning lease_id)
         update transfers set state = 'sending', lease_id = lease.lease_id from lease where batch_id = $1`,
        [batchId, services.clock.now(), new Date(services.clock.now().getTime() + leaseMs)],
      )
      throw new BankSilent('timeout')
    }
    await submitClaimed(services, claimed, lease)
    const { state, leaseId } = await only(batchId)
    expect(state).toBe('sending')
    expect(leaseId).not.toBe(claimed[0]?.leaseId)
    services.clock.advance(leaseMs + 1)
  })
})

describe('sweepLeases', () => {
  it('takes over only expired leases, once', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(2))
    await claim(1)
    services.clock.advance(leaseMs)
    await claim(1)
    expect(await sweepLeases(services)).toBe(0)
    services.clock.advance(1)
    const swept = await Promise.all([sweepLeases(services), sweepLeases(services), sweepLeases(services)])
    expect(swept.toSorted()).toEqual([0, 0, 1])
    expect((await transfersOf(services, batchId)).map(({ state }) => state)).toEqual(['in-doubt', 'sending'])
  })

  it('finds a lost lease behind any number that left nothing', async () => {
    await startedBatch(services, fixture, freshRows(45))
    while ((await sendWaiting(services, 1)) > 0);
    services.clock.advance(1)
    await startedBatch(services, fixture, freshRows(1))
    await claim(1)
    services.clock.advance(leaseMs + 1)
    expect(await sweepLeases(services)).toBe(1)
  })
})

describe('concurrent workers', () => {
  it('never claim the same transfer and together claim all', async () => {
    const batches = [
      await startedBatch(services, fixture, freshRows(40)),
      await startedBatch(services, fixture, freshRows(40)),
    ]
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(10)))
    const first = claims.flatMap(({ claimed }) => claimed.map(({ transferId }) => transferId))
    expect(new Set(first).size).toBe(first.length)
    const rest: bigint[] = []
    for (;;) {
      const { claimed } = await claim(30)
      if (claimed.length === 0) break
      rest.push(...claimed.map(({ transferId }) => transferId))
    }
    expect(new Set([...first, ...rest]).size).toBe(80)
    expect(first.length + rest.length).toBe(80)
    const queues = await services.query('select waiting from transfer_queues where batch_id = any($1)', [
      batches.map(({ batchId }) => batchId),
    ])
    expect(queues).toEqual([{ waiting: 0 }, { waiting: 0 }])
    services.clock.advance(leaseMs + 1)
  })

  it('send each order once', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(30))
    const received = services.bank.received.length
    await Promise.all(Array.from({ length: 6 }, () => sendWaiting(services, 5)))
    while ((await sendWaiting(services, 5)) > 0);
    const references = services.bank.received.slice(received).map(({ reference }) => reference)
    expect([references.length, new Set(references).size]).toEqual([30, 30])
    expect(
      (await transfersOf(services, batchId)).every(
        ({ state, attempts }) => state === 'succeeded' && attempts === 1,
      ),
    ).toBe(true)
  })

  it('serve batches in turn, so a large one does not block a small one', async () => {
    const large = await startedBatch(services, fixture, freshRows(30))
    services.clock.advance(1)
    const small = await startedBatch(services, fixture, freshRows(5))
    const served: number[] = []
    for (let sent = 1; sent > 0; ) {
      services.clock.advance(1)
      const received = services.bank.received.length
      sent = await sendWaiting(services, 10)
      const reference = services.bank.received[received]?.reference ?? ''
      if (sent > 0) served.push(reference.startsWith(`PW${large.batchNo}`) ? 1 : 2)
    }
    expect(served).toEqual([1, 2, 1, 1])
    expect(small.rowIds).toHaveLength(5)
  })
})
