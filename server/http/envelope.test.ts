// What the edge answers when a request is malformed, unknown, too large, or the server itself fails (D2, D33).

import { API_PREFIX } from '@paywages/wire/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import { type CutWire, openCutWire } from '../testing/cut-wire.ts'
import { createPeople, digestOf } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { refusalOf } from './reply.ts'

let services: TestServices
let admin: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  admin = await signIn(services, 'admin')
})
afterAll(() => services.close())

const NO_SUCH_CALL = { status: 404, code: 'no-such-call', msg: '请求的接口不存在', data: null }
const MALFORMED = { status: 400, code: 'malformed', msg: '请求参数不正确，请检查后重试', data: null }

describe('an unknown endpoint', () => {
  it.each([
    ['GET', '/nowhere'],
    ['POST', '/nowhere'],
    ['GET', '/login'],
    ['PUT', '/login'],
    ['DELETE', '/user'],
    ['HEAD', '/user'],
    ['POST', '/user'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/user/'],
    ['GET', `/${'x'.repeat(500)}`],
  ] as const)('%s %s answers 404 in the envelope', async (method, path) => {
    const raw = await admin.send({ method, url: API_PREFIX + path })
    expect([raw.statusCode, raw.json()]).toEqual([404, NO_SUCH_CALL])
    expect(raw.headers['cache-control']).toBe('no-store')
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    '%s outside the API prefix answers 404 in the envelope',
    async (method) => {
      const raw = await admin.send({ method, url: '/layout' })
      expect([raw.statusCode, raw.json()]).toEqual([404, NO_SUCH_CALL])
    },
  )
})

describe('a malformed request', () => {
  it.each([
    ['broken JSON', '{"name":'],
    ['an empty body', ''],
    ['a poisoned prototype', '{"platformName":"x","__proto__":{"superManager":1}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"superManager":1}}}'],
  ])('answers 400 for %s', async (_, payload) => {
    const headers = { 'content-type': 'application/json' }
    const raw = await admin.send({ method: 'POST', url: `${API_PREFIX}/platform/add`, payload, headers })
    expect([raw.statusCode, raw.json()]).toEqual([400, MALFORMED])
  })

  it.each(['[]', '"text"', '1', 'true'])('answers 400 for the body %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const raw = await admin.send({ method: 'POST', url: `${API_PREFIX}/platform/add`, payload, headers })
    expect([raw.statusCode, raw.json().code]).toEqual([400, 'malformed'])
    expect(raw.json().msg).toBe(MALFORMED.msg)
  })

  it('answers 400 for an undecodable URL', async () => {
    const raw = await admin.send({ url: `${API_PREFIX}/%zz?phone=13912342001` })
    expect([raw.statusCode, raw.json()]).toEqual([400, MALFORMED])
  })

  it('answers 413 for a body that is too large', async () => {
    const payload = { platformName: 'x'.repeat(1_100_000) }
    const raw = await admin.send({ method: 'POST', url: `${API_PREFIX}/platform/add`, payload })
    expect([raw.statusCode, raw.json()]).toEqual([
      413,
      { status: 413, code: 'too-large', msg: '提交的内容过大', data: null },
    ])
  })

  it('answers 415 for another content type, also on the upload endpoint', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const path of ['/platform/add', '/login']) {
      const raw = await admin.send({ method: 'POST', url: API_PREFIX + path, payload: '--x--', headers })
      expect([raw.statusCode, raw.json().code]).toEqual([415, 'wrong-media-type'])
    }
    const raw = await admin.send({ method: 'POST', url: `${API_PREFIX}/file/upload`, payload: {} })
    expect([raw.statusCode, raw.json().code]).toEqual([415, 'wrong-media-type'])
  })
})

describe('an internal error', () => {
  it('answers 500 without details and logs the error without values', async () => {
    const broken = await openTestServices({ sharing: services })
    const name = '13912342001'
    try {
      await services.query(
        'create or replace function poison() returns trigger language plpgsql as $$ begin raise exception $m$secret %$m$, new.name; end $$',
      )
      await services.query(
        'create trigger poison before insert on platforms for each row execute function poison()',
      )
      const raw = await clientOf(broken, admin.token).send({
        method: 'POST',
        url: `${API_PREFIX}/platform/add`,
        payload: { platformName: name },
      })
      expect([raw.statusCode, raw.json()]).toEqual([
        500,
        { status: 500, code: 'server-error', msg: '系统繁忙，请稍后重试', data: null },
      ])
      const failed = broken.lines.filter((line) => line.includes('call failed'))
      expect(failed).toHaveLength(1)
      expect(JSON.parse(failed[0] ?? '')).toMatchObject({ call: 'addPlatform', err: { code: 'P0001' } })
      expect(failed[0]).not.toContain(name)
    } finally {
      await services.query('drop function poison cascade')
      await broken.close()
    }
  })

  it('metrics count refusals and time calls', async () => {
    await admin.call('providerNames', {})
    await clientOf(services).call('currentUser', {})
    const text = await services.metrics.registry.metrics()
    expect(text).toContain('paywages_call_seconds_count{call="providerNames",code="200"}')
    expect(text).toContain('paywages_refusals_total{code="not-logged-in"}')
  })
})

describe('a database outage', () => {
  const UNAVAILABLE = { status: 500, code: 'unavailable', msg: '服务暂时不可用，请稍后重试', data: null }
  let wire: CutWire
  let outage: TestServices
  let client: Client

  beforeAll(async () => {
    wire = await openCutWire(services.home.url)
    outage = await openTestServices({ sharing: services, settings: { DATABASE_URL: wire.url } })
    client = clientOf(outage, admin.token)
  })
  afterAll(async () => {
    await outage.close()
    await wire.close()
  })

  it('answers 503 and recovers when the database is back', async () => {
    expect((await client.call('providerNames', {})).http).toBe(200)
    await wire.cut()
    const login = { account: 'payA1', passwordDigest: digestOf('x') }
    for (const reply of [await client.call('providerNames', {}), await client.call('login', login)])
      expect([reply.http, reply.body]).toEqual([503, UNAVAILABLE])
    const ready = await client.send({ url: '/ready' })
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      {
        ready: false,
        checks: { accepting: true, schema: true, database: false, files: true },
        reasons: { database: expect.stringContaining('cannot be reached') },
      },
    ])
    expect((await client.send({ url: '/live' })).statusCode).toBe(200)
    await wire.mend()
    expect((await client.call('providerNames', {})).http).toBe(200)
  })

  it('answers 503 when the connection ends during a call', async () => {
    const running = outage.database.transact(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    const error = await running.catch((reason: unknown) => reason)
    expect(refusalOf(error).envelope).toEqual(UNAVAILABLE)
    expect((await client.call('providerNames', {})).http).toBe(200)
  })
})
