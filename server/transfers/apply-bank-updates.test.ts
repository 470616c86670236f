// What the bank says, late, early, twice or against itself: money moves once, and never beyond the balance unseen (D21, I7).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerWaitingPeople } from '../payouts/register-people.ts'
import { signIn } from '../testing/client.ts'
import { type BankStatus, doubtedTransfer, sendInVain, updateOf } from '../testing/doubted-transfer.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  type Balance,
  balanceOf,
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyBankUpdates } from './apply-bank-updates.ts'
import { sendWaiting } from './send-transfers.ts'

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

describe('hearing a return', () => {
  it('before the success posts both and spends nothing', async () => {
    const { current, applyBankStatus, batchId } = await doubted()
    await applyBankStatus('returned')
    expect(await current()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(services, fixture)).toMatchObject({ ...UNPAID, bank_clearing: -FUNDS })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 0, failed_count: 1, failed_fen: 10_000n })
  })

  it('repeatedly, days later and followed by other messages, reverses the payment once', async () => {
    const { current, applyBankStatus, id, batchId } = await doubted()
    await applyBankStatus('succeeded')
    const { ended_at } = (await batchOf(batchId)) ?? {}
    const { paid_at } =
      (await services.query('select paid_at from payout_lines where batch_id = $1', [batchId]))[0] ?? {}
    services.clock.advance(40 * 86_400_000)
    for (const status of ['returned', 'returned', 'succeeded', 'rejected', 'processing'] as const)
      await applyBankStatus(status)
    expect(await current()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
    expect(await balanceOf(services, fixture)).toMatchObject(UNPAID)
    expect((await historyOf(services, id)).slice(2)).toEqual([
      'notified in-doubt→succeeded',
      'notified succeeded→returned',
    ])
    expect(await batchOf(batchId)).toMatchObject({
      succeeded_count: 0,
      succeeded_fee_fen: 0n,
      failed_count: 1,
      ended_at,
    })
    const [row] = await services.query('select paid_at from payout_lines where batch_id = $1', [batchId])
    expect(row?.paid_at).toEqual(paid_at)
  })
})

describe('hearing the same messages in any order', () => {
  it.each<[BankStatus[], string, Partial<Balance>]>([
    [['succeeded', 'returned'], 'returned', UNPAID],
    [['returned', 'succeeded'], 'returned', UNPAID],
    [['processing', 'succeeded', 'not-found', 'succeeded'], 'succeeded', PAID],
    [['not-found', 'rejected', 'processing', 'rejected', 'not-accepted'], 'failed', UNPAID],
    [['rejected', 'succeeded', 'returned', 'succeeded'], 'returned', UNPAID],
  ])('gives the same result for %j together or one by one', async (words, state, balance) => {
    const pile = await doubted()
    await pile.applyBankStatus(...words)
    expect([(await pile.current()).state, await balanceOf(services, fixture)]).toEqual([
      state,
      expect.objectContaining(balance),
    ])
    fixture = await openProviderFixture(services, people, { fen: FUNDS })
    const single = await doubted()
    for (const status of words) await single.applyBankStatus(status)
    expect((await single.current()).state).toBe(state)
    expect(await balanceOf(services, fixture)).toMatchObject(balance)
    expect(await historyOf(services, single.id)).toEqual(await historyOf(services, pile.id))
  })

  it('settles each of fifty transfers once for a hundred concurrent messages', async () => {
    fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
    const { batchId } = await startedBatch(services, fixture, freshRows(50))
    await sendInVain(services, 'lost-answer')
    const references = (await transfersOf(services, batchId)).map(({ reference }) => reference)
    const changed = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        applyBankUpdates(
          services,
          'notified',
          services.bank.updateOf(index % 2 ? references : references.toReversed()),
        ),
      ),
    )
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(50)
    expect(await balanceOf(services, fixture)).toMatchObject({
      available: 1_000_000n - 50n * NEED,
      held: 0n,
      fee_income: 32_500n,
    })
    expect(await batchOf(batchId)).toMatchObject({ succeeded_count: 50, failed_count: 0 })
  })
})

describe('hearing contradictory messages', () => {
  it('keeps the success and raises an alarm for a later rejection', async () => {
    const { current, applyBankStatus, id } = await doubted()
    await applyBankStatus('succeeded')
    await applyBankStatus('rejected')
    await applyBankStatus('not-accepted')
    expect(await current()).toMatchObject({ state: 'succeeded', status: 'succeeded', error: '' })
    expect(await balanceOf(services, fixture)).toMatchObject(PAID)
    expect(await alarmsOf(id)).toEqual(Array(2).fill('notified succeeded→succeeded !contradiction'))
  })

  it.each(['succeeded', 'returned', 'rejected'] as const)(
    'moves no money for %s with another amount',
    async (status) => {
      const { current, id, update } = await doubted()
      for (const amountFen of [9_999n, 10_001n, 10_650n, -10_000n, 0n])
        await applyBankUpdates(services, 'notified', [update(status, { amountFen })])
      expect(await current()).toMatchObject({ state: 'in-doubt', status: 'processing' })
      expect(await balanceOf(services, fixture)).toMatchObject({ held: NEED })
      expect(new Set(await alarmsOf(id))).toEqual(new Set(['notified in-doubt→in-doubt !amount-differs']))
      await applyBankUpdates(services, 'notified', [update(status, { amountFen: 10_000n })])
      expect((await current()).status).not.toBe('processing')
    },
  )

  it('accepts a success of an unsent transfer, removes it from the queue and raises an alarm', async () => {
    const { batchId } = await startedBatch(services, fixture, freshRows(2))
    const [first] = await transfersOf(services, batchId)
    for (const status of ['processing', 'rejected', 'succeeded', 'succeeded'] as const)
      await applyBankUpdates(services, 'notified', [updateOf(first?.reference ?? '', status)])
    expect(await historyOf(services, first?.id ?? 0n)).toEqual([
      'notified reserved→reserved !unsent',
      'notified reserved→reserved !unsent',
      'notified reserved→succeeded !unsent',
    ])
    const payer = await signIn(services, fixture.pay)
    expect(await payer.answer('batchProgress', { batchId })).toMatchObject({
      waitingCount: 1,
      succeededCount: 1,
    })
    expect(await sendWaiting(services)).toBe(1)
    expect(services.bank.received.some(({ reference }) => reference === first?.reference)).toBe(false)
  })

  it('strips NUL characters and still processes the other messages', async () => {
    const { current, update } = await doubted()
    const other = await doubted()
    await applyBankUpdates(services, 'notified', [
      update('rejected', { message: '户名\u0000不符\u0000', serial: '7\u0000' }),
      { ...update('succeeded'), reference: 'x\u0000y' },
      other.update('succeeded'),
    ])
    expect(await current()).toMatchObject({ state: 'failed', error: '户名不符' })
    expect(await other.current()).toMatchObject({ state: 'succeeded' })
  })
})

describe('the bound name of a person', () => {
  it.each<[BankStatus[], boolean]>([
    [['succeeded'], true],
    [['succeeded', 'returned'], true],
    [['returned'], true],
    [['rejected'], false],
    [['rejected', 'returned'], true],
  ])('is set after %j: %s', async (words, bound) => {
    const row = freshRow()
    const { applyBankStatus, rowId } = await doubted(row)
    await registerWaitingPeople(services)
    for (const status of words) await applyBankStatus(status)
    const [known] = await services.query(
      `select k.name, k.name_bound from provider_freelancers k join freelancers f using (freelancer_id)
      join payout_lines r on r.id_hash = f.id_hash and r.provider_id = k.provider_id where r.row_id = $1`,
      [rowId],
    )
    expect(known).toEqual({ name: row.name, name_bound: bound })
  })
})
