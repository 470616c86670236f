// The port to a key service, by a command and over HTTP: both give back what was wrapped, and fail with one sentence that holds no secret.

import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { openKeyRing } from './key-ring.ts'
import { readSecrets } from './unwrap-secrets.ts'

const KEY = 'pQ7m3Xv9Rk2Ht6Wz1Nc8Ys5Jd4Lf0Bg+'
const OLD = 'kQ3vN8xR2mW7zB5tL9cJ4hG6dF1sP0yA'
const TOKEN = 'let-me-unwrap'
const wrapped = (key: string) => `wrapped:${Buffer.from(key).toString('base64')}`

let folder: string
let service: Server
const ways: Record<string, Record<string, string>> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-unwrap-'))
  const script = join(folder, 'unwrap.mjs')
  await writeFile(
    script,
    `import { text } from 'node:stream/consumers'
     const given = await text(process.stdin)
     if (!given.startsWith('wrapped:')) process.exit(3)
     console.log(Buffer.from(given.slice(8), 'base64').toString())`,
  )
  service = createServer(async (request, response) => {
    const { ciphertext } = (await json(request)) as { ciphertext: string }
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}` && ciphertext.startsWith('wrapped:')
    response.statusCode = isKnown ? 200 : 403
    response.end(JSON.stringify({ plaintext: Buffer.from(ciphertext.slice(8), 'base64').toString() }))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  ways.command = { KEY_UNWRAP_COMMAND: `${process.execPath} ${script}` }
  const { port } = service.address() as AddressInfo
  ways.service = { KEY_UNWRAP_URL: `http://127.0.0.1:${port}/unwrap`, KEY_UNWRAP_TOKEN: TOKEN }
})
afterAll(async () => {
  service.close()
  await rm(folder, { recursive: true, force: true })
})

const read = (more: Record<string, string>) =>
  readSecrets(
    readSettings({
      DATABASE_URL: 'postgres://nobody@nowhere/x',
      BANK_URL: 'http://bank.invalid',
      BANK_SECRET: 'b'.repeat(32),
      SECRET_KEY: KEY,
      ...more,
    }),
  )

describe.each(['command', 'service'])('by a %s', (way) => {
  it('gives every key as it was before it was wrapped', async () => {
    const given = { SECRET_KEY: wrapped(KEY), SECRET_KEY_OLD: wrapped(OLD), SECRET_KEY_NEXT: wrapped(OLD) }
    const secrets = await read({ ...ways[way], ...given })
    expect(secrets).toEqual({ current: KEY, old: [OLD], next: OLD })
    expect(openKeyRing(secrets).currentId).toBe(openKeyRing({ current: KEY, old: [] }).currentId)
  })

  it('stops the start with one sentence when a key cannot be unwrapped', async () => {
    const failure = await read({ ...ways[way], SECRET_KEY: KEY }).catch((error: Error) => error)
    expect(failure).toMatchObject({ name: 'StartProblem' })
    expect((failure as Error).message).toMatch(
      /^SECRET_KEY could not be unwrapped: it (ended with 3|answered 403)\.$/,
    )
  })
})

it('takes keys as they are where nobody unwraps them, and refuses two who would', async () => {
  expect(await read({})).toEqual({ current: KEY, old: [] })
  await expect((async () => read({ ...ways.command, ...ways.service }))()).rejects.toThrow(
    'must not both be set',
  )
})
