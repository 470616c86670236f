// The customer's side of callbacks for tests: takes them, checks their signature, and refuses when told to.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { TransferResult } from '../transfer.ts'
import { SECRET, sha256, sign } from './bank-client.ts'

export type Callback = {
  at: number
  nonce: string
  isSigned: boolean
  events: TransferResult[]
  status: number
}

export type Listener = {
  readonly url: string
  readonly callbacks: Callback[]
  /** What it answers to the next callbacks. */
  answer: (callback: Omit<Callback, 'status'>) => number | Promise<number>
  /** Where its redirects lead. */
  location: string
  /** Everything it took, in order. */
  taken(): TransferResult[]
  close(): Promise<void>
}

export async function listen(port = 0): Promise<Listener> {
  const callbacks: Callback[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { headers, method = '', url = '' } = request
    const nonce = String(headers['x-bank-nonce'])
    const parts = [method, url, String(headers['x-bank-timestamp']), nonce, sha256(body)]
    const isSigned = sign(SECRET, parts) === headers['x-bank-signature']
    const callback = { at: Date.now(), nonce, isSigned, events: JSON.parse(body).events }
    const status = await listener.answer(callback)
    callbacks.push({ ...callback, status })
    response.writeHead(status, { location: listener.location }).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bank/notify?from=bank`,
    callbacks,
    answer: () => 204,
    location: '',
    taken: () => callbacks.filter(({ status }) => status === 204).flatMap(({ events }) => events),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
  onTestFinished(() => listener.close())
  return listener
}
