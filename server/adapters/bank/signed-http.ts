// The channel to a bank that speaks docs/BANK-PROTOCOL.md: signed JSON over HTTP.

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import { BANK_STATUSES } from '@paywages/domain/transfers/transfer-state.ts'
import { z } from 'zod'
import { inSpan } from '../tracing/tracing.ts'
import {
  type AcceptedOrder,
  type AcceptedPage,
  type BankPort,
  BankSilent,
  type BankUpdate,
  BeyondRecord,
  type Notice,
  type ReceivedNotice,
  type StatementLine,
} from './bank-port.ts'
import { answerIsSigned, isTimely, requestIsSigned, signRequest } from './signature.ts'

export type SignedHttpSettings = {
  readonly url: string
  readonly secret: string
  readonly timeoutMs: number
}

/** ISO 8601 with its zone. */
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const result = z
  .object({
    reference: z.string(),
    status: z.enum(BANK_STATUSES),
    amountFen: z.number().int().nullish(),
    message: z.string().nullish(),
    serial: z.union([z.string(), z.number()]).nullish(),
    at: moment.nullish(),
  })
  .transform(
    (one): BankUpdate => ({
      reference: one.reference,
      status: one.status,
      amountFen: one.amountFen == null ? undefined : BigInt(one.amountFen),
      message: (one.message ?? '').slice(0, 200),
      serial: String(one.serial ?? '').slice(0, 64),
      at: one.at ?? undefined,
    }),
  )

/** A status we do not know is no answer, for that reference alone. */
function knownUpdate(items: readonly unknown[]): BankUpdate[] {
  return items.flatMap((item) => {
    const parsed = result.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

const answerShape = z.object({ results: z.array(z.unknown()) })
const noticeShape = z.object({ events: z.array(z.unknown()).max(1_000) })
const statementShape = z.object({
  lines: z.array(
    z.object({
      serial: z.union([z.string(), z.number()]),
      reference: z.string(),
      kind: z.enum(['debit', 'return']),
      amountFen: z.number().int(),
      at: moment,
      name: z.string().nullish(),
      cardTail: z.string().nullish(),
    }),
  ),
  next: z.union([z.string(), z.number()]).nullable(),
})

const acceptedShape = z.object({
  orders: z.array(
    z.object({
      reference: z.string(),
      amountFen: z.number().int(),
      at: moment,
      name: z.string().nullish(),
      cardTail: z.string().nullish(),
    }),
  ),
  next: z.union([z.string(), z.number()]).nullable(),
})

export function openSignedHttpBank(settings: SignedHttpSettings): BankPort {
  return {
    submit: async (orders) => {
      const transfers = orders.map(({ amountFen, ...order }) => ({ ...order, amountFen: Number(amountFen) }))
      return answers(await call(settings, 'POST', '/v1/transfers', { transfers }))
    },
    query: async (references) =>
      answers(await call(settings, 'POST', '/v1/transfers/query', { references: [...references] })),
    statement: (day, after) => readStatement(settings, day, after),
    accepted: (since, after) => readAccepted(settings, since, after),
    readNotice: (notice, now) => readNotice(settings, notice, now),
  }
}

function answers(body: unknown): BankUpdate[] {
  const parsed = answerShape.safeParse(body)
  if (!parsed.success) throw new BankSilent('malformed')
  return knownUpdate(parsed.data.results)
}

async function readStatement(settings: SignedHttpSettings, day: Day, after: string | undefined) {
  const query = new URLSearchParams(after === undefined ? { day } : { day, after })
  const said = await ask(settings, 'GET', `/v1/statement?${query}`)
  if (said.status === NO_LONGER_HELD) throw new BeyondRecord(day)
  const parsed = statementShape.safeParse(readBody(said))
  if (!parsed.success) throw new BankSilent('malformed')
  const lines = parsed.data.lines.map(
    (line): StatementLine => ({
      reference: line.reference,
      status: line.kind === 'debit' ? 'succeeded' : 'returned',
      amountFen: BigInt(line.amountFen),
      message: '',
      serial: String(line.serial),
      at: line.at,
      name: (line.name ?? '').slice(0, 200),
      cardTail: (line.cardTail ?? '').slice(-4),
    }),
  )
  const next = parsed.data.next === null ? undefined : String(parsed.data.next)
  return { lines, next, saidAt: new Date(said.at) }
}

/** By its own signed word alone, as below. */
const NO_LONGER_HELD = 410

/** By its own signed word alone: an unsigned 404 is anybody's. */
const NO_SUCH_CALL = new Set([404, 501])

async function readAccepted(
  settings: SignedHttpSettings,
  since: Date,
  after: string | undefined,
): Promise<AcceptedPage | undefined> {
  const query = new URLSearchParams({ since: since.toISOString(), ...(after === undefined ? {} : { after }) })
  const said = await ask(settings, 'GET', `/v1/transfers/accepted?${query}`)
  if (NO_SUCH_CALL.has(said.status)) return undefined
  const parsed = acceptedShape.safeParse(readBody(said))
  if (!parsed.success) throw new BankSilent('malformed')
  const orders = parsed.data.orders.map(
    (order): AcceptedOrder => ({
      reference: order.reference,
      amountFen: BigInt(order.amountFen),
      at: order.at,
      name: (order.name ?? '').slice(0, 200),
      cardTail: (order.cardTail ?? '').slice(-4),
    }),
  )
  return { orders, next: parsed.data.next === null ? undefined : String(parsed.data.next) }
}

/** Only a signed 200 is an answer. */
async function call(
  settings: SignedHttpSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  return readBody(await ask(settings, method, path, body))
}

/** `at`: by the bank's clock, in milliseconds. */
type Said = { readonly status: number; readonly answer: string; readonly at: number }

function readBody({ status, answer }: Said): unknown {
  if (status !== 200) throw new BankSilent(`http-${status}`)
  try {
    return JSON.parse(answer)
  } catch {
    throw new BankSilent('malformed')
  }
}

/** What the bank said under its signature; the body is not even looked at before that was. */
async function ask(
  settings: SignedHttpSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Said> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const base = new URL(settings.url)
  const target = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base)
  const { nonce, headers } = signRequest(
    settings.secret,
    { method, path: target.pathname + target.search },
    text,
    Date.now(),
  )
  const { status, answer, answerHeaders } = await fetchText(settings, target, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: text } : {}),
  })
  const timestamp = answerHeaders.get('x-bank-timestamp') ?? ''
  const signature = answerHeaders.get('x-bank-signature') ?? ''
  if (!answerIsSigned(settings.secret, { status, nonce, timestamp, signature }, answer))
    throw new BankSilent(status >= 500 ? `http-${status}` : 'bad-signature')
  return { status, answer, at: Number(timestamp) }
}

/** The path is one of ours, without the query; the bank may go on with the trace. */
function fetchText(
  settings: SignedHttpSettings,
  target: URL,
  init: RequestInit & { readonly method: string },
) {
  const facts = {
    'http.request.method': init.method,
    'url.path': target.pathname,
    'server.address': target.hostname,
  }
  return inSpan({ name: `bank ${init.method} ${target.pathname}`, kind: 'client', facts }, async (span) => {
    const answered = await fetchOnce(settings, target, {
      ...init,
      headers: { ...init.headers, ...span.header },
    })
    span.note({ 'http.response.status_code': answered.status })
    return answered
  })
}

async function fetchOnce(settings: SignedHttpSettings, target: URL, init: RequestInit) {
  try {
    const response = await fetch(target, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    return { status: response.status, answer: await response.text(), answerHeaders: response.headers }
  } catch (error) {
    throw new BankSilent((error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable')
  }
}

function readNotice(
  settings: SignedHttpSettings,
  { method, path, headers, body }: Notice,
  now: Date,
): ReceivedNotice | undefined {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }
  const timestamp = header('x-bank-timestamp')
  const nonce = header('x-bank-nonce')
  if (!isTimely(timestamp, now.getTime()) || !/^[A-Za-z0-9_-]{16,64}$/.test(nonce)) return undefined
  const request = { method, path, timestamp, nonce }
  if (!requestIsSigned(settings.secret, request, body, header('x-bank-signature'))) return undefined
  const parsed = noticeShape.safeParse(parse(body))
  return parsed.success ? { nonce, update: knownUpdate(parsed.data.events) } : undefined
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
