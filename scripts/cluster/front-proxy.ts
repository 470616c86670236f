/** A proxy before several api servers, as people put one there: it sends each request to one that says it is ready. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PROBE_EVERY_MS = 200
const PROBE_WITHIN_MS = 1_000

export type FrontProxy = { readonly port: number; close(): Promise<void> }

export async function openFrontProxy(ports: readonly number[]): Promise<FrontProxy> {
  const ready = new Set(ports)
  let turn = 0
  const probe = async () => {
    await Promise.all(
      ports.map(async (port) => {
        const signal = AbortSignal.timeout(PROBE_WITHIN_MS)
        const good = await fetch(`http://127.0.0.1:${port}/ready`, { signal }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (good) ready.add(port)
        else ready.delete(port)
      }),
    )
  }
  let probing = Promise.resolve()
  const timer = setInterval(() => {
    probing = probing.then(probe)
  }, PROBE_EVERY_MS)
  const server = createServer((incoming, outgoing) => {
    const places = ports.filter((port) => ready.has(port))
    const port = places[turn++ % Math.max(1, places.length)]
    if (port === undefined) outgoing.writeHead(503).end()
    else pass(port, incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      clearInterval(timer)
      await probing
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A request that broke off is never sent a second time: nobody knows whether it was carried out. */
function pass(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
    answer.on('error', () => outgoing.destroy())
  })
  onward.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
