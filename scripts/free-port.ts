/** Finds a port of the loopback that nobody listens on, and that no connection going out is given either before it is used. */
import { createServer } from 'node:net'

/** Below what Linux, macOS and Windows give to outgoing connections, above the ports that browsers refuse. */
const MIN_PORT = 12_000
const MAX_PORT = 31_999

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT + 1))
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer()
    probe.once('error', () => settle(false))
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(() => settle(true)))
  })
}
