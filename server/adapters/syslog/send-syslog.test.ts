// Syslog over TLS: only to a collector whose authority is trusted and whose name it is, and taken only when that collector has read it.

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAuthority, type OwnAuthority } from '../../testing/own-authority.ts'
import { sendSyslog } from './send-syslog.ts'

let folder: string
let authority: OwnAuthority
let collector: Server
let got: string[]
let breaksOff = false
const opened: Server[] = []
const message = { at: '2026-03-16T02:00:00.000Z', facts: { number: 1 }, text: '{"name":"王"}' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-syslog-'))
  authority = makeAuthority(folder)
  collector = await listen(
    createTlsServer({ key: authority.key, cert: authority.cert }, (socket) => {
      let text = ''
      socket.setEncoding('utf8').on('error', () => undefined)
      socket.on('data', (piece) => {
        text += piece
        if (breaksOff) socket.destroy()
      })
      socket.on('end', () => got.push(text))
    }),
  )
})
afterAll(async () => {
  for (const server of opened) server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  got = []
  breaksOff = false
})

async function listen<S extends Server>(server: S): Promise<S> {
  opened.push(server)
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port
const to = (server: Server, more: { host?: string; caFile?: string } = {}) =>
  sendSyslog({ host: '127.0.0.1', port: portOf(server), tls: true, ...more }, [message])

it('is read whole by a collector of the own authority', async () => {
  await to(collector, { caFile: authority.caFile })
  const bytes = Buffer.byteLength(got[0]?.replace(/^\d+ /, '') ?? '')
  expect(got[0]).toMatch(new RegExp(`^${bytes} <109>1 2026-03-16T02:00:00.000Z \\S+ paywages .*"王"}$`))
})

it('tells nothing to a collector that nobody vouches for, or under another name', async () => {
  await expect(to(collector)).rejects.toThrow(/self-signed/)
  await expect(to(collector, { host: 'localhost', caFile: authority.caFile })).rejects.toThrow(
    /does not match certificate/,
  )
  expect(got).toEqual([])
})

it('fails where nobody listens', async () => {
  const gone = await listen(createServer())
  const port = portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  const settings = { host: '127.0.0.1', port, tls: true, caFile: authority.caFile }
  await expect(sendSyslog(settings, [message])).rejects.toThrow('ECONNREFUSED')
})

it('is not taken by a collector that breaks off', async () => {
  breaksOff = true
  await expect(to(collector, { caFile: authority.caFile })).rejects.toThrow()
})

it('is not taken because somebody on the way closes the connection', async () => {
  const between = await listen(
    createServer({ allowHalfOpen: true }, (near) => {
      const far = connect(portOf(collector), '127.0.0.1')
      far.pipe(near, { end: false })
      far.on('error', () => undefined)
      near.on('error', () => undefined)
      // The handshake passes; what follows is swallowed, and our end is closed as if it had been read.
      let pieces = 0
      near.on('data', (piece) => {
        pieces += 1
        if (pieces === 1) far.write(piece)
        else near.end()
      })
      near.on('close', () => far.destroy())
    }),
  )
  await expect(to(between, { caFile: authority.caFile })).rejects.toThrow(/closing alert/)
  expect(got).toEqual([])
})
