// Leases and fences: two workers never have one transfer, and one that slept finds itself shut out (docs/rules/reliability.md).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BankSilent } from '../adapters/bank/bank-port.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { historyOf, openWorkplace, startedBatch, transfersOf, type Workplace } from '../testing/workplace.ts'
import { leaseFrom, noteSending, sendWaiting, submitClaimed } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'
import { claimWaiting } from './transfer-store.ts'

let house: TestHouse
let people: People
let place: Workplace
let leaseMs: number

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
  leaseMs = house.settings.patience.leaseMs
})
beforeEach(async () => {
  place = await openWorkplace(house, people, { fen: 100_000_000n })
})
afterEach(async () => {
  Reflect.deleteProperty(house.bank, 'submit')
  await settleAll(house)
})
afterAll(async () => {
  await expectMoneyTruths(house)
  await house.close()
})

/** What a worker does up to the network: claims and commits. */
async function claim(limit = 200) {
  const lease = leaseFrom(house)
  const claimed = await house.database.transact(async (tx) => {
    const taken = await claimWaiting(tx, lease, limit)
    await noteSending(tx, taken, lease.at)
    return taken
  })
  return { claimed, lease }
}

async function only(batchId: number) {
  const [transfer] = await transfersOf(house, batchId)
  if (!transfer) throw new Error('no transfer')
  return transfer
}

describe('a worker that was suspended', () => {
  it('past its lease neither sends nor changes the transfer', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    const { claimed, lease } = await claim()
    const heard = house.bank.heard.length
    house.clock.set(lease.until)
    const before = await only(batchId)
    await submitClaimed(house, claimed, lease)
    expect(house.bank.heard).toHaveLength(heard)
    expect(await only(batchId)).toEqual(before)
    house.clock.advance(1)
    expect(await sweepLeases(house)).toBe(1)
    const after = await only(batchId)
    await submitClaimed(house, claimed, lease)
    expect(house.bank.heard).toHaveLength(heard)
    expect(await only(batchId)).toEqual(after)
    expect(after).toMatchObject({ state: 'in-doubt', fence: before.fence + 1, leaseUntil: null })
    expect(await historyOf(house, after.id)).toEqual(['sent reserved→sending', 'lease-lost sending→in-doubt'])
  })

  it('until just before the end of its lease still sends', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    const { claimed, lease } = await claim()
    house.clock.set(new Date(lease.until.getTime() - 1))
    await submitClaimed(house, claimed, lease)
    expect((await only(batchId)).state).toBe('succeeded')
  })

  it('during the call without an answer leaves the transfer to the sweeper', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    house.bank.submit = async () => {
      house.clock.advance(leaseMs + 1)
      await sweepLeases(house)
      throw new BankSilent('timeout')
    }
    await sendWaiting(house)
    const { id, state, askAt } = await only(batchId)
    expect(state).toBe('in-doubt')
    // Due at once, as the sweeper said; the sleeper would have put it off.
    expect(askAt).toEqual(house.clock.now())
    expect(await historyOf(house, id)).toEqual(['sent reserved→sending', 'lease-lost sending→in-doubt'])
  })

  it('during the call still records a success that the bank answered', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    Reflect.deleteProperty(house.bank, 'submit')
    const submit = house.bank.submit.bind(house.bank)
    house.bank.submit = async (orders) => {
      const news = await submit(orders)
      house.clock.advance(leaseMs + 1)
      await sweepLeases(house)
      return news
    }
    await sendWaiting(house)
    const { id, state } = await only(batchId)
    expect(state).toBe('succeeded')
    expect(await historyOf(house, id)).toEqual([
      'sent reserved→sending',
      'lease-lost sending→in-doubt',
      'answered in-doubt→succeeded',
    ])
  })

  it('cannot change a newer attempt of another worker', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    const { claimed, lease } = await claim()
    house.bank.submit = async () => {
      // The other one: its lease is a new one, its fence another number.
      await house.query(
        "update transfers set state = 'sending', fence = fence + 1, lease_until = $2 where batch_id = $1",
        [batchId, new Date(house.clock.now().getTime() + leaseMs)],
      )
      throw new BankSilent('timeout')
    }
    await submitClaimed(house, claimed, lease)
    expect(await only(batchId)).toMatchObject({ state: 'sending', fence: 2 })
    house.clock.advance(leaseMs + 1)
  })
})

describe('sweepLeases', () => {
  it('takes over only expired leases, once', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(2))
    await claim(1)
    house.clock.advance(leaseMs)
    await claim(1)
    expect(await sweepLeases(house)).toBe(0)
    house.clock.advance(1)
    const swept = await Promise.all([sweepLeases(house), sweepLeases(house), sweepLeases(house)])
    expect(swept.toSorted()).toEqual([0, 0, 1])
    expect((await transfersOf(house, batchId)).map(({ state }) => state)).toEqual(['in-doubt', 'sending'])
  })
})

describe('concurrent workers', () => {
  it('never claim the same transfer and together claim all', async () => {
    const batches = [
      await startedBatch(house, place, freshRows(40)),
      await startedBatch(house, place, freshRows(40)),
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
    const queues = await house.query('select waiting from transfer_queues where batch_id = any($1)', [
      batches.map(({ batchId }) => batchId),
    ])
    expect(queues).toEqual([{ waiting: 0 }, { waiting: 0 }])
    house.clock.advance(leaseMs + 1)
  })

  it('send each order once', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(30))
    const heard = house.bank.heard.length
    await Promise.all(Array.from({ length: 6 }, () => sendWaiting(house, 5)))
    while ((await sendWaiting(house, 5)) > 0);
    const references = house.bank.heard.slice(heard).map(({ reference }) => reference)
    expect([references.length, new Set(references).size]).toEqual([30, 30])
    expect(
      (await transfersOf(house, batchId)).every(
        ({ state, attempts }) => state === 'succeeded' && attempts === 1,
      ),
    ).toBe(true)
  })

  it('serve batches in turn, so a large one does not block a small one', async () => {
    const large = await startedBatch(house, place, freshRows(30))
    house.clock.advance(1)
    const small = await startedBatch(house, place, freshRows(5))
    const served: number[] = []
    for (let sent = 1; sent > 0; ) {
      house.clock.advance(1)
      const heard = house.bank.heard.length
      sent = await sendWaiting(house, 10)
      const reference = house.bank.heard[heard]?.reference ?? ''
      if (sent > 0) served.push(reference.startsWith(`PW${large.batchNo}`) ? 1 : 2)
    }
    expect(served).toEqual([1, 2, 1, 1])
    expect(small.rowIds).toHaveLength(5)
  })
})
