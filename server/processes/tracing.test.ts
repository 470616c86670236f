// Traces as a collector gets them: a call from the console to the database, and questions to the bank; no value of anybody in them (ADR 89).

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedHttpBank } from '../adapters/bank/signed-http.ts'
import { closeTracing, inSpan, useTracer } from '../adapters/tracing/tracing.ts'
import { SESSION_COOKIE } from '../http/session-cookie.ts'
import { signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { beginTracing } from './begin-tracing.ts'

type Told = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Told[] }
type Body = { resourceSpans: { resource: { attributes: Told[] }; scopeSpans: { spans: Span[] }[] }[] }

let services: TestServices
let collector: Server
let bank: Server
let bankAsked: IncomingHttpHeaders | undefined
const received: string[] = []

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const spans = () =>
  received.flatMap((body) =>
    (JSON.parse(body) as Body).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
  )

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  collector = createServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces')
    received.push(await text(request))
    response.end('{}')
  }).listen(0, '127.0.0.1')
  bank = createServer((request, response) => {
    bankAsked = request.headers
    response.statusCode = 500
    response.end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(collector, 'listening'), once(bank, 'listening')])
})
afterAll(async () => {
  useTracer(undefined)
  collector.close()
  bank.close()
  await services.close()
})

it('has console, api, SQL and bank in one trace, and nothing personal', async () => {
  const client = await signIn(services, 'payA1')
  const address = await services.listen()
  const ask = (traceparent: string) =>
    fetch(`${address}/paywages/api/excel/batch?idcardno=330102199001011234&page=1&rows=10`, {
      headers: { traceparent, cookie: `${SESSION_COOKIE}=${client.token}` },
    })
  // Nobody collects: nothing is loaded, and everything works.
  await ask(`00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`)
  const telemetry = {
    endpoint: addressOf(collector),
    headers: undefined,
    serviceName: undefined,
    ratio: 1,
    pushEveryMs: undefined,
  }
  await beginTracing({ telemetry }, 'api')
  const trace = 'a'.repeat(32)
  await ask(`00-${trace}-${'b'.repeat(16)}-01`)
  await ask('not a trace')
  const signed = openSignedHttpBank({ url: addressOf(bank), secret: 's'.repeat(32), timeoutMs: 5_000 })
  const from = { traceparent: `00-${trace}-${'c'.repeat(16)}-01` }
  const facts = { work: 'ask-bank' }
  await inSpan({ name: 'work', kind: 'server', facts, from }, async () => {
    await services.database.query((tx) => tx.selectFrom('providers').select('provider_id').execute())
    await signed.statement('2026-11-17', '330102199001011234').catch(() => undefined)
  })
  await closeTracing()

  const own = spans().filter(({ traceId }) => traceId === trace)
  const names = own.map(({ name }) => name.replace(/ \/paywages.*/, ' /paywages…'))
  for (const name of ['GET /paywages…', 'sql select', 'work', 'bank GET /v1/statement'])
    expect(names).toContain(name)
  const call = own.find(({ name }) => name.startsWith('GET '))
  expect(call?.parentSpanId).toBe('b'.repeat(16))
  expect(own.some(({ name, parentSpanId }) => name === 'sql select' && parentSpanId === call?.spanId)).toBe(
    true,
  )
  expect(bankAsked?.traceparent).toContain(`00-${trace}-`)
  expect(spans().some(({ traceId }) => traceId === '1'.repeat(32))).toBe(false)
  // Numbers that were asked for, cookies and query strings are nowhere.
  expect(received.join('')).not.toMatch(/330102199001011234|idcardno=|rows=10/)
  expect(received.join('')).not.toContain(client.token)
})
