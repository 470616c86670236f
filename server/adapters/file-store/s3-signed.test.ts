// The object store against a service that checks signatures: tokens that end, roles, files and endpoints that hand out keys, virtual hosts, parts, an own authority.

import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { makeAuthority } from '../../testing/own-authority.ts'
import { type StrictKeys, type StrictS3, startStrictS3 } from '../../testing/strict-s3.ts'
import type { S3Settings } from '../config/s3-settings.ts'
import { openS3Store } from './s3.ts'

const FIXED = { accessKeyId: 'FIXED', secretAccessKey: 'hush-hush' }
const FIRST = { accessKeyId: 'FIRST', secretAccessKey: 'one', sessionToken: 'token/one+=' }
const SECOND = { accessKeyId: 'SECOND', secretAccessKey: 'two', sessionToken: 'token/two' }
const LARGE = 16 * 1_048_576 + 1_000

let folder: string
let services: Server
let servicesUrl: string
/** What the endpoint of credentials and the token service hand out. */
let handedOut: StrictKeys = FIRST
let lifeMs = 3_600_000
const asked: string[] = []
const running: StrictS3[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-s3-'))
  services = createServer(async (request, response) => {
    const given = await text(request)
    asked.push(`${request.method} ${request.headers.authorization ?? ''}${given}`)
    const expires = new Date(Date.now() + lifeMs).toISOString()
    const { accessKeyId, secretAccessKey, sessionToken } = handedOut
    response.end(
      request.method === 'POST'
        ? `<R><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken><Expiration>${expires}</Expiration></R>`
        : JSON.stringify({
            AccessKeyId: accessKeyId,
            SecretAccessKey: secretAccessKey,
            Token: sessionToken,
            Expiration: expires,
          }),
    )
  }).listen(0, '127.0.0.1')
  await once(services, 'listening')
  servicesUrl = `http://127.0.0.1:${(services.address() as AddressInfo).port}/`
  await writeFile(join(folder, 'token'), 'from the platform\n')
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of running.splice(0)) await one.stop()
  asked.length = 0
  handedOut = FIRST
  lifeMs = 3_600_000
})
afterAll(async () => {
  services.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(more: Partial<Parameters<typeof startStrictS3>[0]> = {}): Promise<StrictS3> {
  const s3 = await startStrictS3({ bucket: 'files', style: 'path', keys: FIXED, ...more })
  running.push(s3)
  return s3
}

const open = (settings: Partial<S3Settings> & { endpoint: string }) =>
  openS3Store({ bucket: 'files', region: 'cn-north-1', ...settings }, join(folder, 'spool'))

async function* one(bytes: Uint8Array) {
  yield bytes
}
const ANY = { limitBytes: 2 * LARGE }

async function expectRoundTrip(s3: StrictS3, store: Awaited<ReturnType<typeof open>>, size = 1_000) {
  const bytes = randomBytes(size)
  await store.put('a/b', one(bytes), ANY)
  expect(s3.objects.get('a/b')?.equals(bytes)).toBe(true)
  const body = await store.get('a/b', { start: 10, end: 19 })
  expect(body && (await buffer(body.stream)).equals(bytes.subarray(10, 20))).toBe(true)
  const keys: string[] = []
  for await (const { key } of store.list('a/')) keys.push(key)
  expect(keys).toEqual(['a/b'])
  await store.check()
  await store.remove('a/b')
  expect(await store.get('a/b')).toBeUndefined()
}

it('is refused with a wrong key', async () => {
  const s3 = await start()
  const store = await open({ endpoint: `http://127.0.0.1:${s3.port}`, ...FIXED, secretAccessKey: 'wrong' })
  await expect(store.put('a/b', one(randomBytes(5)), ANY)).rejects.toThrow('403 (SignatureDoesNotMatch)')
})

it('signs with a session token', async () => {
  const s3 = await start({ keys: FIRST })
  await expectRoundTrip(s3, await open({ endpoint: `http://127.0.0.1:${s3.port}`, ...FIRST }))
})

it('names the bucket by the host', async () => {
  const s3 = await start({ style: 'virtual-host' })
  const look = dns.lookup
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) =>
    (look as (...all: unknown[]) => void)(name === 'files.s3.test' ? '127.0.0.1' : name, ...rest)) as never)
  const store = await open({ endpoint: `http://s3.test:${s3.port}/`, ...FIXED, style: 'virtual-host' })
  await expectRoundTrip(s3, store)
})

it.each([
  ['a file', () => ({ credentialsFile: join(folder, 'keys.json') })],
  ['an endpoint', () => ({ credentialsUrl: servicesUrl, credentialsTokenFile: join(folder, 'token') })],
  [
    'a role',
    () => ({
      roleArn: 'arn:aws:iam::1:role/pay',
      webIdentityTokenFile: join(folder, 'token'),
      stsEndpoint: servicesUrl,
    }),
  ],
])('takes keys from %s, and others when those end or are taken away', async (way, settings) => {
  const handOut = (keys: StrictKeys) => {
    handedOut = keys
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken } = keys
    return writeFile(
      join(folder, 'keys.json'),
      JSON.stringify({ AccessKeyId, SecretAccessKey, SessionToken }),
    )
  }
  await handOut(FIRST)
  const s3 = await start({ keys: FIRST })
  const store = await open({ endpoint: `http://127.0.0.1:${s3.port}`, ...settings() })
  await expectRoundTrip(s3, store)
  if (way === 'an endpoint') expect(asked[0]).toBe('GET from the platform')
  if (way === 'a role')
    expect(asked[0]).toMatch(
      /^POST Action=AssumeRoleWithWebIdentity.*RoleArn=arn.*&WebIdentityToken=from\+the\+platform$/,
    )
  // Asked once for all that was sent.
  expect(asked.length).toBeLessThanOrEqual(2)
  await handOut(SECOND)
  s3.accept(SECOND)
  await expectRoundTrip(s3, store)
  expect(s3.calls.filter((call) => call.endsWith('ExpiredToken')).length).toBeLessThanOrEqual(2)
})

it('asks again before keys end', async () => {
  lifeMs = 299_000
  const s3 = await start({ keys: FIRST })
  const store = await open({ endpoint: `http://127.0.0.1:${s3.port}`, credentialsUrl: servicesUrl })
  await store.put('a/b', one(randomBytes(5)), ANY)
  await store.put('a/c', one(randomBytes(5)), ANY)
  expect(asked).toHaveLength(2)
})

it('sends what is large in parts, leaves nothing of what failed, and what is there as it is', async () => {
  const s3 = await start()
  const store = await open({
    endpoint: `http://127.0.0.1:${s3.port}`,
    ...FIXED,
    multipartBytes: 8 * 1_048_576,
  })
  await expectRoundTrip(s3, store, LARGE)
  expect(s3.calls.filter((call) => call.includes('partNumber=')).length).toBe(2)
  s3.objects.set('a/taken', Buffer.from('there'))
  await store.put('a/taken', one(randomBytes(LARGE)), { ...ANY, onlyNew: true })
  expect(s3.objects.get('a/taken')?.toString()).toBe('there')
  const leaving = new AbortController()
  const sent = store.put('a/left', one(randomBytes(LARGE)), { ...ANY, signal: leaving.signal })
  await vi.waitFor(() => expect(s3.openUploads()).toBe(1), 30_000)
  leaving.abort()
  await expect(sent).rejects.toThrow()
  expect([s3.openUploads(), s3.objects.has('a/left')]).toEqual([0, false])
})

it('trusts an own authority for this store alone', async () => {
  const { key, cert, caFile } = makeAuthority(folder)
  const s3 = await start({ tls: { key, cert } })
  const endpoint = `https://127.0.0.1:${s3.port}`
  await expectRoundTrip(s3, await open({ endpoint, ...FIXED, caFile }))
  await expect((await open({ endpoint, ...FIXED })).get('a/b')).rejects.toThrow('cannot be reached')
})
