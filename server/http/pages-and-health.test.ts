// Security headers, the console's page with its nonce, health, metrics, and the API document (D33, D36).

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_PREFIX, everyEndpoint } from '@paywages/wire/endpoints.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { openApiDocument } from './api-document.ts'
import { serveWebPages } from './web-pages.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

describe('the name of a request', () => {
  const asked = (id?: string) =>
    services.app.inject({ url: `${API_PREFIX}/user`, ...(id ? { headers: { 'x-request-id': id } } : {}) })

  it('that the proxy gave comes back, and stands in the log', async () => {
    const before = services.lines.length
    const { headers } = await asked('edge-7f3a9c21')
    expect(headers['x-request-id']).toBe('edge-7f3a9c21')
    expect(services.lines.slice(before).join('')).toContain('"request":"edge-7f3a9c21"')
  })

  it.each([
    undefined,
    'short',
    'with a blank in it',
    'x'.repeat(65),
    'id-330102199003071234',
    '<script>alert</script>',
  ])('is one of our own in the place of %j', async (given) => {
    const { headers } = await asked(given)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('security headers', () => {
  it.each(['/', '/live', '/sign/abc', `${API_PREFIX}/user`, `${API_PREFIX}/nowhere`, '/missing.js'])(
    'are set on %s',
    async (url) => {
      const { headers } = await services.app.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringContaining('max-age='),
      })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    },
  )

  it('forbid caching and framing on API replies', async () => {
    const client = await signIn(services, 'payA1')
    for (const raw of [
      (await client.call('basicInfo', {})).raw,
      (await clientOf(services).call('basicInfo', {})).raw,
    ]) {
      expect(raw.headers['cache-control']).toBe('no-store')
      expect(raw.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(raw.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })
})

describe('the console page', () => {
  let folder: string
  let app: FastifyInstance

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-pages-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets', 'app-1a2b3c.js'), 'export {}')
    await mkdir(join(folder, 'templates'))
    await writeFile(join(folder, 'templates', 'payout-template.xlsx'), 'sheet')
    await writeFile(
      join(folder, 'index.html'),
      '<html data-plat="__PLAT__"><title>__TITLE__</title><script nonce="__CSP_NONCE__"></script></html>',
    )
    await writeFile(
      join(folder, 'sign.html'),
      '<html data-plat="__PLAT__"><title>签约 __TITLE__</title><script nonce="__CSP_NONCE__"></script></html>',
    )
    app = Fastify()
    await serveWebPages(app, services.brands, folder)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('has a fresh nonce on each request and a CSP without inline code', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/layout', '/accounts?index=2']) {
      const { headers, body } = await app.inject({ url })
      const policy = String(headers['content-security-policy'])
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(18)
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['cache-control']).toBe('no-cache')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  it.each([
    ['/', 1, '星河薪付'],
    ['/?plat=2', 2, '远山结算'],
    ['/?plat=%22%3E%3Cscript%3E', 1, '星河薪付'],
    ['/?plat=2&plat=1', 1, '星河薪付'],
  ])('%s shows brand %i', async (url, plat, title) => {
    const { body } = await app.inject({ url })
    expect(body).toContain(`data-plat="${plat}"><title>${title}</title>`)
    expect(body).not.toContain('<script>')
  })

  it.each([
    '/sign',
    '/sign/',
    '/sign/abc',
    '/sign/abc/def',
    '/sign/abc.def',
    '/sign/%2e%2e%2findex',
    '/sign/%00',
  ])('%s serves the signing page with a fresh nonce, no-store and noindex', async (url) => {
    const [{ statusCode, headers, body }, other] = [await app.inject({ url }), await app.inject({ url })]
    expect([statusCode, body.includes('<title>签约 星河薪付</title>')]).toEqual([200, true])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*|https?:/)
    expect(other.body).not.toBe(body)
  })

  it('serves the console for paths that only start like /sign', async () => {
    for (const url of ['/signing', '/signs/abc', '/personList'])
      expect((await app.inject({ url })).body).toContain('<title>星河薪付</title>')
  })

  it('serves templates under stable names with no-cache', async () => {
    const template = await app.inject({ url: '/templates/payout-template.xlsx' })
    expect([template.statusCode, template.body]).toEqual([200, 'sheet'])
    expect(template.headers['cache-control']).toBe('no-cache')
    expect((await app.inject({ url: '/templates/gone.xlsx' })).statusCode).toBe(404)
  })

  it('caches assets for a year and answers 404 for missing files', async () => {
    const asset = await app.inject({ url: '/assets/app-1a2b3c.js' })
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    for (const url of [
      '/assets/gone.js',
      '/favicon.ico',
      '/assets/../index.html',
      '/assets/..%2findex.html',
    ]) {
      const missing = await app.inject({ url })
      expect([missing.statusCode, missing.body.includes('<html')]).toEqual([404, false])
    }
  })

  it('answers 503 with an instruction when the console is not built', async () => {
    const bare = Fastify()
    await serveWebPages(bare, services.brands, join(folder, 'nowhere'))
    const { statusCode, body } = await bare.inject({ url: '/' })
    expect([statusCode, body]).toEqual([503, 'The console is not built yet: run npm run build.'])
    await bare.close()
  })
})

describe('health endpoints', () => {
  it('report live and ready', async () => {
    expect((await services.app.inject({ url: '/live' })).json()).toEqual({ live: true })
    const ready = await services.app.inject({ url: '/ready' })
    const checks = { accepting: true, schema: true, database: true, files: true }
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { ready: true, checks, reasons: {}, verified: null, sending: 'open' },
    ])
  })

  it('report not ready while draining', async () => {
    services.readiness.draining = true
    const { statusCode, body } = await services.app.inject({ url: '/ready' })
    services.readiness.draining = false
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      503,
      { ready: false, checks: { accepting: false } },
    ])
  })
})

it('are not ready where the database takes no writes', async () => {
  const other = await openTestServices()
  const name = new URL(other.home.url).pathname.slice(1)
  await other.admin.query(`alter database ${name} set default_transaction_read_only = on`)
  // Connections that are open already do not notice.
  await other.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const { statusCode, body } = await other.app.inject({ url: '/ready' })
  await other.close()
  expect([statusCode, JSON.parse(body)]).toMatchObject([
    503,
    { ready: false, checks: { accepting: true, schema: true, database: false, files: true } },
  ])
})

describe('GET /metrics', () => {
  const read = async (at: TestServices, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await at.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

  it('is allowed from loopback only, not through a proxy', async () => {
    expect(await read(services, '127.0.0.1')).toBe(200)
    expect(await read(services, '::1')).toBe(200)
    expect(await read(services, '192.0.2.1')).toBe(404)
    expect(await read(services, '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404)
    expect(await read(services, '192.0.2.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  })

  it('requires the token when METRICS_TOKEN is set', async () => {
    const METRICS_TOKEN = 'a-token-of-some-length'
    const guarded = await openTestServices({ sharing: services, settings: { METRICS_TOKEN } })
    try {
      expect(await read(guarded, '127.0.0.1')).toBe(404)
      expect(await read(guarded, '127.0.0.1', { authorization: 'Bearer wrong' })).toBe(404)
      expect(await read(guarded, '127.0.0.1', { authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404)
      expect(await read(guarded, '192.0.2.1', { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
    } finally {
      await guarded.close()
    }
  })
})

describe('the OpenAPI document', () => {
  type Operation = {
    operationId: string
    parameters?: { name: string; in: string; schema: object }[]
    requestBody?: { content: Record<string, { schema: object }> }
    responses: Record<string, { description: string }>
  }
  const document = openApiDocument() as {
    openapi: string
    info: { title: string; version: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, { properties: { code: { enum: string[] } } }> }
  }

  it('describes every endpoint once', async () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      everyEndpoint()
        .map(([name]) => name as string)
        .sort(),
    )
    for (const { parameters = [], requestBody, responses } of operations) {
      expect(Object.keys(responses)).toEqual(['200', 'default'])
      for (const { name, in: fixture, schema } of parameters)
        expect([name, fixture, typeof schema]).toEqual([expect.any(String), 'query', 'object'])
      if (requestBody) expect(Object.values(requestBody.content)[0]?.schema).toBeTypeOf('object')
    }
    expect(JSON.stringify(document)).not.toContain('$schema')
  })

  it('is served as JSON and as a page without scripts', async () => {
    const json = await services.app.inject({ url: `${API_PREFIX}/docs.json` })
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)))
    expect((await services.app.inject({ url: `${API_PREFIX}/docs` })).json()).toEqual(json.json())
    const page = await services.app.inject({ url: `${API_PREFIX}/docs`, headers: { accept: 'text/html' } })
    expect(page.body).toMatch(/^<!doctype html>/)
    expect(page.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(page.body).not.toMatch(/<script|<style|onerror=/)
  })
})
