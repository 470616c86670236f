// Addresses that no file has, and bodies that are too large, over real connections: 404 and 413, never 500 or a reset.

import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { deflateSync, gzipSync } from 'node:zlib'
import { API_PREFIX } from '@paywages/wire/endpoints.ts'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, urlOf } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { SESSION_COOKIE } from './session-cookie.ts'
import { serveWebPages } from './web-pages.ts'

let services: TestServices
let address: URL

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  address = new URL(await services.listen())
})
afterAll(() => services.close())

/** Sends bytes as they are: no client tidies the address up. */
async function sendRaw(at: URL, ...pieces: (string | Buffer)[]): Promise<{ code: number; body: string }> {
  const socket = connect(Number(at.port), at.hostname)
  const answer = text(socket)
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain')
  const [head = '', body = ''] = (await answer).split('\r\n\r\n')
  return { code: Number(head.split(' ')[1]), body }
}

const PATHS = [
  ...['%2e%2e/index.html', '%2e%2e%2findex.html', '..%2findex.html', '../index.html', 'x/../../index.html'],
  ...[
    '%2E%2E/%2e%2e/%2e%2e/etc/passwd',
    '....//index.html',
    './app.js',
    '%2e/app.js',
    '//app.js',
    '.env',
    '%2eenv',
  ],
  ...['%00', 'app.js%00', 'app.js%00.css', '%zz', '%', '%e0%a4', '%c0%ae%c0%ae/x', '%ff', '..\\index.html'],
  ...['%5c..%5cindex.html', '..%5cindex.html', 'app.js/', 'app.js/x', 'C:/x', '%252e%252e/x', '~', 'a b', ''],
  ...['x'.repeat(300), `${'a/'.repeat(300)}b`, 'app.js;x', 'gone.js', 'sub', 'sub/'],
]

describe('an address that no file has', () => {
  let folder: string
  let pages: FastifyInstance
  let built: URL

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-static-'))
    for (const name of ['assets', 'assets/sub', 'templates']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'assets', 'app.js'), 'export {}')
    for (const page of ['index.html', 'sign.html']) await writeFile(join(folder, page), '<html></html>')
    pages = Fastify({
      // As the server does with what its router cannot read.
      frameworkErrors: (_, __, reply) => void (reply as unknown as FastifyReply).code(404).send(),
    }) as unknown as FastifyInstance
    await serveWebPages(pages, services.brands, folder)
    built = new URL(await pages.listen({ port: 0, host: '127.0.0.1' }))
  })
  afterAll(async () => {
    await pages.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (at: URL, path: string) =>
    sendRaw(at, `GET ${path} HTTP/1.1\r\nhost: ${at.host}\r\nconnection: close\r\n\r\n`)

  it.each(PATHS.filter((path) => !path.includes(' ')))('answers 404 for %s', async (path) => {
    for (const prefix of ['/assets/', '/templates/']) {
      const { code, body } = await ask(built, prefix + path)
      expect([prefix, code, body.includes('<html')]).toEqual([prefix, 404, false])
    }
  })

  it('still serves the files that are there', async () => {
    expect(await ask(built, '/assets/app.js?v=1')).toMatchObject({ code: 200, body: 'export {}' })
  })

  it.each(['/assets/%zz', '/%zz', '/%e0%a4', '/sign/%zz'])('the server answers 404 for %s', async (path) => {
    const { code, body } = await ask(address, path)
    expect([code, JSON.parse(body).code]).toEqual([404, 'no-such-call'])
  })
})

describe('a body that is too large', () => {
  const MB = 1_048_576
  const head = (...lines: string[]) =>
    [
      `POST ${API_PREFIX}/login HTTP/1.1`,
      `host: ${address.host}`,
      'content-type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n')
  const expectTold = ({ code, body }: { code: number; body: string }) =>
    expect([code, JSON.parse(body)]).toEqual([
      413,
      { status: 413, code: 'too-large', msg: '提交的内容过大', data: null },
    ])

  it('is told so to whoever sends it whole before reading', async () => {
    const body = Buffer.alloc(20 * MB, '1')
    expectTold(await sendRaw(address, head(`content-length: ${body.length}`), body))
  })

  it('is told so to whoever does not say how large it is', async () => {
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MB, '1'), Buffer.from('\r\n')])
    const pieces = Array.from({ length: 20 }, () => piece)
    expectTold(await sendRaw(address, head('transfer-encoding: chunked'), ...pieces, '0\r\n\r\n'))
  })

  it('is cut off when it does not end', async () => {
    const socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(head(`content-length: ${4_000 * MB}`))
    const piece = Buffer.alloc(MB, '1')
    const push = () => {
      while (socket.writable && socket.write(piece));
    }
    socket.on('drain', push).resume()
    push()
    await closed
    expect(socket.bytesWritten).toBeLessThan(200 * MB)
  })
})

describe('a call with a head that promises another body than it has', () => {
  const post = async (path: string, lines: string[], body: Buffer) => {
    const { token } = await signIn(services, 'payA1')
    const head = [
      `POST ${path} HTTP/1.1`,
      ...[`host: ${address.host}`, `cookie: ${SESSION_COOKIE}=${token}`, 'connection: close'],
      ...[`content-length: ${body.length}`, ...lines, '', ''],
    ].join('\r\n')
    const answer = await sendRaw(address, head, body)
    return [answer.code, JSON.parse(answer.body).code]
  }

  it.each([
    ['no boundary', ''],
    ['an empty boundary', '; boundary='],
    ['a boundary without end', `; boundary=${'b'.repeat(3_000)}`],
  ])('is a broken upload with %s', async (_, boundary) => {
    const type = `content-type: multipart/form-data${boundary}`
    expect(await post(urlOf('uploadSheet'), [type], Buffer.from('x'))).toEqual([400, 'upload-broken'])
  })

  it.each([
    ['login', 'application/json', '{"uaccount":"payA1"}'],
    ['uploadSheet', 'multipart/form-data; boundary=x', ' '.repeat(20_000_000)],
  ] as const)('is not unpacked: %s', async (call, type, content) => {
    for (const [encoding, packed] of [
      ['gzip', gzipSync(content)],
      ['deflate', deflateSync(content)],
    ] as const) {
      const lines = [`content-type: ${type}`, `content-encoding: ${encoding}`]
      expect(await post(urlOf(call), lines, packed)).toEqual([415, 'wrong-media-type'])
    }
  })

  it('is no failure of ours where the asker leaves in the middle', async () => {
    const before = services.lines.length
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `POST ${urlOf('login')} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
      () => socket.destroy(),
    )
    const said = () => services.lines.slice(before).filter((line) => /call failed|asker left/.test(line))
    await expect.poll(() => said().length, { timeout: 10_000 }).toBe(1)
    expect(said()[0]).toContain('the asker left')
  })
})
