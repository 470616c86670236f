// Sending to the bank: the attempt is durable before the network is touched, and no silence is ever taken for an answer (D21, D24).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BankNews, type BankOrder, BankSilent } from '../adapters/bank/bank-port.ts'
import { eventsAbout, noticeOf } from '../testing/bank-notice.ts'
import type { Fault } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-truths.ts'
import { type StoredBatch, settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
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
import { sendWaiting } from './send-transfers.ts'

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
  Reflect.deleteProperty(house.bank, 'submit')
  house.bank.fault = undefined
  await settleAll(house)
})
afterAll(async () => {
  await expectMoneyTruths(house)
  await house.close()
})

const begin = (rows: readonly SheetRow[]) => startedBatch(house, place, rows)
const HELD = 10_650n
const only = async ({ batchId }: StoredBatch) => {
  const [transfer] = await transfersOf(house, batchId)
  if (!transfer) throw new Error('no transfer')
  return transfer
}

type Submit = (orders: readonly BankOrder[]) => Promise<readonly BankNews[]>

/** What happens around the bank's own answer. */
function aroundSubmit(around: (submit: Submit, orders: readonly BankOrder[]) => ReturnType<Submit>): void {
  Reflect.deleteProperty(house.bank, 'submit')
  const submit = house.bank.submit.bind(house.bank)
  house.bank.submit = (orders) => around(submit, orders)
}

describe('sending an attempt', () => {
  it('commits the attempt before calling the bank', async () => {
    const batch = await begin(freshRows(2))
    const seen: unknown[] = []
    aroundSubmit(async (submit, orders) => {
      // Through another connection: nothing uncommitted shows.
      for (const { id, state, attempts, fence, leaseUntil } of await transfersOf(house, batch.batchId))
        seen.push([state, attempts, fence, leaseUntil, await historyOf(house, id)])
      return submit(orders)
    })
    expect(await sendWaiting(house)).toBe(2)
    const lease = new Date(house.clock.now().getTime() + house.settings.patience.leaseMs)
    const sent = ['sending', 1, 1, lease, ['sent reserved→sending']]
    expect(seen).toEqual([sent, sent])
    expect((await transfersOf(house, batch.batchId)).map(({ state }) => state)).toEqual([
      'succeeded',
      'succeeded',
    ])
  })

  it('sends amount, card, name, bank and remark under the transfer’s reference', async () => {
    const row = freshRow({ amount: '12.34', remark: '三月' })
    const batch = await begin([row])
    await sendWaiting(house)
    const { reference } = await only(batch)
    expect(house.bank.heard.at(-1)).toEqual({
      reference,
      amountFen: 1_234n,
      cardNo: row.cardNo,
      name: row.name,
      bankName: row.bank,
      remark: '三月',
    })
  })

  it('does not call the bank when the attempt cannot be stored', async () => {
    await begin([freshRow()])
    const heard = house.bank.heard.length
    await house.query(
      "create function refuse_sent() returns trigger language plpgsql as $$ begin if new.kind = 'sent' then raise exception 'disk full'; end if; return new; end $$",
    )
    await house.query(
      'create trigger refuse_sent before insert on transfer_events for each row execute function refuse_sent()',
    )
    await expect(sendWaiting(house)).rejects.toThrow('disk full')
    await house.query('drop trigger refuse_sent on transfer_events')
    expect(house.bank.heard).toHaveLength(heard)
    expect(await sendWaiting(house)).toBe(1)
  })

  it('does not call the bank when nothing waits', async () => {
    aroundSubmit(() => Promise.reject(new Error('called')))
    expect(await sendWaiting(house)).toBe(0)
  })
})

describe('sending without an answer', () => {
  it.each<[Fault, silence: string, executed: boolean]>([
    ['lost-order', 'unreachable', false],
    ['lost-answer', 'timeout', true],
    ['answer-500', 'http-500', true],
  ])(
    'on %s leaves the transfer in doubt and the money held until the bank is asked',
    async (fault, silence, executed) => {
      const batch = await begin([freshRow()])
      house.bank.fault = (call) => (call === 'submit' ? fault : undefined)
      await sendWaiting(house)
      house.bank.fault = undefined
      const { id, reference, state, status, askAt, leaseUntil } = await only(batch)
      expect([state, status, leaseUntil]).toEqual(['in-doubt', 'processing', null])
      expect(askAt?.getTime()).toBe(house.clock.now().getTime() + house.settings.patience.askAfterMs)
      expect(await balanceOf(house, place)).toMatchObject({
        held: HELD,
        bank_clearing: -1_000_000n,
        outcome: 10_000n,
      })
      const [, silent] = await house.query<{ detail: string }>(
        'select detail from transfer_events where transfer_id = $1 order by event_id',
        [id],
      )
      expect(silent?.detail).toBe(silence)
      expect(house.bank.records.has(reference)).toBe(executed)
      // Nobody sends it again while it is in doubt.
      expect(await sendWaiting(house)).toBe(0)
      await settleAll(house)
      expect(await only(batch)).toMatchObject({
        state: 'succeeded',
        attempts: executed ? 1 : 2,
        status: 'succeeded',
      })
      expect(await balanceOf(house, place)).toMatchObject({
        held: 0n,
        fee_income: 650n,
        available: 1_000_000n - HELD,
      })
      expect(house.bank.executed().filter((one) => one.reference === reference)).toHaveLength(1)
    },
  )

  it('for some orders leaves those in doubt and settles the others', async () => {
    const batch = await begin(freshRows(3))
    aroundSubmit(async (submit, orders) => (await submit(orders)).toSpliced(1, 1))
    await sendWaiting(house)
    const [first, second, third] = await transfersOf(house, batch.batchId)
    expect([first, second, third].map((one) => one?.state)).toEqual(['succeeded', 'in-doubt', 'succeeded'])
    expect(await historyOf(house, second?.id ?? 0n)).toEqual([
      'sent reserved→sending',
      'no-answer sending→in-doubt',
    ])
    expect(await balanceOf(house, place)).toMatchObject({ held: HELD })
  })

  it('because of an internal error leaves the transfer to its lease', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(() => Promise.reject(new TypeError('broken')))
    await expect(sendWaiting(house)).rejects.toThrow('broken')
    expect(await only(batch)).toMatchObject({ state: 'sending', status: 'processing' })
  })
})

describe('the answer to an attempt', () => {
  const answers = (over: Partial<BankNews>) =>
    aroundSubmit(async (submit, orders) => (await submit(orders)).map((news) => ({ ...news, ...over })))

  it.each(['processing', 'not-found'] as const)('of %s leaves the transfer in doubt and the money held', async (word) => {
    const batch = await begin([freshRow()])
    answers({ word })
    await sendWaiting(house)
    expect(await only(batch)).toMatchObject({ state: 'in-doubt', status: 'processing' })
    expect(await balanceOf(house, place)).toMatchObject({ held: HELD })
  })

  it('of conflict settles nothing and raises an alarm', async () => {
    const batch = await begin([freshRow()])
    answers({ word: 'conflict', amountFen: undefined })
    await sendWaiting(house)
    const { id, state } = await only(batch)
    expect(state).toBe('in-doubt')
    expect(await historyOf(house, id)).toEqual([
      'sent reserved→sending',
      'answered sending→in-doubt !contradiction',
    ])
  })

  it('with another amount settles nothing and raises an alarm', async () => {
    const batch = await begin([freshRow()])
    answers({ amountFen: 9_999n })
    await sendWaiting(house)
    const { id, status } = await only(batch)
    expect(status).toBe('processing')
    expect(await historyOf(house, id)).toContain('answered sending→sending !amount-differs')
    expect(await balanceOf(house, place)).toMatchObject({ held: HELD })
  })

  it('about an unknown reference changes nothing', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      const news = await submit(orders)
      return [...news, ...news.map((one) => ({ ...one, reference: 'PW-of-another-house' }))]
    })
    await sendWaiting(house)
    expect(await only(batch)).toMatchObject({ state: 'succeeded' })
  })

  it('is processed once when callbacks arrive first', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      const news = await submit(orders)
      const references = orders.map(({ reference }) => reference)
      for (const _ of [1, 2]) {
        const { statusCode } = await house.app.inject(noticeOf(house, eventsAbout(house, references)))
        expect(statusCode).toBe(204)
      }
      return news
    })
    await sendWaiting(house)
    const { id, state } = await only(batch)
    expect(state).toBe('succeeded')
    expect(await historyOf(house, id)).toEqual(['sent reserved→sending', 'notified sending→succeeded'])
  })

  it('that is missing after a callback changes nothing', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      await submit(orders)
      await house.app.inject(
        noticeOf(
          house,
          eventsAbout(
            house,
            orders.map(({ reference }) => reference),
          ),
        ),
      )
      throw new BankSilent('timeout')
    })
    await sendWaiting(house)
    const { id, state } = await only(batch)
    expect(state).toBe('succeeded')
    expect(await historyOf(house, id)).toEqual(['sent reserved→sending', 'notified sending→succeeded'])
  })
})
