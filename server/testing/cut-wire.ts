// A line to a server of the test run that a test can cut and mend, or freeze and thaw.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type CutWire = {
  readonly url: string
  /** Connections break, and new ones are refused. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Connections stay, and nothing passes any more; new ones are accepted and met with silence. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export async function openCutWire(serverUrl: string): Promise<CutWire> {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let frozen = false
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(target)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far)
      far.pipe(near)
      if (frozen) for (const socket of [near, far]) socket.pause()
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  // The line is TCP, whatever the server listens on besides.
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    mend: async () => {
      server = await listen(port)
    },
    freeze: () => {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    close: cut,
  }
}
