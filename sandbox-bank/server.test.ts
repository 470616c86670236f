// Tests the protocol over real HTTP: every card ending, every refusal, every malformed body.

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, expect, it, vi } from 'vitest'
import { type BankClient, order, orders, type TestOrder } from './testing/bank-client.ts'
import { openBank } from './testing/open-banks.ts'

// Where the machine is busy, what takes milliseconds may take seconds.
vi.setConfig({ testTimeout: 30_000 })
afterAll(() => vi.resetConfig())

const QUICK = { delays: { slowMs: 50, notAcceptedMs: 50, returnMs: 50 } }
const RETRY_POLICY = { timeout: 10_000 }

async function openQuickBank() {
  const bank = await openBank()
  await bank.client.control(QUICK)
  return bank
}

/** Sends a submit on a connection of its own and tells whatever comes back, which for a hanging call is nothing. */
function submitAndWatch(client: BankClient, chunk: TestOrder[]) {
  const seen: string[] = []
  let isOver = false
  const call = client.call('POST', '/v1/transfers', { transfers: chunk })
  void call.then(
    ({ status }) => seen.push(`status ${status}`),
    (error: unknown) => {
      if (!isOver) seen.push(String(error))
    },
  )
  return { seen, leave: () => (isOver = true) }
}

it.each([
  ['0001', { status: 'rejected', code: '1001', message: '账户不存在', serial: null }],
  ['0002', { status: 'rejected', code: '1002', message: '户名不符', serial: null }],
  ['0006', { status: 'succeeded', code: '0000', message: '成功', serial: 1 }],
  ['0008', { status: 'succeeded', code: '0000', message: '成功', serial: 1 }],
  ['4321', { status: 'succeeded', code: '0000', message: '成功', serial: 1 }],
])('answers card ending %s immediately', async (cardTail, expected) => {
  const { client } = await openBank()
  const sent = order(cardTail)
  const [result] = await client.submit([sent])
  expect(result).toEqual({
    ...expected,
    reference: sent.reference,
    amountFen: sent.amountFen,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(await client.query([sent.reference])).toEqual([result])
  expect(await client.submit([sent])).toEqual([result])
})

it('reports 0003 as processing, then succeeded', async () => {
  const { client } = await openQuickBank()
  const sent = order('0003')
  const [result] = await client.submit([sent])
  expect(result).toMatchObject({ status: 'processing', code: '2000', message: '处理中', serial: null })
  await vi.waitFor(async () => expect(await client.status(sent.reference)).toBe('succeeded'), RETRY_POLICY)
  expect(await client.executed()).toMatchObject([{ reference: sent.reference, returned: false }])
})

it('lists 0003 as accepted until it is executed', async () => {
  const { client } = await openBank()
  await client.control({ delays: { slowMs: 60_000 } })
  const [first, second] = [order('0003'), order('0003')]
  await client.submit([first, order(), order('0001'), second])
  const listed = async (query: string) => (await client.call('GET', `/v1/transfers/accepted${query}`)).body
  const { reference, amountFen, name, bankName } = first
  const { orders, next } = await listed('')
  expect(orders).toEqual([
    { number: 1, reference, amountFen, name, bankName, cardTail: '0003', at: expect.any(String) },
    expect.objectContaining({ number: 2, reference: second.reference }),
  ])
  expect(next).toBeNull()
  expect((await listed('?after=1')).orders).toHaveLength(1)
  expect((await listed(`?since=${orders[0].at}`)).orders).toHaveLength(2)
  expect((await listed('?since=2999-01-01T00:00:00.000Z')).orders).toEqual([])
})

it('executes 0004 without answering, and answers when it is sent again', async () => {
  const { client } = await openQuickBank()
  const chunk = [order(), order('0004'), order('0007')]
  const watch = submitAndWatch(client, chunk)
  const references = chunk.map(({ reference }) => reference)
  await vi.waitFor(async () => {
    expect((await client.query(references)).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'))
  }, RETRY_POLICY)
  const again = await client.submit(chunk)
  expect(again.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'))
  expect(await client.executed()).toHaveLength(3)
  expect(watch.seen).toEqual([])
  watch.leave()
})

it('never answers 0005 however often it is sent, and reports it as not found', async () => {
  const { client } = await openBank()
  const sent = order('0005')
  const watches = [submitAndWatch(client, [sent]), submitAndWatch(client, [sent, order()])]
  await vi.waitFor(async () => expect(await client.executed()).toHaveLength(1), RETRY_POLICY)
  const unknown = { status: 'not-found', amountFen: null, code: '2404', serial: null, at: null }
  expect(await client.query([sent.reference])).toMatchObject([unknown])
  expect(watches.flatMap(({ seen }) => seen)).toEqual([])
  for (const { leave } of watches) leave()
})

it('reports 0005 as not accepted after its delay, permanently', async () => {
  const { client } = await openQuickBank()
  const sent = order('0005')
  const watch = submitAndWatch(client, [sent])
  await vi.waitFor(async () => expect(await client.status(sent.reference)).toBe('not-accepted'), RETRY_POLICY)
  const dead = { status: 'not-accepted', code: '1404', message: '未受理', serial: null }
  expect(await client.submit([sent])).toMatchObject([dead])
  expect(await client.executed()).toEqual([])
  expect(watch.seen).toEqual([])
  watch.leave()
})

it('executes 0006 and returns it once on a separate statement line', async () => {
  const { client } = await openQuickBank()
  const sent = order('0006')
  await client.submit([sent])
  await vi.waitFor(async () => expect(await client.status(sent.reference)).toBe('returned'), RETRY_POLICY)
  const [result] = await client.submit([sent])
  expect(result).toMatchObject({ status: 'returned', code: '1900', message: '退票', serial: 2 })
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const { body, isSigned } = await client.call('GET', `/v1/statement?day=${day}&after=0`)
  expect(isSigned).toBe(true)
  const { reference, amountFen, name, bankName } = sent
  const line = { reference, amountFen, name, bankName, cardTail: '0006', at: expect.any(String) }
  expect(body).toEqual({
    lines: [
      { ...line, serial: 1, kind: 'debit' },
      { ...line, serial: 2, kind: 'return' },
    ],
    next: null,
  })
  const debit = { serial: 1, reference, amountFen, name, cardTail: '0006' }
  expect(await client.executed()).toEqual([{ ...debit, returned: true }])
})

it('executes 0007 and answers the whole call with a signed 500', async () => {
  const { client } = await openBank()
  const chunk = [order(), order('0007')]
  const reply = await client.call('POST', '/v1/transfers', { transfers: chunk })
  expect(reply).toMatchObject({ status: 500, isSigned: true, body: { error: 'internal' } })
  const again = await client.submit(chunk)
  expect(again.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await client.executed()).toHaveLength(2)
})

it('limits a conflict to its own item', async () => {
  const { client } = await openBank()
  const sent = order()
  await client.submit([sent])
  const results = await client.submit([{ ...sent, amountFen: 1 }, order()])
  expect(results.map(({ status }) => status)).toEqual(['conflict', 'succeeded'])
  expect(await client.status(sent.reference)).toBe('succeeded')
})

it('pages through the statement a thousand lines at a time', async () => {
  const { client } = await openBank()
  for (let n = 0; n < 5; n++) await client.submit(orders(500))
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const serials: number[] = []
  const sizes: number[] = []
  for (let after: number | null = 0; after !== null; ) {
    const { body }: { body: { lines: { serial: number }[]; next: number | null } } = await client.call(
      'GET',
      `/v1/statement?day=${day}&after=${after}`,
    )
    sizes.push(body.lines.length)
    serials.push(...body.lines.map(({ serial }) => serial))
    after = body.next
  }
  expect(sizes).toEqual([1_000, 1_000, 500])
  expect(serials).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
})

it('rejects unsigned, stale and replayed requests', async () => {
  const { client } = await openBank()
  const content = { transfers: [order()] }
  const send = (slip: Parameters<BankClient['call']>[3]) =>
    client.call('POST', '/v1/transfers', content, slip)
  const refused = (error: string) => ({ status: 401, isSigned: false, body: { error } })
  const changed = JSON.stringify({ transfers: [{ ...content.transfers[0], amountFen: 1 }] })
  expect(await send({ secret: 'x'.repeat(40) })).toMatchObject(refused('bad-signature'))
  expect(await send({ sentBody: changed })).toMatchObject(refused('bad-signature'))
  expect(await send({ sentPath: '/v1/transfers?x=1' })).toMatchObject(refused('bad-signature'))
  expect(await send({ nonce: 'short' })).toMatchObject(refused('bad-signature'))
  expect(await send({ timestamp: Date.now() - 61_000 })).toMatchObject(refused('stale'))
  expect(await send({ timestamp: Date.now() + 62_000 })).toMatchObject(refused('stale'))
  expect(await client.executed()).toEqual([])
  const again = { nonce: randomUUID(), timestamp: Date.now() }
  expect(await send(again)).toMatchObject({ status: 200, isSigned: true })
  expect(await send(again)).toMatchObject(refused('replayed'))
  expect(await client.executed()).toHaveLength(1)
  expect(await client.call('POST', '/control', {}, { secret: 'x'.repeat(40) })).toMatchObject(
    refused('bad-signature'),
  )
})

it.each([
  ['no JSON', 'transfers'],
  ['null', 'transfers'],
  [{ transfers: [] }, 'transfers'],
  [{ transfers: orders(501) }, 'transfers'],
  [{ transfers: [null] }, 'transfers[0].reference'],
  [{ transfers: [order(), order('8888', { reference: 'short' })] }, 'transfers[1].reference'],
  [{ transfers: [order('8888', { reference: 'under_score' })] }, 'transfers[0].reference'],
  [{ transfers: [order('8888', { amountFen: 0 })] }, 'transfers[0].amountFen'],
  [{ transfers: [order('8888', { amountFen: 1.5 })] }, 'transfers[0].amountFen'],
  [{ transfers: [order('8888', { amountFen: 2 ** 53 })] }, 'transfers[0].amountFen'],
  [{ transfers: [{ ...order(), amountFen: '100' }] }, 'transfers[0].amountFen'],
  [{ transfers: [order('8888', { cardNo: '6225 8800 1122' })] }, 'transfers[0].cardNo'],
  [{ transfers: [order('8888', { name: '' })] }, 'transfers[0].name'],
  [{ transfers: [{ ...order(), bankName: undefined }] }, 'transfers[0].bankName'],
  [{ transfers: [{ ...order(), remark: 7 }] }, 'transfers[0].remark'],
])('rejects malformed submit %# and executes nothing of it', async (content, field) => {
  const { client } = await openBank()
  const reply = await client.call('POST', '/v1/transfers', content)
  expect(reply).toMatchObject({ status: 400, isSigned: true, body: { error: 'malformed', field } })
  expect(await client.executed()).toEqual([])
})

it('answers 410 for days that it no longer holds', async () => {
  const { client } = await openBank({ recordDays: 30 })
  const daysAgo = (days: number) =>
    new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
  const statusOf = async (days: number) => {
    const { status, isSigned } = await client.call('GET', `/v1/statement?day=${daysAgo(days)}`)
    return [status, isSigned]
  }
  expect(await statusOf(30)).toEqual([200, true])
  expect(await statusOf(31)).toEqual([410, true])
})

it('rejects malformed queries and unknown calls', async () => {
  const { client } = await openBank()
  const cases: [string, string, unknown, number][] = [
    ['POST', '/v1/transfers/query', { references: [] }, 400],
    ['POST', '/v1/transfers/query', { references: ['x'] }, 400],
    ['GET', '/v1/statement?day=2026-02-30', undefined, 400],
    ['GET', '/v1/statement?day=2026-13-01', undefined, 400],
    ['GET', '/v1/statement', undefined, 400],
    ['GET', '/v1/statement?day=2026-02-28&after=-1', undefined, 400],
    ['GET', '/v1/statement?day=2026-02-28', undefined, 200],
    ['GET', '/v1/transfers/accepted?since=yesterday', undefined, 400],
    ['GET', '/v1/transfers/accepted?since=2026-13-01T00:00:00Z', undefined, 400],
    ['GET', '/v1/transfers/accepted?after=-1', undefined, 400],
    ['GET', '/v1/transfers/accepted', undefined, 200],
    ['GET', '/v1/transfers', undefined, 404],
    ['POST', '/nowhere', {}, 404],
  ]
  for (const [method, path, content, status] of cases) {
    expect(await client.call(method, path, content), path).toMatchObject({ status, isSigned: true })
  }
})

it('answers an oversized body with 413, signed or not', async () => {
  const { address } = await openBank()
  const status = await new Promise((settle, fail) => {
    const sending = request(`${address}/v1/transfers`, { method: 'POST' }, (response) =>
      settle(response.statusCode),
    )
    sending.on('error', fail)
    sending.write(Buffer.alloc(2 * 1024 * 1024 + 1))
  })
  expect(status).toBe(413)
})
