// A connection whose end is not heard by the TLS above it: there only the other side's closing alert ends what is read.

import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The closing alert may have come with the end, and be read after it. */
const GRACE_MS = 1_000
const UNSAID =
  'the connection ended without the closing alert of TLS, so nothing tells what was read: docs/OPERATIONS.md, Audit log, names collectors that send it'

/**
 * Node tells the end of a TLS connection in one way, whether the other side has said it under its keys or a connection broke, or somebody on
 * the way closed it. Passed through here, the second is an error.
 */
export function ignoreEnd(below: Socket): Duplex {
  let grace: NodeJS.Timeout | undefined
  const through = new Duplex({
    read: () => void below.resume(),
    write: (piece, _encoding, done) => void below.write(piece, (error) => done(error)),
    final: (done) => void below.end(done),
    destroy: (error, done) => {
      clearTimeout(grace)
      below.destroy()
      done(error)
    },
  })
  below.on('data', (piece) => {
    if (!through.push(piece)) below.pause()
  })
  below.on('error', (error) => through.destroy(error))
  below.on('end', () => {
    grace = setTimeout(() => through.destroy(new Error(UNSAID)), GRACE_MS)
  })
  return through
}
