// Both ends of the port to text messages: the file that stands in, and a gateway over real HTTP.

import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isTimely, requestIsSigned } from '../bank/signature.ts'
import { openFileOutbox } from './file-outbox.ts'
import { openHttpGateway } from './http-gateway.ts'
import { SmsNotSent, type SmsPort, type SmsProblem } from './sms-port.ts'

const MESSAGE = { phone: '13912342001', text: '【星河薪付】邀请', reference: 'invitation-7' }

describe('openFileOutbox', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paywages-sms-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('appends one line per message with the phone masked, readable by the owner only', async () => {
    const outbox = openFileOutbox(folder)
    expect(outbox.codesRequired).toBe(false)
    await Promise.all(Array.from({ length: 20 }, (_, n) => outbox.send({ ...MESSAGE, reference: String(n) })))
    const file = join(folder, 'sms', 'outbox.jsonl')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const read = lines.map((line) => JSON.parse(line) as Record<string, string>)
    expect(read.map(({ reference }) => Number(reference)).sort((a, b) => a - b)).toEqual([
      ...Array(20).keys(),
    ])
    expect(read[0]).toMatchObject({ phone: '139****2001', text: MESSAGE.text })
  })
})

describe('openHttpGateway', () => {
  const SECRET = 'the-secret-of-both-sides-0123456789'
  let server: Server
  let sms: SmsPort
  let answer: (reply: ServerResponse) => void
  let received: { request: IncomingMessage; body: Buffer } | undefined

  beforeAll(async () => {
    server = createServer(async (request, reply) => {
      received = { request, body: await buffer(request) }
      answer(reply)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    sms = openHttpGateway({ url: `http://127.0.0.1:${port}/v2/send?app=7`, secret: SECRET, timeoutMs: 300 })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('sends signed JSON and requires verification codes', async () => {
    answer = (reply) => void reply.writeHead(202).end('accepted')
    await sms.send(MESSAGE)
    expect(sms.codesRequired).toBe(true)
    const { request, body } = received ?? expect.fail('nothing was sent')
    expect(JSON.parse(body.toString())).toEqual(MESSAGE)
    const header = (name: string) => String(request.headers[`x-sms-${name}`])
    const [timestamp, nonce] = [header('timestamp'), header('nonce')]
    const signed = { method: 'POST', path: '/v2/send?app=7', timestamp, nonce }
    expect(isTimely(timestamp, Date.now())).toBe(true)
    expect(requestIsSigned(SECRET, signed, body, header('signature'))).toBe(true)
    expect(requestIsSigned(`${SECRET}!`, signed, body, header('signature'))).toBe(false)
  })

  const wrongs: readonly [SmsProblem, (reply: ServerResponse) => void][] = [
    ['http-500', (reply) => void reply.writeHead(500).end()],
    ['http-403', (reply) => void reply.writeHead(403).end()],
    ['unreachable', (reply) => void reply.writeHead(302, { location: '/' }).end()],
    ['unreachable', (reply) => void reply.destroy()],
    ['timeout', () => undefined],
  ]
  it.each(wrongs)('throws SmsNotSent with %s and without the message content', async (problem, wrong) => {
    answer = wrong
    const error = await sms.send(MESSAGE).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(SmsNotSent)
    expect(error).toMatchObject({ problem })
    expect(`${(error as Error).stack}`).not.toContain(MESSAGE.phone)
  })
})
