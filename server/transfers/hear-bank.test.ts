// What the bank says, late, early, twice or against itself: money moves once, and never beyond the balance unseen (D21, I7).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { signIn } from '../testing/client.ts'
import { doubtedTransfer, newsOf, sendInVain, type Word } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import {
  type Balance,
  balanceOf,
  historyOf,
  openWorkplace,
  startedBatch,
  transfersOf,
  type Workplace,
} from '../testing/workplace.ts'
import { hearBank } from './hear-bank.ts'
import { sendWaiting } from './send-transfers.ts'

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

describe('hearing a return', () => {
  it('before the success posts both and spends nothing', async () => {
    const { look, hear, batchId } = await doubted()
    await hear('returned')
    expect(await look()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(house, place)).toMatchObject({ ...UNPAID, bank_clearing: -FUNDS })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 0, failed_count: 1, failed_fen: 10_000n })
  })

  it('repeatedly, days later and followed by other messages, reverses the payment once', async () => {
    const { look, hear, id, batchId } = await doubted()
    await hear('succeeded')
    const { ended_at } = (await batchOf(batchId)) ?? {}
    const { paid_at } =
      (await house.query('select paid_at from payout_rows where batch_id = $1', [batchId]))[0] ?? {}
    house.clock.advance(40 * 86_400_000)
    for (const word of ['returned', 'returned', 'succeeded', 'rejected', 'processing'] as const)
      await hear(word)
    expect(await look()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(house, place)).toMatchObject(UNPAID)
    expect((await historyOf(house, id)).slice(2)).toEqual([
      'notified in-doubt→succeeded',
      'notified succeeded→returned',
    ])
    expect(await batchOf(batchId)).toMatchObject({
      succeeded_count: 0,
      succeeded_fee_fen: 0n,
      failed_count: 1,
      ended_at,
    })
    const [row] = await house.query('select paid_at from payout_rows where batch_id = $1', [batchId])
    expect(row?.paid_at).toEqual(paid_at)
  })
})

describe('hearing the same messages in any order', () => {
  it.each<[Word[], string, Partial<Balance>]>([
    [['succeeded', 'returned'], 'returned', UNPAID],
    [['returned', 'succeeded'], 'returned', UNPAID],
    [['processing', 'succeeded', 'not-found', 'succeeded'], 'succeeded', PAID],
    [['not-found', 'rejected', 'processing', 'rejected', 'not-accepted'], 'failed', UNPAID],
    [['rejected', 'succeeded', 'returned', 'succeeded'], 'returned', UNPAID],
  ])('gives the same result for %j together or one by one', async (words, state, balance) => {
    const pile = await doubted()
    await pile.hear(...words)
    expect([(await pile.look()).state, await balanceOf(house, place)]).toEqual([
      state,
      expect.objectContaining(balance),
    ])
    place = await openWorkplace(house, people, { fen: FUNDS })
    const single = await doubted()
    for (const word of words) await single.hear(word)
    expect((await single.look()).state).toBe(state)
    expect(await balanceOf(house, place)).toMatchObject(balance)
    expect(await historyOf(house, single.id)).toEqual(await historyOf(house, pile.id))
  })

  it('settles each of fifty transfers once for a hundred concurrent messages', async () => {
    place = await openWorkplace(house, people, { fen: 1_000_000n })
    const { batchId } = await startedBatch(house, place, freshRows(50))
    await sendInVain(house, 'lost-answer')
    const references = (await transfersOf(house, batchId)).map(({ reference }) => reference)
    const changed = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        hearBank(house, 'notified', house.bank.newsOf(index % 2 ? references : references.toReversed())),
      ),
    )
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(50)
    expect(await balanceOf(house, place)).toMatchObject({
      available: 1_000_000n - 50n * NEED,
      held: 0n,
      fee_income: 32_500n,
    })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 50, failed_count: 0 })
  })
})

describe('hearing contradictory messages', () => {
  it('keeps the success and raises an alarm for a later rejection', async () => {
    const { look, hear, id } = await doubted()
    await hear('succeeded')
    await hear('rejected')
    await hear('not-accepted')
    expect(await look()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '' })
    expect(await balanceOf(house, place)).toMatchObject(PAID)
    expect(await alarmsOf(id)).toEqual(Array(2).fill('notified succeeded→succeeded !contradiction'))
  })

  it.each(['succeeded', 'returned', 'rejected'] as const)(
    'moves no money for %s with another amount',
    async (word) => {
      const { look, id, news } = await doubted()
      for (const amountFen of [9_999n, 10_001n, 10_650n, -10_000n, 0n])
        await hearBank(house, 'notified', [news(word, { amountFen })])
      expect(await look()).toMatchObject({ state: 'in-doubt', status: 'processing' })
      expect(await balanceOf(house, place)).toMatchObject({ held: NEED })
      expect(new Set(await alarmsOf(id))).toEqual(new Set(['notified in-doubt→in-doubt !amount-differs']))
      await hearBank(house, 'notified', [news(word, { amountFen: 10_000n })])
      expect((await look()).status).not.toBe('processing')
    },
  )

  it('accepts a success of an unsent transfer, removes it from the queue and raises an alarm', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(2))
    const [first] = await transfersOf(house, batchId)
    for (const word of ['processing', 'rejected', 'succeeded', 'succeeded'] as const)
      await hearBank(house, 'notified', [newsOf(first?.reference ?? '', word)])
    expect(await historyOf(house, first?.id ?? 0n)).toEqual([
      'notified reserved→reserved !unsent',
      'notified reserved→reserved !unsent',
      'notified reserved→succeeded !unsent',
    ])
    const payer = await signIn(house, place.pay)
    expect(await payer.answer('batchProgress', { batchId })).toMatchObject({
      waitingCount: 1,
      succeededCount: 1,
    })
    expect(await sendWaiting(house)).toBe(1)
    expect(house.bank.heard.some(({ reference }) => reference === first?.reference)).toBe(false)
  })

  it('strips NUL characters and still processes the other messages', async () => {
    const { look, news } = await doubted()
    const other = await doubted()
    await hearBank(house, 'notified', [
      news('rejected', { message: '户名\u0000不符\u0000', serial: '7\u0000' }),
      { ...news('succeeded'), reference: 'x\u0000y' },
      other.news('succeeded'),
    ])
    expect(await look()).toMatchObject({ state: 'failed', error: '户名不符' })
    expect(await other.look()).toMatchObject({ state: 'succeeded' })
  })
})

describe('the bound name of a person', () => {
  it.each<[Word[], boolean]>([
    [['succeeded'], true],
    [['succeeded', 'returned'], true],
    [['returned'], true],
    [['rejected'], false],
    [['rejected', 'returned'], true],
  ])('is set after %j: %s', async (words, bound) => {
    const row = freshRow()
    const { hear, rowId } = await doubted(row)
    await registerWaitingPeople(house)
    for (const word of words) await hear(word)
    const [known] = await house.query(
      `select k.name, k.name_bound from provider_freelancers k join freelancers f using (freelancer_id)
      join payout_rows r on r.id_hash = f.id_hash and r.provider_id = k.provider_id where r.row_id = $1`,
      [rowId],
    )
    expect(known).toEqual({ name: row.name, name_bound: bound })
  })
})
