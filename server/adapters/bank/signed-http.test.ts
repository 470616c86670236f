// Answers of a bank over real HTTP: only what it signed for this very question counts, and only statuses we know.

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankOrder, type BankPort, BankSilent, BeyondRecord } from './bank-port.ts'
import { requestIsSigned } from './signature.ts'
import { openSignedHttpBank } from './signed-http.ts'

const SECRET = 'the-secret-of-both-sides-0123456789'
const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')

type Question = { readonly request: IncomingMessage; readonly body: string; readonly nonce: string }
type Answer = (question: Question, reply: ServerResponse) => void

let server: Server
let bank: BankPort
let answer: Answer
let last: Question | undefined

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const question = { request, body: await text(request), nonce: String(request.headers['x-bank-nonce']) }
    last = question
    answer(question, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  bank = openSignedHttpBank({ url: `http://127.0.0.1:${port}/gateway/`, secret: SECRET, timeoutMs: 300 })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Signing = {
  status?: number
  secret?: string
  nonce?: string
  signedBody?: string
  signedStatus?: number
}

/** Signed as the protocol says, unless told otherwise. */
function signed(body: string, over: Signing = {}): Answer {
  return ({ nonce }, reply) => {
    const status = over.status ?? 200
    const timestamp = String(Date.now())
    const lines = [
      over.signedStatus ?? status,
      over.nonce ?? nonce,
      timestamp,
      sha256(over.signedBody ?? body),
    ]
    const signature = createHmac('sha256', over.secret ?? SECRET)
      .update(lines.join('\n'))
      .digest('hex')
    reply.writeHead(status, { 'x-bank-timestamp': timestamp, 'x-bank-signature': signature }).end(body)
  }
}

const ORDER: BankOrder = {
  reference: 'PW202603160001R2Xabcdef01',
  amountFen: 12_345n,
  cardNo: '6222021202000000001',
  name: '王小明',
  bankName: '中国工商银行',
  remark: '三月',
}
const paid = {
  reference: ORDER.reference,
  status: 'succeeded',
  amountFen: 12_345,
  serial: 17,
  at: '2026-03-16T02:00:00.000Z',
}
const results = (...items: unknown[]) => JSON.stringify({ results: items })

const silence = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof BankSilent ? error.silence : error
}

describe('requests to the bank', () => {
  it('are signed over method, full path, timestamp, nonce and body', async () => {
    answer = signed(results(paid))
    await bank.submit([ORDER])
    const { request, body, nonce } = last as Question
    expect([request.method, request.url]).toEqual(['POST', '/gateway/v1/transfers'])
    expect(JSON.parse(body)).toEqual({ transfers: [{ ...ORDER, amountFen: 12_345 }] })
    const timestamp = String(request.headers['x-bank-timestamp'])
    const asked = { method: 'POST', path: '/gateway/v1/transfers', timestamp, nonce }
    const signature = String(request.headers['x-bank-signature'])
    expect(requestIsSigned(SECRET, asked, Buffer.from(body), signature)).toBe(true)
  })

  it('use a new nonce each time', async () => {
    answer = signed(results(paid))
    const nonces = new Set<string>()
    for (const _ of [1, 2, 3]) {
      await bank.query([ORDER.reference])
      nonces.add(last?.nonce ?? '')
    }
    expect(nonces.size).toBe(3)
  })
})

describe('responses of the bank', () => {
  it('accepts a signed response', async () => {
    answer = signed(results(paid))
    expect(await bank.submit([ORDER])).toEqual([
      {
        reference: ORDER.reference,
        status: 'succeeded',
        amountFen: 12_345n,
        message: '',
        serial: '17',
        at: new Date('2026-03-16T02:00:00Z'),
      },
    ])
  })

  it.each<[string, Answer]>([
    ['unsigned', (_, reply) => reply.end(results(paid))],
    ['signed with another secret', signed(results(paid), { secret: 'x'.repeat(32) })],
    ['to another question', signed(results(paid), { nonce: 'n'.repeat(24) })],
    ['of another body', signed(results(paid), { signedBody: results() })],
    ['of another status', signed(results(paid), { signedStatus: 500 })],
  ])('rejects a response with a bad signature: %s', async (_, given) => {
    answer = given
    expect(await silence(bank.submit([ORDER]))).toBe('bad-signature')
    expect(await silence(bank.query([ORDER.reference]))).toBe('bad-signature')
  })

  it.each<[string, Answer, string]>([
    ['a signed 500', signed('{"error":"internal"}', { status: 500 }), 'http-500'],
    ['an unsigned 502', (_, reply) => reply.writeHead(502).end('<html>'), 'http-502'],
    ['a signed 400', signed('{"error":"malformed"}', { status: 400 }), 'http-400'],
    ['a signed 202', signed(results(paid), { status: 202 }), 'http-202'],
    ['no JSON', signed('paid!'), 'malformed'],
    ['another shape', signed('{"result":[]}'), 'malformed'],
    ['a redirect', (_, reply) => reply.writeHead(307, { location: '/v1/transfers' }).end(), 'unreachable'],
    ['a broken connection', (_, reply) => reply.destroy(), 'unreachable'],
    ['none in time', () => undefined, 'timeout'],
    [
      'half of one',
      (_, reply) => void reply.writeHead(200, { 'content-length': '900' }).write('{'),
      'timeout',
    ],
  ])('throws BankSilent for a bad response: %s', async (_, given, expected) => {
    answer = given
    expect(await silence(bank.submit([ORDER]))).toBe(expected)
  })

  it.each([
    ['an unknown status', { status: 'exploded' }],
    ['no status', { status: undefined }],
    ['an amount as text', { amountFen: '12345' }],
    ['half a fen', { amountFen: 0.5 }],
    ['no reference', { reference: undefined }],
  ])('ignores an item with %s and keeps the other items', async (_, over) => {
    const other = {
      ...paid,
      reference: 'PW202603160001R3Xabcdef01',
      status: 'rejected',
      message: '账户不存在',
    }
    answer = signed(results({ ...paid, ...over }, other))
    expect((await bank.submit([ORDER])).map(({ status, message }) => [status, message])).toEqual([
      ['rejected', '账户不存在'],
    ])
  })

  it('returns an empty list when the response has no items', async () => {
    answer = signed(results())
    expect(await bank.submit([ORDER])).toEqual([])
  })
})

describe('bank.statement', () => {
  const line = {
    serial: 17,
    reference: ORDER.reference,
    kind: 'debit',
    amountFen: 12_345,
    at: '2026-03-16T02:00:00.000Z',
  }

  it('requests the day and position and reads one page', async () => {
    answer = signed(JSON.stringify({ lines: [line, { ...line, serial: 18, kind: 'return' }], next: 18 }))
    const { lines, next } = await bank.statement('2026-03-16', '5')
    expect(last?.request.url).toBe('/gateway/v1/statement?day=2026-03-16&after=5')
    expect(lines.map(({ status, amountFen, serial }) => [status, amountFen, serial])).toEqual([
      ['succeeded', 12_345n, '17'],
      ['returned', 12_345n, '18'],
    ])
    expect(next).toBe('18')
  })

  it('believes a signed 410 alone that the day is no longer held', async () => {
    answer = signed('{"error":"beyond-record"}', { status: 410 })
    await expect(bank.statement('2026-03-16')).rejects.toBeInstanceOf(BeyondRecord)
    answer = signed('{"error":"beyond-record"}', { status: 410, signedStatus: 200 })
    expect(await silence(bank.statement('2026-03-16'))).toBe('bad-signature')
  })

  it.each([
    { ...line, kind: 'gift' },
    { ...line, amountFen: null },
    { ...line, at: 'once' },
  ])('rejects the whole page when one line is malformed: %j', async (wrong) => {
    answer = signed(JSON.stringify({ lines: [line, wrong], next: null }))
    expect(await silence(bank.statement('2026-03-16'))).toBe('malformed')
  })
})

describe('bank.accepted', () => {
  const since = new Date('2026-03-16T00:00:00Z')
  const order = { number: 3, reference: ORDER.reference, amountFen: 12_345, at: '2026-03-16T02:00:00.000Z' }

  it('requests the moment and position and reads one page', async () => {
    answer = signed(JSON.stringify({ orders: [{ ...order, name: '王*明', cardTail: '60001' }], next: 3 }))
    expect(await bank.accepted(since, '2')).toEqual({
      orders: [
        {
          reference: ORDER.reference,
          amountFen: 12_345n,
          at: new Date('2026-03-16T02:00:00Z'),
          name: '王*明',
          cardTail: '0001',
        },
      ],
      next: '3',
    })
    expect(last?.request.url).toBe(
      '/gateway/v1/transfers/accepted?since=2026-03-16T00%3A00%3A00.000Z&after=2',
    )
  })

  it.each([404, 501])('tells a bank without the call by its signed %i', async (status) => {
    answer = signed('{"error":"no-such-call"}', { status })
    expect(await bank.accepted(since)).toBeUndefined()
  })

  it.each<[string, Answer, string]>([
    ['an unsigned 404', (_, reply) => reply.writeHead(404).end('{}'), 'bad-signature'],
    ['an unsigned 501', (_, reply) => reply.writeHead(501).end('{}'), 'http-501'],
    ['a signed 500', signed('{}', { status: 500 }), 'http-500'],
    ['another shape', signed('{"orders":{}}'), 'malformed'],
    [
      'an order without an amount',
      signed(JSON.stringify({ orders: [{ ...order, amountFen: null }], next: null })),
      'malformed',
    ],
    ['no word on whether there is more', signed(JSON.stringify({ orders: [order] })), 'malformed'],
  ])('throws BankSilent for %s, as if it had not been asked', async (_, given, expected) => {
    answer = given
    expect(await silence(bank.accepted(since))).toBe(expected)
  })
})

it('throws BankSilent when no server listens at the address', async () => {
  const nobody = openSignedHttpBank({ url: 'http://127.0.0.1:1', secret: SECRET, timeoutMs: 300 })
  expect(await silence(nobody.query(['x']))).toBe('unreachable')
})
