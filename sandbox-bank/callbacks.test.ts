// Tests that every result is called back, signed, until it is taken, also over restarts.

import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { BACKOFF_MS, CallbackSender } from './callback-sender.ts'
import type { Notice } from './notices.ts'
import { order, orders, SECRET } from './testing/bank-client.ts'
import { listen } from './testing/listener.ts'
import { openBank } from './testing/open-banks.ts'

// Where the machine is busy, what takes milliseconds may take seconds.
vi.setConfig({ testTimeout: 30_000 })
afterAll(() => vi.resetConfig())

const RETRY_POLICY = { timeout: 10_000 }

it('calls back every executed, rejected and returned result, and nothing else', async () => {
  const listener = await listen()
  const { client } = await openBank({ notifyUrl: listener.url })
  await client.control({ delays: { slowMs: 30, notAcceptedMs: 10, returnMs: 30 } })
  const [plain, rejected, slow, returned] = [order(), order('0001'), order('0003'), order('0006')] as const
  const answered = await client.submit([plain, rejected, slow, returned])
  await client.call('POST', '/v1/transfers', { transfers: [order('0007')] })
  await vi.waitFor(() => expect(listener.taken()).toHaveLength(6), RETRY_POLICY)
  const reported = (reference: string) => listener.taken().filter((event) => event.reference === reference)
  expect(reported(plain.reference)).toEqual([answered[0]])
  expect(reported(rejected.reference)).toEqual([answered[1]])
  expect(reported(slow.reference)).toMatchObject([{ status: 'succeeded', code: '0000' }])
  expect(reported(returned.reference)).toMatchObject([
    { status: 'succeeded', amountFen: returned.amountFen },
    { status: 'returned', code: '1900', message: '退票', amountFen: returned.amountFen },
  ])
  expect(listener.callbacks.every(({ isSigned }) => isSigned)).toBe(true)
})

it('sends at most 200 events per callback', async () => {
  const listener = await listen()
  const { client } = await openBank({ notifyUrl: listener.url })
  await client.submit(orders(500))
  await vi.waitFor(() => expect(listener.taken()).toHaveLength(500), RETRY_POLICY)
  const sizes = listener.callbacks.map(({ events }) => events.length).toSorted()
  expect(sizes).toEqual([100, 200, 200])
})

it.each([500, 302, 401])('retries after status %i with a new nonce each time', async (status) => {
  const listener = await listen()
  listener.answer = () => (listener.callbacks.length < 4 ? status : 204)
  const { client } = await openBank({ notifyUrl: listener.url })
  const [result] = await client.submit([order()])
  await vi.waitFor(() => expect(listener.taken()).toEqual([result]), RETRY_POLICY)
  expect(new Set(listener.callbacks.map(({ nonce }) => nonce)).size).toBe(5)
})

it('does not follow redirects', async () => {
  const [listener, elsewhere] = [await listen(), await listen()]
  listener.location = elsewhere.url
  listener.answer = () => (listener.callbacks.length < 2 ? 307 : 204)
  const { client } = await openBank({ notifyUrl: listener.url })
  const [result] = await client.submit([order()])
  await vi.waitFor(() => expect(listener.taken()).toEqual([result]), RETRY_POLICY)
  expect(elsewhere.callbacks).toEqual([])
})

it('calls back 0008 twice before the answer and not a third time', async () => {
  const listener = await listen()
  const { client } = await openBank({ notifyUrl: listener.url })
  const early = order('0008')
  const results = await client.submit([order(), early, order('0001')])
  const reported = () => listener.taken().filter(({ reference }) => reference === early.reference)
  // At the moment of the answer both are there already.
  expect(reported()).toEqual([results[1], results[1]])
  await vi.waitFor(() => expect(listener.taken()).toHaveLength(4), RETRY_POLICY)
  await client.submit([order()])
  await vi.waitFor(() => expect(listener.taken()).toHaveLength(5), RETRY_POLICY)
  expect(reported()).toHaveLength(2)
})

it('answers 0008 even if no callback is accepted, and calls back later', async () => {
  const listener = await listen()
  listener.answer = () => (listener.callbacks.length < 2 ? 500 : 204)
  const { client } = await openBank({ notifyUrl: listener.url })
  const [result] = await client.submit([order('0008')])
  expect(result?.status).toBe('succeeded')
  expect(listener.callbacks).toHaveLength(2)
  await vi.waitFor(() => expect(listener.taken()).toEqual([result]), RETRY_POLICY)
})

it('resends undelivered callbacks after a restart and no delivered ones', async () => {
  const listener = await listen()
  const { bank, client, folder, stop } = await openBank({ notifyUrl: listener.url })
  const [first] = await client.submit([order()])
  await vi.waitFor(() => expect(listener.taken()).toEqual([first]), RETRY_POLICY)
  // The listener has it a moment before the bank has written down that it was taken.
  await vi.waitFor(() => expect(bank.book.awaitingCount).toBe(0))
  listener.answer = () => 503
  const [second] = await client.submit([order('0002')])
  await vi.waitFor(() => expect(listener.callbacks.length).toBeGreaterThan(1), RETRY_POLICY)
  await stop()
  listener.answer = () => 204
  const again = await openBank({ folder, notifyUrl: listener.url })
  await vi.waitFor(() => expect(again.bank.book.awaitingCount).toBe(0), RETRY_POLICY)
  // A call that was under way when the bank stopped may still reach the listener, and be answered for nobody.
  expect(listener.taken()).toContainEqual(second)
  expect(listener.taken().filter(({ reference }) => reference === first?.reference)).toEqual([first])
})

it('keeps callbacks pending while there is no URL or callbacks are off', async () => {
  const listener = await listen()
  const { client, bank } = await openBank()
  const [first] = await client.submit([order()])
  await client.control({ callbacks: false, notifyUrl: listener.url })
  const [second] = await client.submit([order('0008')])
  expect(bank.book.awaitingCount).toBe(2)
  expect(listener.callbacks).toEqual([])
  await client.control({ callbacks: true })
  await vi.waitFor(() => expect(listener.taken()).toEqual([first, second]), RETRY_POLICY)
})

it('backs off longer with each retry', async () => {
  expect(BACKOFF_MS).toEqual([1_000, 2_000, 5_000, 15_000, 60_000])
  const listener = await listen()
  listener.answer = () => (listener.callbacks.length < 4 ? 500 : 204)
  const { client } = await openBank({ notifyUrl: listener.url, backoffMs: [10, 40, 90] })
  await client.submit([order()])
  await vi.waitFor(() => expect(listener.callbacks).toHaveLength(5), RETRY_POLICY)
  const times = listener.callbacks.map(({ at }) => at)
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  // Never shorter; on a busy machine longer.
  for (const [index, least] of [10, 40, 90, 90].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least)
})

it('gives up an event after a day of retries and keeps the others', async () => {
  const listener = await listen()
  listener.answer = () => 500
  const time = { now: Date.now() }
  const closed: [string, number[]][] = []
  const callbackSender = new CallbackSender({
    secret: SECRET,
    clock: () => time.now,
    url: () => listener.url,
    close: (how, events) => closed.push([how, events]),
    backoffMs: [5, 50],
  })
  onTestFinished(() => callbackSender.stop())
  const transfer = { order: { reference: 'R-00000001', amountFen: 1 } } as Notice['transfer']
  const step = { status: 'succeeded', code: '0000', at: time.now } as Notice['step']
  callbackSender.take([
    { event: 1, transfer, step },
    { event: 2, transfer, step: { ...step, at: time.now + 3_600_000 } },
  ])
  // Lets the clock run in steps longer than any pause, until what is expected has come.
  const until = (isSo: () => void) =>
    vi.waitFor(() => {
      time.now += 60
      isSo()
    }, RETRY_POLICY)
  time.now += 23 * 3_600_000
  await until(() => expect(listener.callbacks.length).toBeGreaterThan(2))
  expect(closed).toEqual([])
  time.now += 3_600_000
  await until(() => expect(closed).toEqual([['given-up', [1]]]))
  listener.answer = () => 204
  await until(() => expect(closed.at(-1)).toEqual(['delivered', [2]]))
  expect(listener.callbacks.at(-1)?.events).toHaveLength(1)
})
