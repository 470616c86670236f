// A transaction pooler in front of the test run's PostgreSQL: each transaction gets the next connection, as pgbouncer would hand it out.

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

export type TransactionPooler = { readonly url: string; close(): Promise<void> }

type Backend = { readonly stream: Socket; taken: boolean }

const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58
const READY_FOR_QUERY = 0x5a
const IDLE = 0x49

export async function openTransactionPooler(databaseUrl: string, size = 4): Promise<TransactionPooler> {
  const clients: pg.Client[] = []
  for (let index = 0; index < size; index++) {
    const client = new pg.Client(databaseUrl)
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
  }
  // Signed in as usual; from here on we speak for the client.
  const backends = clients.map((client): Backend => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.removeAllListeners('data')
    return { stream, taken: false }
  })
  const near = new Set<Socket>()
  const server = createServer((socket) => {
    near.add(socket)
    socket.on('close', () => near.delete(socket))
    serve(socket, backends)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close: async () => {
      for (const socket of near) socket.destroy()
      for (const { stream } of backends) stream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, backends: Backend[]): void {
  let greeted = false
  let held: Backend | undefined
  const giveBack = () => {
    if (!held) return
    held.stream.removeAllListeners('data')
    held.taken = false
    // To the end of the line, so that the next transaction meets another one.
    backends.push(...backends.splice(backends.indexOf(held), 1))
    held = undefined
  }
  const take = () => {
    held = backends.find(({ taken, stream }) => !taken && !stream.destroyed)
    if (!held) return socket.destroy()
    held.taken = true
    const scan = readyScanner()
    held.stream.on('data', (bytes: Buffer) => {
      socket.write(bytes)
      if (scan(bytes)) giveBack()
    })
  }
  socket.on('error', () => undefined)
  // A transaction that nobody ends is ended with its connection.
  socket.on('close', () => held?.stream.destroy())
  socket.on('data', (bytes) => {
    if (!greeted) {
      greeted = true
      socket.write(READY)
    } else if (bytes[0] === TERMINATE) socket.end()
    else {
      if (!held) take()
      held?.stream.write(bytes)
    }
  })
}

/** True once the answer says that no transaction is open; messages may be cut anywhere. */
function readyScanner(): (bytes: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    let idle = false
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      idle = rest[0] === READY_FOR_QUERY && rest[5] === IDLE
      rest = rest.subarray(length)
    }
    return idle && rest.length === 0
  }
}
