// The door for callbacks: only the bank's, only fresh, only once, and acknowledged only when durable (D24, I9).

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLOCK_TOLERANCE_MS, signRequest } from '../adapters/bank/signature.ts'
import { eventsAbout, type NoticeForgery, noticeOf } from '../testing/bank-notice.ts'
import { sendInVain } from '../testing/doubted-transfer.ts'
import { holdLock } from '../testing/held-lock.ts'
import { expectMoneyTruths } from '../testing/money-checks.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  balanceOf,
  historyOf,
  openProviderFixture,
  type ProviderFixture,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { BANK_SECRET, openTestServices, type TestServices } from '../testing/test-services.ts'
import { deleteOldNonces, NOTICE_PATH } from './receive-notice.ts'

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
afterAll(async () => {
  await expectMoneyTruths(services)
  await services.close()
})

/** Paid by the bank, whose answer was lost: only its callback tells. */
async function unheard(count = 1) {
  const { batchId } = await startedBatch(services, fixture, freshRows(count))
  await sendInVain(services, 'lost-answer')
  const transfers = await transfersOf(services, batchId)
  const references = transfers.map(({ reference }) => reference)
  const states = async () => (await transfersOf(services, batchId)).map(({ state }) => state)
  return { batchId, transfers, references, states, events: eventsAbout(services, references) }
}

const post = (request: InjectOptions) => services.app.inject(request)
const nonces = () => services.query('select nonce from bank_nonces order by nonce')

describe('many callbacks at once', () => {
  it('settle each transfer once', async () => {
    const { events, states, transfers } = await unheard(3)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(noticeOf(services, index % 2 ? events : events.toReversed())),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    expect(await states()).toEqual(['succeeded', 'succeeded', 'succeeded'])
    for (const { id } of transfers)
      expect((await historyOf(services, id)).slice(2)).toEqual(['notified in-doubt→succeeded'])
    expect(await balanceOf(services, fixture)).toMatchObject({
      held: 0n,
      fee_income: 1_950n,
      outcome: 30_000n,
    })
  })

  it('accept a replayed callback once', async () => {
    const { events, states } = await unheard()
    const notice = noticeOf(services, events)
    const replies = await Promise.all(Array.from({ length: 30 }, () => post(notice)))
    const codes = replies.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([204, ...Array(29).fill(401)])
    expect(replies.find(({ statusCode }) => statusCode === 401)?.json()).toEqual({ error: 'replayed' })
    expect(await states()).toEqual(['succeeded'])
  })
})

describe('a callback that is not from the bank', () => {
  const forged: [string, NoticeForgery][] = [
    ['signed with another secret', { secret: 'another-secret-of-somebody-0123456789' }],
    ['signed for another path', { signedPath: '/v1/transfers' }],
    ['signed for this path with a query', { signedPath: '/bank/notice?x=1' }],
  ]

  async function expectRefused(
    request: InjectOptions,
    unheardOf: Awaited<ReturnType<typeof unheard>>,
  ): Promise<void> {
    const before = [await balanceOf(services, fixture), await nonces()]
    const reply = await post(request)
    expect([reply.statusCode, reply.json()]).toEqual([401, { error: 'unsigned' }])
    expect([await balanceOf(services, fixture), await nonces()]).toEqual(before)
    expect(await unheardOf.states()).toEqual(['in-doubt'])
    expect((await post(noticeOf(services, unheardOf.events))).statusCode).toBe(204)
  }

  it.each(forged)('is refused when %s and changes nothing', async (_, forgery) => {
    const paid = await unheard()
    await expectRefused(noticeOf(services, paid.events, forgery), paid)
  })

  it.each([-1, 1])(
    'is refused when more than a minute old or ahead, not at exactly a minute (%s)',
    async (sign) => {
      const now = services.clock.now().getTime()
      const old = await unheard()
      await expectRefused(noticeOf(services, old.events, { at: now + sign * (CLOCK_TOLERANCE_MS + 1) }), old)
      const paid = await unheard()
      const { statusCode } = await post(
        noticeOf(services, paid.events, { at: now + sign * CLOCK_TOLERANCE_MS }),
      )
      expect([statusCode, await paid.states()]).toEqual([204, ['succeeded']])
    },
  )

  it.each(['x-bank-signature', 'x-bank-timestamp', 'x-bank-nonce'])(
    'is refused without %s',
    async (header) => {
      const paid = await unheard()
      const notice = noticeOf(services, paid.events)
      const { [header]: _, ...headers } = notice.headers
      await expectRefused({ ...notice, headers }, paid)
    },
  )

  it.each<[string, (notice: ReturnType<typeof noticeOf>) => InjectOptions]>([
    ['another body', (notice) => ({ ...notice, payload: notice.payload.replace('succeeded', 'rejected') })],
    ['a space more', (notice) => ({ ...notice, payload: `${notice.payload} ` })],
    [
      'another nonce',
      (notice) => ({ ...notice, headers: { ...notice.headers, 'x-bank-nonce': 'x'.repeat(24) } }),
    ],
    [
      'a fresher time stamp',
      (notice) => ({
        ...notice,
        headers: { ...notice.headers, 'x-bank-timestamp': String(services.clock.now().getTime() + 1) },
      }),
    ],
    ['a query behind the path', (notice) => ({ ...notice, url: `${notice.url}?again=1` })],
    ['no body at all', ({ payload: _, ...notice }) => notice],
  ])('is refused when the request differs from what was signed: %s', async (_, change) => {
    const paid = await unheard()
    await expectRefused(change(noticeOf(services, paid.events)), paid)
  })

  it.each(['', 'null', '[]', '{"events":{}}', 'not json'])(
    'is refused when signed with the body %j',
    async (payload) => {
      const paid = await unheard()
      const { headers, ...request } = noticeOf(services, [])
      const signed = signRequest(
        BANK_SECRET,
        { method: 'POST', path: NOTICE_PATH },
        payload,
        services.clock.now().getTime(),
      )
      await expectRefused({ ...request, payload, headers: { ...headers, ...signed.headers } }, paid)
    },
  )

  it('is logged without its content', async () => {
    const paid = await unheard()
    const lines = services.lines.length
    await expectRefused(noticeOf(services, [{ secretWord: 'tell-nobody' }], { secret: 'x'.repeat(32) }), paid)
    const log = services.lines.slice(lines).join('\n')
    expect(log).toContain('a callback of the bank was refused')
    expect(log).not.toContain('tell-nobody')
  })
})

describe('a replayed callback', () => {
  it('is refused as long as its timestamp is valid, even after old nonces are deleted', async () => {
    const { events, states } = await unheard()
    const at = services.clock.now().getTime() + CLOCK_TOLERANCE_MS
    const notice = noticeOf(services, events, { at })
    expect((await post(notice)).statusCode).toBe(204)
    services.clock.advance(2 * CLOCK_TOLERANCE_MS)
    await deleteOldNonces(services)
    expect((await post(notice)).json()).toEqual({ error: 'replayed' })
    services.clock.advance(1)
    expect(await deleteOldNonces(services)).toBeGreaterThan(0)
    expect((await post(notice)).json()).toEqual({ error: 'unsigned' })
    expect(await states()).toEqual(['succeeded'])
  })
})

describe('a callback from the bank', () => {
  it('about unknown references is accepted and changes nothing', async () => {
    const before = [await balanceOf(services, fixture), await services.query('select * from transfer_events')]
    const event = { reference: 'PW202601010001R2Xffffffff', status: 'succeeded', amountFen: 100 }
    expect((await post(noticeOf(services, [event]))).statusCode).toBe(204)
    expect([
      await balanceOf(services, fixture),
      await services.query('select * from transfer_events'),
    ]).toEqual(before)
  })

  it.each([
    ['an unknown status', { status: 'exploded' }],
    ['no status', { status: undefined }],
    ['a status of another type', { status: ['succeeded'] }],
    ['an amount that is no whole fen', { amountFen: 100.5 }],
    ['an amount as text', { amountFen: '10000' }],
    ['a moment that is none', { at: 'yesterday' }],
  ])('with %s ignores that event and processes the others', async (_, over) => {
    const { events, states } = await unheard(2)
    const [first, second] = events
    expect((await post(noticeOf(services, [{ ...first, ...over }, second]))).statusCode).toBe(204)
    expect(await states()).toEqual(['in-doubt', 'succeeded'])
    await post(noticeOf(services, events))
  })

  it('with another amount settles nothing', async () => {
    const { events, states, transfers } = await unheard()
    const wrong = events.map((event) => ({ ...event, amountFen: 1 }))
    expect((await post(noticeOf(services, wrong))).statusCode).toBe(204)
    expect(await states()).toEqual(['in-doubt'])
    expect((await historyOf(services, transfers[0]?.id ?? 0n)).at(-1)).toContain('!amount-differs')
    await post(noticeOf(services, events))
  })

  it('is acknowledged only after the commit', async () => {
    const { events, states } = await unheard()
    const lock = await holdLock(services, 'select 1 from ledger_balances where provider_id = $1 for update', [
      fixture.providerId,
    ])
    let acknowledged = false
    const reply = post(noticeOf(services, events)).then((answer) => {
      acknowledged = true
      return answer
    })
    await lock.untilWaiting(1)
    expect([acknowledged, await states()]).toEqual([false, ['in-doubt']])
    await lock.release()
    expect([(await reply).statusCode, await states()]).toEqual([204, ['succeeded']])
  })

  it('is not acknowledged when the commit fails, and is accepted when repeated', async () => {
    const { events, states } = await unheard()
    await services.query(
      "create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$",
    )
    await services.query(
      'create constraint trigger refuse_commit after insert on ledger_settlements deferrable initially deferred for each row execute function refuse_commit()',
    )
    const notice = noticeOf(services, events)
    const failed = await post(notice)
    expect([failed.statusCode, failed.body.includes('disk full')]).toEqual([500, false])
    expect(await states()).toEqual(['in-doubt'])
    await services.query('drop trigger refuse_commit on ledger_settlements')
    expect([(await post(notice)).statusCode, await states()]).toEqual([204, ['succeeded']])
  })
})
