// Asking about doubts: "not found" is not "failed", the same reference only after the window, and then people (D21, D41).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BankSilent, type BankUpdate } from '../adapters/bank/bank-port.ts'
import { doubtedTransfer, updateOf } from '../testing/doubted-transfer.ts'
import { MemoryBank } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { queryDoubts } from './query-bank.ts'
import { sendWaiting } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
})
afterEach(async () => {
  services.bank.fault = undefined
  Reflect.deleteProperty(services.bank, 'query')
  Reflect.deleteProperty(services.bank, 'submit')
  await settleAll(services)
})
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

const retryPolicy = () => services.settings.retryPolicy
const MINUTE = 60_000

const doubted = (fault: 'lost-order' | 'lost-answer') => doubtedTransfer(services, fixture, freshRow(), fault)

function answers(status: BankUpdate['status'], more: Partial<BankUpdate> = {}): void {
  services.bank.query = async (references) => references.map((reference) => updateOf(reference, status, more))
}

/** Asks at that moment what is due then; the bank's orders of that time. */
async function queryAfter(ms: number): Promise<readonly string[]> {
  services.clock.advance(ms)
  const received = services.bank.received.length
  await queryDoubts(services)
  return services.bank.received.slice(received).map(({ reference }) => reference)
}

describe('schedule of askAboutDoubts', () => {
  it('asks at the due time and then at doubling intervals up to the maximum', async () => {
    const { current } = await doubted('lost-answer')
    answers('processing')
    services.clock.advance(retryPolicy().queryAfterMs - 1)
    expect(await queryDoubts(services)).toBe(0)
    services.clock.advance(1)
    expect(await queryDoubts(services)).toBe(1)
    const waits: number[] = []
    for (let asks = 0; asks < 7; asks += 1) {
      const wait = ((await current()).queryAt?.getTime() ?? 0) - services.clock.now().getTime()
      waits.push(wait)
      await queryAfter(wait)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(await current()).toMatchObject({ state: 'in-doubt', attempts: 1 })
  })

  it('asks once when several workers run concurrently', async () => {
    await doubted('lost-answer')
    let calls = 0
    const { query } = MemoryBank.prototype
    services.bank.query = (references) => {
      calls += references.length
      return query.call(services.bank, references)
    }
    services.clock.advance(retryPolicy().queryAfterMs)
    const asked = await Promise.all(Array.from({ length: 5 }, () => queryDoubts(services)))
    expect([asked.toSorted().at(-1), asked.reduce((sum, one) => sum + one, 0), calls]).toEqual([1, 1, 1])
  })

  it('asks again after the bank did not answer', async () => {
    const { current } = await doubted('lost-answer')
    services.bank.fault = () => 'lost-answer'
    await queryAfter(retryPolicy().queryAfterMs)
    services.bank.fault = undefined
    expect(await current()).toMatchObject({ state: 'in-doubt', status: 'processing' })
    await queryAfter(2_000)
    expect(await current()).toMatchObject({ state: 'succeeded', attempts: 1 })
  })
})

describe('a not-found answer', () => {
  it('never fails the transfer: the same reference is sent again, only after the resend window', async () => {
    const { current, reference, id } = await doubted('lost-order')
    const window = retryPolicy().resendAfterMs
    const sent = services.clock.now().getTime()
    for (;;) {
      const next = (await current()).queryAt?.getTime() ?? 0
      if (next - sent >= window) break
      expect(await queryAfter(next - services.clock.now().getTime())).toEqual([])
      expect(await current()).toMatchObject({ state: 'in-doubt', status: 'processing' })
      expect(await balanceOf(services, fixture)).toMatchObject({ held: 10_650n })
    }
    expect(await queryAfter(MINUTE)).toEqual([reference])
    expect(await current()).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(await historyOf(services, id)).toEqual([
      'sent reserved→sending',
      'no-answer sending→in-doubt',
      'sent in-doubt→sending',
      'answered sending→succeeded',
    ])
  })

  it('restarts the resend window with each attempt', async () => {
    const { reference } = await doubted('lost-order')
    const sent: number[] = []
    services.bank.submit = async () => {
      sent.push(services.clock.now().getTime())
      throw new BankSilent('unreachable')
    }
    for (let minute = 0; minute < 12; minute += 1) await queryAfter(MINUTE)
    expect(sent.length).toBeGreaterThan(2)
    for (const [index, at] of sent.entries())
      if (index > 0) expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(retryPolicy().resendAfterMs)
    expect(services.bank.records.has(reference)).toBe(false)
  })

  it('followed by a success settles the transfer once', async () => {
    const { current, reference } = await doubted('lost-answer')
    answers('not-found')
    await queryAfter(retryPolicy().queryAfterMs)
    expect(await current()).toMatchObject({ state: 'in-doubt' })
    Reflect.deleteProperty(services.bank, 'query')
    await queryAfter(MINUTE)
    expect(await current()).toMatchObject({ state: 'succeeded' })
    expect(services.bank.executed().filter((one) => one.reference === reference)).toHaveLength(1)
  })

  it('does not resend when the asker’s lease ran out and another worker has resent', async () => {
    const { current, reference } = await doubted('lost-order')
    services.clock.advance(retryPolicy().resendAfterMs)
    const { query } = MemoryBank.prototype
    const orders: string[] = []
    services.bank.submit = async (all) => {
      orders.push(...all.map((one) => one.reference))
      throw new BankSilent('unreachable')
    }
    services.bank.query = async (references) => {
      const update = await query.call(services.bank, references)
      Reflect.deleteProperty(services.bank, 'query')
      // While this one sleeps with its answer in hand, another asks, and sends again.
      services.clock.advance(retryPolicy().leaseMs + 1)
      await queryDoubts(services)
      return update
    }
    await queryDoubts(services)
    expect(orders).toEqual([reference])
    expect(await current()).toMatchObject({ state: 'in-doubt', attempts: 2 })
  })

  it('does not resend when a callback reports the success meanwhile', async () => {
    const { current, reference } = await doubted('lost-answer')
    services.clock.advance(retryPolicy().resendAfterMs)
    services.bank.query = async (references) => {
      await applyBankUpdates(services, 'notified', services.bank.updateOf(references))
      return references.map(
        (one) => ({ ...services.bank.updateOf([one])[0], status: 'not-found' }) as BankUpdate,
      )
    }
    const received = services.bank.received.length
    await queryDoubts(services)
    expect(services.bank.received).toHaveLength(received)
    expect(await current()).toMatchObject({ state: 'succeeded', reference })
  })
})

describe('a definite answer', () => {
  it.each([
    ['rejected', '账户不存在', '账户不存在'],
    ['not-accepted', '', '银行未受理'],
  ] as const)(
    'of %s fails the transfer with the bank’s reason and releases the money',
    async (status, message, error) => {
      const { current } = await doubted('lost-order')
      answers(status, { message })
      await queryAfter(retryPolicy().queryAfterMs)
      expect(await current()).toMatchObject({ state: 'failed', status: 'failed', error, reason: error })
      expect(await balanceOf(services, fixture)).toMatchObject({
        available: 1_000_000n,
        held: 0n,
        outcome: 0n,
        cost: 0n,
      })
    },
  )
})

describe('the state manual', () => {
  const givenUp = async () => {
    const transfer = await doubted('lost-answer')
    answers('processing')
    await queryAfter(retryPolicy().manualAfterMs - 1)
    expect((await transfer.current()).state).toBe('in-doubt')
    await queryAfter(MINUTE)
    return transfer
  }

  it('is reached only after the configured time; the bank is still asked and nothing is sent', async () => {
    const { current, id } = await givenUp()
    expect(await current()).toMatchObject({ state: 'manual', status: 'processing' })
    expect((await historyOf(services, id)).at(-1)).toBe('gave-up in-doubt→manual')
    answers('not-found')
    expect(await queryAfter(10 * MINUTE)).toEqual([])
    expect(await current()).toMatchObject({ state: 'manual', attempts: 1 })
    Reflect.deleteProperty(services.bank, 'query')
    await queryAfter(MINUTE)
    expect((await current()).state).toBe('succeeded')
  })

  it('is also reached when the bank keeps reporting another amount', async () => {
    const transfer = await doubted('lost-answer')
    answers('succeeded', { amountFen: 1n })
    const day = services.clock.now().getTime() + retryPolicy().manualAfterMs
    await queryAfter(retryPolicy().queryAfterMs)
    expect(await transfer.current()).toMatchObject({ state: 'in-doubt', status: 'processing' })
    expect((await historyOf(services, transfer.id)).at(-1)).toBe('asked in-doubt→in-doubt !amount-differs')
    expect((await transfer.current()).queryAt?.getTime()).toBe(services.clock.now().getTime() + 2_000)
    await queryAfter(day - services.clock.now().getTime())
    expect(await transfer.current()).toMatchObject({ state: 'manual', status: 'processing' })
    expect(await balanceOf(services, fixture)).toMatchObject({ held: 10_650n })
    Reflect.deleteProperty(services.bank, 'query')
    await queryAfter(MINUTE)
    expect(await transfer.current()).toMatchObject({ state: 'succeeded' })
  })

  it('is also reached for a transfer whose worker died before sending it', async () => {
    const { batchId } = await startedBatch(services, fixture, [freshRow()])
    services.bank.submit = () => Promise.reject(new Error('killed'))
    await sendWaiting(services).catch(() => undefined)
    services.clock.advance(retryPolicy().leaseMs + 1)
    expect(await sweepLeases(services)).toBe(1)
    Reflect.deleteProperty(services.bank, 'submit')
    answers('processing')
    await queryAfter(retryPolicy().manualAfterMs)
    const [transfer] = await transfersOf(services, batchId)
    expect(transfer?.state).toBe('manual')
    Reflect.deleteProperty(services.bank, 'query')
    // Nobody ever paid it; two people will have to say so.
    await queryAfter(MINUTE)
    expect((await transfersOf(services, batchId))[0]?.state).toBe('manual')
  })
})
