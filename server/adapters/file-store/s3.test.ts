// Tests what only the S3 store can get wrong: a service that stumbles, refuses, stalls or lies.

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Seen, signatureOf } from '../../testing/aws-signature.ts'
import { filesIn } from '../../testing/files-in.ts'
import { startLocalS3 } from '../../testing/local-s3.ts'
import type { FileStore } from './file-store.ts'
import { listObjects, openS3Store } from './s3.ts'
import { openS3 } from './s3-request.ts'
import { StoreUnavailable } from './store-errors.ts'

type Reply = (response: ServerResponse, number: number) => void

let server: Server
let spoolDirectory: string
let seen: Seen[]
let reply: Reply
let store: FileStore
let settings: Parameters<typeof openS3Store>[0]

beforeEach(async () => {
  seen = []
  spoolDirectory = await mkdtemp(join(tmpdir(), 'paywages-spool-'))
  server = createServer(async (request, response) => {
    const body = await buffer(request)
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    reply(response, seen.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  settings = {
    endpoint,
    bucket: 'files',
    region: 'cn-north-1',
    accessKeyId: 'id',
    secretAccessKey: 'hush-hush',
  }
  store = await openS3Store(settings, spoolDirectory)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  for (const request of seen)
    expect(request.headers.authorization).toContain(`Signature=${signatureOf(request, 'hush-hush')}`)
  expect(await filesIn(spoolDirectory)).toEqual([])
  await rm(spoolDirectory, { recursive: true })
})

async function* one(bytes: Uint8Array) {
  yield bytes
}
const put = (bytes: Uint8Array, signal?: AbortSignal) =>
  store.put('a/b', one(bytes), { limitBytes: 1_000_000, ...(signal === undefined ? {} : { signal }) })
const answer =
  (status: number, text = '', headers = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(text)
  }

it('retries the whole file after 503, 429 and a broken connection', async () => {
  const bytes = randomBytes(200_000)
  reply = (response, number) => {
    if (number === 3) response.destroy()
    else response.writeHead([503, 429][number - 1] ?? 200).end()
  }
  await put(bytes)
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(4).fill('PUT /files/a/b'))
  for (const { body, headers } of seen) {
    expect(body.equals(bytes)).toBe(true)
    expect(headers['content-length']).toBe('200000')
    expect(headers['x-amz-content-sha256']).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/cn-north-1\/s3\/aws4_request/,
    )
  }
})

it('gives up after four attempts', async () => {
  reply = answer(500, '<Error><Code>InternalError</Code></Error>')
  await expect(put(randomBytes(9))).rejects.toThrow('The object store answered 500 (InternalError).')
  expect(seen).toHaveLength(4)
})

it('does not retry a 403 and reveals no secret', async () => {
  reply = answer(
    403,
    '<Error><Code>SignatureDoesNotMatch</Code><StringToSign>hush-hush</StringToSign></Error>',
  )
  const refused = await put(randomBytes(9)).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StoreUnavailable)
  expect(String(refused)).toContain('403 (SignatureDoesNotMatch)')
  expect(String(refused)).not.toContain('hush')
  expect(seen).toHaveLength(1)
})

it('stops between attempts when aborted', async () => {
  const abort = new AbortController()
  reply = (response) => {
    response.writeHead(503).end()
    abort.abort(new Error('enough'))
  }
  await expect(put(randomBytes(9), abort.signal)).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)
})

it('stops during an attempt when aborted', async () => {
  const abort = new AbortController()
  reply = () => abort.abort(new Error('enough'))
  await expect(put(randomBytes(9), abort.signal)).rejects.toThrow('enough')
})

it('times out once, without another attempt, when no response arrives', async () => {
  reply = () => {}
  const send = openS3(settings, 250)
  await expect(send({ method: 'GET', key: 'a' })).rejects.toThrow('The object store cannot be reached.')
  expect(seen).toHaveLength(1)
})

it('returns undefined for a missing key and throws for a missing bucket', async () => {
  reply = answer(404, '<Error><Code>NoSuchKey</Code></Error>')
  expect(await store.get('a')).toBeUndefined()
  await store.remove('a')
  reply = answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
  await expect(store.get('a')).rejects.toThrow('404 (NoSuchBucket)')
  await expect(store.remove('a')).rejects.toThrow('404 (NoSuchBucket)')
  await expect(store.check()).rejects.toThrow(StoreUnavailable)
})

it.each([
  ['the whole file', answer(200, 'abcdef')],
  ['another range', answer(206, 'abc', { 'content-range': 'bytes 0-2/6' })],
  ['a longer range', answer(206, 'bcdef', { 'content-range': 'bytes 1-5/6' })],
])('rejects %s in response to a range request', async (_, given) => {
  reply = given
  await expect(store.get('a', { start: 1, end: 2 })).rejects.toThrow('other bytes than were asked for')
})

it('fails the read when the body is truncated', async () => {
  reply = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('abc')
    setTimeout(() => response.destroy(), 20)
  }
  const body = await store.get('a')
  await expect(body?.stream.toArray()).rejects.toThrow()
})

it('lists all pages and skips foreign keys', async () => {
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`
  const pages = [
    `<R><IsTruncated>true</IsTruncated>${entry('p/a')}${entry('p/Other.txt')}<NextContinuationToken>x&amp;y=+/</NextContinuationToken></R>`,
    `<R><IsTruncated>false</IsTruncated>${entry('p/b')}${entry('../../c')}</R>`,
  ]
  reply = (response, number) => void response.end(pages[number - 1])
  const files: unknown[] = []
  for await (const file of store.list('p/')) files.push(file)
  const modifiedAt = new Date('2026-01-02T03:04:05Z')
  expect(files).toEqual([
    { key: 'p/a', modifiedAt },
    { key: 'p/b', modifiedAt },
  ])
  const asked = seen.map(({ url }) => new URL(url, 'http://x').searchParams)
  expect(
    asked.map((query) => [query.get('list-type'), query.get('prefix'), query.get('continuation-token')]),
  ).toEqual([
    ['2', 'p/', null],
    ['2', 'p/', 'x&y=+/'],
  ])
})

it('lists every page of the stand-in that other tests use', async () => {
  const s3 = await startLocalS3()
  const kept = await openS3Store(s3.settings, spoolDirectory)
  const keys = ['p/a', 'p/b', 'p/c', 'p/d', 'p/e']
  for (const key of keys) await kept.put(key, one(randomBytes(10)), { limitBytes: 100 })
  const send = openS3(s3.settings)
  let pages = 0
  const byTwo: typeof send = (asked) => {
    pages += 1
    return send({ ...asked, query: { ...asked.query, 'max-keys': '2' } })
  }
  const listed: string[] = []
  for await (const { key } of listObjects(byTwo, 'p/')) listed.push(key)
  expect([listed, pages]).toEqual([keys, 3])
  await s3.stop()
})

it('throws when the service rejects the access key', async () => {
  const s3 = await startLocalS3()
  const stranger = await openS3Store({ ...s3.settings, accessKeyId: 'stranger' }, spoolDirectory)
  await expect(stranger.check()).rejects.toThrow('403 (InvalidAccessKeyId)')
  await s3.stop()
})
