// What the bank says, late, early, twice or against itself: money moves once, and never beyond the balance unseen (D21, I7).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BankNews } from '../adapters/bank/bank-port.ts'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { signIn } from '../testing/client.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import {
  type Balance,
  balanceOf,
  creditFen,
  historyOf,
  openWorkplace,
  readyBatch,
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

type Word = BankNews['word']
const NEED = 10_650n

/** In doubt, and what the bank says of it next, in one call or several. */
async function doubted(row: SheetRow = freshRow()) {
  const { batchId, rowIds } = await startedBatch(house, place, [row])
  house.bank.fault = () => 'lost-order'
  while ((await sendWaiting(house)) > 0);
  house.bank.fault = undefined
  const look = async () => {
    const [transfer] = await transfersOf(house, batchId)
    if (!transfer) throw new Error('no transfer')
    return transfer
  }
  const { reference, id } = await look()
  const news = (word: Word, more: Partial<BankNews> = {}): BankNews => ({
    reference,
    word,
    amountFen: undefined,
    message: '',
    serial: '42',
    at: undefined,
    ...more,
  })
  const hear = (...words: Word[]) => hearBank(house, 'notified', words.map((word) => news(word)))
  return { batchId, rowId: rowIds[0] ?? 0, id, reference, look, hear, news }
}

async function batchOf(batchId: number) {
  const [batch] = await house.query('select * from payout_batches where batch_id = $1', [batchId])
  return batch
}
const alarmsOf = async (id: bigint) => (await historyOf(house, id)).filter((line) => line.includes('!'))
const PAID = { available: FUNDS - NEED, held: 0n, fee_income: 650n, outcome: 10_000n, cost: 650n, suspense: 0n }
const UNPAID = { available: FUNDS, held: 0n, fee_income: 0n, outcome: 0n, cost: 0n, suspense: 0n }

describe('a success after the failure', () => {
  it('is posted again, shown as paid, and raises an alarm', async () => {
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

  it('beyond the balance takes the rest from suspense; what comes in pays that back first', async () => {
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
    expect((await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http).toBe(422)
    expect(await creditFen(house, place.providerId, 2n)).toBe(1n)
    expect(await balanceOf(house, place)).toMatchObject({ available: 1n, suspense: 0n })
    expect((await payer.call('decideBatch', { batchId: next.batchId, to: 'transferring', pass: true })).http).toBe(200)
  })

  it('that money released meanwhile would cover is not spent twice', async () => {
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

  it('and a return after that: as if nothing had been', async () => {
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

describe('a return', () => {
  it('before the success is known posts both, and leaves nothing spent', async () => {
    const { look, hear, batchId } = await doubted()
    await hear('returned')
    expect(await look()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(house, place)).toMatchObject({ ...UNPAID, bank_clearing: -FUNDS })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 0, failed_count: 1, failed_fen: 10_000n })
  })

  it('any day later, twice, and with late words behind it, reverses once', async () => {
    const { look, hear, id, batchId } = await doubted()
    await hear('succeeded')
    const { ended_at } = (await batchOf(batchId)) ?? {}
    const { paid_at } = (await house.query('select paid_at from payout_rows where batch_id = $1', [batchId]))[0] ?? {}
    house.clock.advance(40 * 86_400_000)
    for (const word of ['returned', 'returned', 'succeeded', 'rejected', 'processing'] as const) await hear(word)
    expect(await look()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(house, place)).toMatchObject(UNPAID)
    expect((await historyOf(house, id)).slice(2)).toEqual([
      'notified in-doubt→succeeded',
      'notified succeeded→returned',
    ])
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 0, succeeded_fee_fen: 0n, failed_count: 1, ended_at })
    const [row] = await house.query('select paid_at from payout_rows where batch_id = $1', [batchId])
    expect(row?.paid_at).toEqual(paid_at)
  })
})

describe('any order of the same words', () => {
  it.each<[Word[], string, Partial<Balance>]>([
    [['succeeded', 'returned'], 'returned', UNPAID],
    [['returned', 'succeeded'], 'returned', UNPAID],
    [['processing', 'succeeded', 'not-found', 'succeeded'], 'succeeded', PAID],
    [['not-found', 'rejected', 'processing', 'rejected', 'not-accepted'], 'failed', UNPAID],
    [['rejected', 'succeeded', 'returned', 'succeeded'], 'returned', UNPAID],
  ])('%j, in one call or one by one', async (words, state, balance) => {
    const pile = await doubted()
    await pile.hear(...words)
    expect([(await pile.look()).state, await balanceOf(house, place)]).toEqual([state, expect.objectContaining(balance)])
    place = await openWorkplace(house, people, { fen: FUNDS })
    const single = await doubted()
    for (const word of words) await single.hear(word)
    expect((await single.look()).state).toBe(state)
    expect(await balanceOf(house, place)).toMatchObject(balance)
    expect(await historyOf(house, single.id)).toEqual(await historyOf(house, pile.id))
  })

  it('a hundred at once about fifty transfers settle each once', async () => {
    place = await openWorkplace(house, people, { fen: 1_000_000n })
    const { batchId } = await startedBatch(house, place, freshRows(50))
    house.bank.fault = () => 'lost-answer'
    while ((await sendWaiting(house)) > 0);
    house.bank.fault = undefined
    const references = (await transfersOf(house, batchId)).map(({ reference }) => reference)
    const changed = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        hearBank(house, 'notified', house.bank.newsOf(index % 2 ? references : references.toReversed())),
      ),
    )
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(50)
    expect(await balanceOf(house, place)).toMatchObject({ available: 1_000_000n - 50n * NEED, held: 0n, fee_income: 32_500n })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 50, failed_count: 0 })
  })
})

describe('what cannot be', () => {
  it('a rejection after the success changes nothing and raises an alarm', async () => {
    const { look, hear, id } = await doubted()
    await hear('succeeded')
    await hear('rejected')
    await hear('not-accepted')
    expect(await look()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '' })
    expect(await balanceOf(house, place)).toMatchObject(PAID)
    expect(await alarmsOf(id)).toEqual(Array(2).fill('notified succeeded→succeeded !contradiction'))
  })

  it.each(['succeeded', 'returned', 'rejected'] as const)('%s of another amount moves nothing', async (word) => {
    const { look, id, news } = await doubted()
    for (const amountFen of [9_999n, 10_001n, 10_650n, -10_000n, 0n])
      await hearBank(house, 'notified', [news(word, { amountFen })])
    expect(await look()).toMatchObject({ state: 'in-doubt', status: 'processing' })
    expect(await balanceOf(house, place)).toMatchObject({ held: NEED })
    expect(new Set(await alarmsOf(id))).toEqual(new Set(['notified in-doubt→in-doubt !amount-differs']))
    await hearBank(house, 'notified', [news(word, { amountFen: 10_000n })])
    expect((await look()).status).not.toBe('processing')
  })

  it('a success of what was never sent is believed, no longer waits, and raises an alarm', async () => {
    const { batchId } = await startedBatch(house, place, freshRows(2))
    const [first] = await transfersOf(house, batchId)
    const news = { reference: first?.reference ?? '', amountFen: undefined, message: '', serial: '9', at: undefined }
    for (const word of ['processing', 'rejected', 'succeeded', 'succeeded'] as const)
      await hearBank(house, 'notified', [{ ...news, word }])
    expect(await historyOf(house, first?.id ?? 0n)).toEqual([
      'notified reserved→reserved !unsent',
      'notified reserved→reserved !unsent',
      'notified reserved→succeeded !unsent',
    ])
    const payer = await signIn(house, place.pay)
    expect(await payer.answer('batchProgress', { batchId })).toMatchObject({ waitingCount: 1, succeededCount: 1 })
    expect(await sendWaiting(house)).toBe(1)
    expect(house.bank.heard.some(({ reference }) => reference === first?.reference)).toBe(false)
  })

  it('signs that no database keeps do not hold up the words around them', async () => {
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

describe('a name', () => {
  it.each<[Word[], boolean]>([
    [['succeeded'], true],
    [['succeeded', 'returned'], true],
    [['returned'], true],
    [['rejected'], false],
    [['rejected', 'returned'], true],
  ])('binds after %j: %s', async (words, bound) => {
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
