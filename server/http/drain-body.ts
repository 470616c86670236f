// Reads and drops what is left of a refused body, so that its sender gets to read the answer instead of a reset.

import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 64 * 1_048_576
const MAX_MS = 10_000

/** Whoever sends more, or more slowly, is cut off: the wait is bounded. */
export function drainBody(request: IncomingMessage, maxBytes = MAX_BYTES, maxMs = MAX_MS): Promise<void> {
  return new Promise((resolve) => {
    let left = maxBytes
    const done = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', done).off('close', done).off('error', done)
      request.pause()
      resolve()
    }
    const count = (bytes: Buffer) => {
      left -= bytes.length
      if (left < 0) done()
    }
    const timer = setTimeout(done, maxMs)
    if (request.readableEnded || request.destroyed) return done()
    request.on('data', count).once('end', done).once('close', done).once('error', done)
    request.resume()
  })
}
