// Sending to the bank: the attempt is durable before the network is touched, and no silence is ever taken for an answer (D21, D24).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BankOrder, BankSilent, type BankUpdate } from '../adapters/bank/bank-port.ts'
import { eventsAbout, noticeOf } from '../testing/bank-notice.ts'
import type { Fault } from '../testing/memory-bank.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { type StoredBatch, settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows, type SheetRow } from '../testing/payout-sheet.ts'
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
import { IDLE_MS, sendUntilStopped, sendWaiting } from './send-transfers.ts'

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
  Reflect.deleteProperty(services.bank, 'submit')
  services.bank.fault = undefined
  await settleAll(services)
})
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

const begin = (rows: readonly SheetRow[]) => startedBatch(services, fixture, rows)
const HELD = 10_650n
const only = async ({ batchId }: StoredBatch) => {
  const [transfer] = await transfersOf(services, batchId)
  if (!transfer) throw new Error('no transfer')
  return transfer
}

type Submit = (orders: readonly BankOrder[]) => Promise<readonly BankUpdate[]>

/** What happens around the bank's own answer. */
function aroundSubmit(around: (submit: Submit, orders: readonly BankOrder[]) => ReturnType<Submit>): void {
  Reflect.deleteProperty(services.bank, 'submit')
  const submit = services.bank.submit.bind(services.bank)
  services.bank.submit = (orders) => around(submit, orders)
}

describe('sending an attempt', () => {
  it('commits the attempt before calling the bank', async () => {
    const batch = await begin(freshRows(2))
    const seen: unknown[] = []
    aroundSubmit(async (submit, orders) => {
      // Through another connection: nothing uncommitted shows.
      for (const { id, state, attempts, leaseUntil } of await transfersOf(services, batch.batchId))
        seen.push([state, attempts, leaseUntil, await historyOf(services, id)])
      return submit(orders)
    })
    expect(await sendWaiting(services)).toBe(2)
    const lease = new Date(services.clock.now().getTime() + services.settings.retryPolicy.leaseMs)
    const sent = ['sending', 1, lease, ['sent reserved→sending']]
    expect(seen).toEqual([sent, sent])
    expect((await transfersOf(services, batch.batchId)).map(({ state }) => state)).toEqual([
      'succeeded',
      'succeeded',
    ])
  })

  it('sends amount, card, name, bank and remark under the transfer’s reference', async () => {
    const row = freshRow({ amount: '12.34', remark: '三月' })
    const batch = await begin([row])
    await sendWaiting(services)
    const { reference } = await only(batch)
    expect(services.bank.received.at(-1)).toEqual({
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
    const received = services.bank.received.length
    await services.query(
      "create function refuse_sent() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$",
    )
    await services.query(
      'create trigger refuse_sent before insert on transfer_leases for each row execute function refuse_sent()',
    )
    await expect(sendWaiting(services)).rejects.toThrow('disk full')
    await services.query('drop trigger refuse_sent on transfer_leases')
    expect(services.bank.received).toHaveLength(received)
    expect(await sendWaiting(services)).toBe(1)
  })

  it('does not call the bank when nothing waits', async () => {
    aroundSubmit(() => Promise.reject(new Error('called')))
    expect(await sendWaiting(services)).toBe(0)
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
      services.bank.fault = (call) => (call === 'submit' ? fault : undefined)
      await sendWaiting(services)
      services.bank.fault = undefined
      const { id, reference, state, status, queryAt, leaseUntil } = await only(batch)
      expect([state, status, leaseUntil]).toEqual(['in-doubt', 'processing', null])
      expect(queryAt?.getTime()).toBe(
        services.clock.now().getTime() + services.settings.retryPolicy.queryAfterMs,
      )
      expect(await balanceOf(services, fixture)).toMatchObject({
        held: HELD,
        bank_clearing: -1_000_000n,
        outcome: 10_000n,
      })
      const [, silent] = await services.query<{ detail: string }>(
        'select detail from transfer_steps where row_id = $1 order by event_id',
        [id],
      )
      expect(silent?.detail).toBe(silence)
      expect(services.bank.records.has(reference)).toBe(executed)
      // Nobody sends it again while it is in doubt.
      expect(await sendWaiting(services)).toBe(0)
      await settleAll(services)
      expect(await only(batch)).toMatchObject({
        state: 'succeeded',
        attempts: executed ? 1 : 2,
        status: 'succeeded',
      })
      expect(await balanceOf(services, fixture)).toMatchObject({
        held: 0n,
        fee_income: 650n,
        available: 1_000_000n - HELD,
      })
      expect(services.bank.executed().filter((one) => one.reference === reference)).toHaveLength(1)
    },
  )

  it('for some orders leaves those in doubt and settles the others', async () => {
    const batch = await begin(freshRows(3))
    aroundSubmit(async (submit, orders) => (await submit(orders)).toSpliced(1, 1))
    await sendWaiting(services)
    const [first, second, third] = await transfersOf(services, batch.batchId)
    expect([first, second, third].map((one) => one?.state)).toEqual(['succeeded', 'in-doubt', 'succeeded'])
    expect(await historyOf(services, second?.id ?? 0n)).toEqual([
      'sent reserved→sending',
      'no-answer sending→in-doubt',
    ])
    expect(await balanceOf(services, fixture)).toMatchObject({ held: HELD })
  })

  it('because of an internal error leaves the transfer to its lease', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(() => Promise.reject(new TypeError('broken')))
    await expect(sendWaiting(services)).rejects.toThrow('broken')
    expect(await only(batch)).toMatchObject({ state: 'sending', status: 'processing' })
  })
})

describe('the answer to an attempt', () => {
  const answers = (over: Partial<BankUpdate>) =>
    aroundSubmit(async (submit, orders) => (await submit(orders)).map((update) => ({ ...update, ...over })))

  it.each(['processing', 'not-found'] as const)(
    'of %s leaves the transfer in doubt and the money held',
    async (status) => {
      const batch = await begin([freshRow()])
      answers({ status })
      await sendWaiting(services)
      expect(await only(batch)).toMatchObject({ state: 'in-doubt', status: 'processing' })
      expect(await balanceOf(services, fixture)).toMatchObject({ held: HELD })
    },
  )

  it('of conflict settles nothing and raises an alarm', async () => {
    const batch = await begin([freshRow()])
    answers({ status: 'conflict', amountFen: undefined })
    await sendWaiting(services)
    const { id, state } = await only(batch)
    expect(state).toBe('in-doubt')
    expect(await historyOf(services, id)).toEqual([
      'sent reserved→sending',
      'answered sending→in-doubt !contradiction',
    ])
  })

  it('with another amount settles nothing and raises an alarm', async () => {
    const batch = await begin([freshRow()])
    answers({ amountFen: 9_999n })
    await sendWaiting(services)
    const { id, status } = await only(batch)
    expect(status).toBe('processing')
    expect(await historyOf(services, id)).toContain('answered sending→sending !amount-differs')
    expect(await balanceOf(services, fixture)).toMatchObject({ held: HELD })
  })

  it('about an unknown reference changes nothing', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      const update = await submit(orders)
      return [...update, ...update.map((one) => ({ ...one, reference: 'PW-of-another-system' }))]
    })
    await sendWaiting(services)
    expect(await only(batch)).toMatchObject({ state: 'succeeded' })
  })

  it('is processed once when callbacks arrive first', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      const update = await submit(orders)
      const references = orders.map(({ reference }) => reference)
      for (const _ of [1, 2]) {
        const { statusCode } = await services.app.inject(
          noticeOf(services, eventsAbout(services, references)),
        )
        expect(statusCode).toBe(204)
      }
      return update
    })
    await sendWaiting(services)
    const { id, state } = await only(batch)
    expect(state).toBe('succeeded')
    expect(await historyOf(services, id)).toEqual(['sent reserved→sending', 'notified sending→succeeded'])
  })

  it('that is missing after a callback changes nothing', async () => {
    const batch = await begin([freshRow()])
    aroundSubmit(async (submit, orders) => {
      await submit(orders)
      await services.app.inject(
        noticeOf(
          services,
          eventsAbout(
            services,
            orders.map(({ reference }) => reference),
          ),
        ),
      )
      throw new BankSilent('timeout')
    })
    await sendWaiting(services)
    const { id, state } = await only(batch)
    expect(state).toBe('succeeded')
    expect(await historyOf(services, id)).toEqual(['sent reserved→sending', 'notified sending→succeeded'])
  })
})

type Signal = ReturnType<typeof Promise.withResolvers<void>>

describe('lanes of a worker', () => {
  const lanes = (stopping: AbortSignal) =>
    Promise.all(Array.from({ length: 3 }, () => sendUntilStopped(services, stopping)))

  it('look for work one at a time, with a rest after each look that finds nothing', async () => {
    const stopping = new AbortController()
    const looks = Promise.withResolvers<number>()
    const began = performance.now()
    const query = services.database.query.bind(services.database)
    let count = 0
    services.database.query = ((...args: Parameters<typeof query>) => {
      count += 1
      if (count === 4) looks.resolve(performance.now() - began)
      return query(...args)
    }) as typeof query
    const running = lanes(stopping.signal)
    // Three rests lie between the first look and the fourth; timers may be a moment early.
    expect(await looks.promise).toBeGreaterThan(3 * IDLE_MS - 10)
    stopping.abort()
    await running
    services.database.query = query
  })

  it('send on while the bank keeps one of them waiting', async () => {
    const stopping = new AbortController()
    const [reached, hangs, passed] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [
      Signal,
      Signal,
      Signal,
    ]
    let calls = 0
    aroundSubmit(async (submit, orders) => {
      calls += 1
      if (calls === 1) {
        reached.resolve()
        await hangs.promise
      } else passed.resolve()
      return submit(orders)
    })
    const running = lanes(stopping.signal)
    const first = await begin(freshRows(1))
    await reached.promise
    const second = await begin(freshRows(1))
    await passed.promise
    hangs.resolve()
    stopping.abort()
    await running
    expect([(await only(first)).attempts, (await only(second)).attempts, calls]).toEqual([1, 1, 2])
  })
})
