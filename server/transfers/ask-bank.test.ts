// Asking about doubts: "not found" is not "failed", the same reference only after the window, and then people (D21, D41).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BankNews, BankSilent } from '../adapters/bank/bank-port.ts'
import { doubtedTransfer, newsOf } from '../testing/doubted-transfer.ts'
import { MemoryBank } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { settleAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import {
  balanceOf,
  historyOf,
  openWorkplace,
  startedBatch,
  transfersOf,
  type Workplace,
} from '../testing/workplace.ts'
import { askAboutDoubts } from './ask-bank.ts'
import { hearBank } from './hear-bank.ts'
import { sendWaiting } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  place = await openWorkplace(house, people, { fen: 1_000_000n })
})
afterEach(async () => {
  house.bank.fault = undefined
  Reflect.deleteProperty(house.bank, 'query')
  Reflect.deleteProperty(house.bank, 'submit')
  await settleAll(house)
})
afterAll(async () => {
  await expectMoneyTruths(house)
  await house.close()
})

const patience = () => house.settings.patience
const MINUTE = 60_000

const doubted = (fault: 'lost-order' | 'lost-answer') => doubtedTransfer(house, place, freshRow(), fault)

function answers(word: BankNews['word'], more: Partial<BankNews> = {}): void {
  house.bank.query = async (references) => references.map((reference) => newsOf(reference, word, more))
}

/** Asks at that moment what is due then; the bank's orders of that time. */
async function askAfter(ms: number): Promise<readonly string[]> {
  house.clock.advance(ms)
  const heard = house.bank.heard.length
  await askAboutDoubts(house)
  return house.bank.heard.slice(heard).map(({ reference }) => reference)
}

describe('schedule of askAboutDoubts', () => {
  it('asks at the due time and then at doubling intervals up to the maximum', async () => {
    const { look } = await doubted('lost-answer')
    answers('processing')
    house.clock.advance(patience().askAfterMs - 1)
    expect(await askAboutDoubts(house)).toBe(0)
    house.clock.advance(1)
    expect(await askAboutDoubts(house)).toBe(1)
    const waits: number[] = []
    for (let asks = 0; asks < 7; asks += 1) {
      const wait = ((await look()).askAt?.getTime() ?? 0) - house.clock.now().getTime()
      waits.push(wait)
      await askAfter(wait)
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(await look()).toMatchObject({ state: 'in-doubt', attempts: 1 })
  })

  it('asks once when several workers run concurrently', async () => {
    await doubted('lost-answer')
    let calls = 0
    const { query } = MemoryBank.prototype
    house.bank.query = (references) => {
      calls += references.length
      return query.call(house.bank, references)
    }
    house.clock.advance(patience().askAfterMs)
    const asked = await Promise.all(Array.from({ length: 5 }, () => askAboutDoubts(house)))
    expect([asked.toSorted().at(-1), asked.reduce((sum, one) => sum + one, 0), calls]).toEqual([1, 1, 1])
  })

  it('asks again after the bank did not answer', async () => {
    const { look } = await doubted('lost-answer')
    house.bank.fault = () => 'lost-answer'
    await askAfter(patience().askAfterMs)
    house.bank.fault = undefined
    expect(await look()).toMatchObject({ state: 'in-doubt', status: 'processing' })
    await askAfter(2_000)
    expect(await look()).toMatchObject({ state: 'succeeded', attempts: 1 })
  })
})

describe('a not-found answer', () => {
  it('never fails the transfer: the same reference is sent again, only after the resend window', async () => {
    const { look, reference, id } = await doubted('lost-order')
    const window = patience().resendAfterMs
    const sent = house.clock.now().getTime()
    for (;;) {
      const next = (await look()).askAt?.getTime() ?? 0
      if (next - sent >= window) break
      expect(await askAfter(next - house.clock.now().getTime())).toEqual([])
      expect(await look()).toMatchObject({ state: 'in-doubt', status: 'processing' })
      expect(await balanceOf(house, place)).toMatchObject({ held: 10_650n })
    }
    expect(await askAfter(MINUTE)).toEqual([reference])
    expect(await look()).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(await historyOf(house, id)).toEqual([
      'sent reserved→sending',
      'no-answer sending→in-doubt',
      'sent in-doubt→sending',
      'answered sending→succeeded',
    ])
  })

  it('restarts the resend window with each attempt', async () => {
    const { reference } = await doubted('lost-order')
    const sent: number[] = []
    house.bank.submit = async () => {
      sent.push(house.clock.now().getTime())
      throw new BankSilent('unreachable')
    }
    for (let minute = 0; minute < 12; minute += 1) await askAfter(MINUTE)
    expect(sent.length).toBeGreaterThan(2)
    for (const [index, at] of sent.entries())
      if (index > 0) expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(patience().resendAfterMs)
    expect(house.bank.records.has(reference)).toBe(false)
  })

  it('followed by a success settles the transfer once', async () => {
    const { look, reference } = await doubted('lost-answer')
    answers('not-found')
    await askAfter(patience().askAfterMs)
    expect(await look()).toMatchObject({ state: 'in-doubt' })
    Reflect.deleteProperty(house.bank, 'query')
    await askAfter(MINUTE)
    expect(await look()).toMatchObject({ state: 'succeeded' })
    expect(house.bank.executed().filter((one) => one.reference === reference)).toHaveLength(1)
  })

  it('does not resend when the asker’s lease ran out and another worker has resent', async () => {
    const { look, reference } = await doubted('lost-order')
    house.clock.advance(patience().resendAfterMs)
    const { query } = MemoryBank.prototype
    const orders: string[] = []
    house.bank.submit = async (all) => {
      orders.push(...all.map((one) => one.reference))
      throw new BankSilent('unreachable')
    }
    house.bank.query = async (references) => {
      const news = await query.call(house.bank, references)
      Reflect.deleteProperty(house.bank, 'query')
      // While this one sleeps with its answer in hand, another asks, and sends again.
      house.clock.advance(patience().leaseMs + 1)
      await askAboutDoubts(house)
      return news
    }
    await askAboutDoubts(house)
    expect(orders).toEqual([reference])
    expect(await look()).toMatchObject({ state: 'in-doubt', attempts: 2 })
  })

  it('does not resend when a callback reports the success meanwhile', async () => {
    const { look, reference } = await doubted('lost-answer')
    house.clock.advance(patience().resendAfterMs)
    house.bank.query = async (references) => {
      await hearBank(house, 'notified', house.bank.newsOf(references))
      return references.map((one) => ({ ...house.bank.newsOf([one])[0], word: 'not-found' }) as BankNews)
    }
    const heard = house.bank.heard.length
    await askAboutDoubts(house)
    expect(house.bank.heard).toHaveLength(heard)
    expect(await look()).toMatchObject({ state: 'succeeded', reference })
  })
})

describe('a definite answer', () => {
  it.each([
    ['rejected', '账户不存在', '账户不存在'],
    ['not-accepted', '', '银行未受理'],
  ] as const)(
    'of %s fails the transfer with the bank’s reason and releases the money',
    async (word, message, error) => {
      const { look } = await doubted('lost-order')
      answers(word, { message })
      await askAfter(patience().askAfterMs)
      expect(await look()).toMatchObject({ state: 'failed', status: 'failed', error, reason: error })
      expect(await balanceOf(house, place)).toMatchObject({
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
    await askAfter(patience().manualAfterMs - 1)
    expect((await transfer.look()).state).toBe('in-doubt')
    await askAfter(MINUTE)
    return transfer
  }

  it('is reached only after the configured time; the bank is still asked and nothing is sent', async () => {
    const { look, id } = await givenUp()
    expect(await look()).toMatchObject({ state: 'manual', status: 'processing' })
    expect((await historyOf(house, id)).at(-1)).toBe('gave-up in-doubt→manual')
    answers('not-found')
    expect(await askAfter(10 * MINUTE)).toEqual([])
    expect(await look()).toMatchObject({ state: 'manual', attempts: 1 })
    Reflect.deleteProperty(house.bank, 'query')
    await askAfter(MINUTE)
    expect((await look()).state).toBe('succeeded')
  })

  it('is also reached when the bank keeps reporting another amount', async () => {
    const transfer = await doubted('lost-answer')
    answers('succeeded', { amountFen: 1n })
    const day = house.clock.now().getTime() + patience().manualAfterMs
    await askAfter(patience().askAfterMs)
    expect(await transfer.look()).toMatchObject({ state: 'in-doubt', status: 'processing' })
    expect((await historyOf(house, transfer.id)).at(-1)).toBe('asked in-doubt→in-doubt !amount-differs')
    expect((await transfer.look()).askAt?.getTime()).toBe(house.clock.now().getTime() + 2_000)
    await askAfter(day - house.clock.now().getTime())
    expect(await transfer.look()).toMatchObject({ state: 'manual', status: 'processing' })
    expect(await balanceOf(house, place)).toMatchObject({ held: 10_650n })
    Reflect.deleteProperty(house.bank, 'query')
    await askAfter(MINUTE)
    expect(await transfer.look()).toMatchObject({ state: 'succeeded' })
  })

  it('is also reached for a transfer whose worker died before sending it', async () => {
    const { batchId } = await startedBatch(house, place, [freshRow()])
    house.bank.submit = () => Promise.reject(new Error('killed'))
    await sendWaiting(house).catch(() => undefined)
    house.clock.advance(patience().leaseMs + 1)
    expect(await sweepLeases(house)).toBe(1)
    Reflect.deleteProperty(house.bank, 'submit')
    answers('processing')
    await askAfter(patience().manualAfterMs)
    const [transfer] = await transfersOf(house, batchId)
    expect(transfer?.state).toBe('manual')
    Reflect.deleteProperty(house.bank, 'query')
    // Nobody ever paid it; two people will have to say so.
    await askAfter(MINUTE)
    expect((await transfersOf(house, batchId))[0]?.state).toBe('manual')
  })
})
