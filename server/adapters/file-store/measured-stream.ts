// Measures a stream while it passes: its size against the limit, its hash, and its two ends.

import { createHash } from 'node:crypto'
import { END_BYTES } from '@paywages/domain/files/file-content.ts'
import type { PutOptions, StoredFile } from './file-store.ts'
import { TooLarge } from './store-errors.ts'

export type MeasuredStream = {
  readonly stream: AsyncIterable<Uint8Array>
  /** Only after the stream has ended. */
  readonly facts: () => StoredFile
}

export function measureStream(source: AsyncIterable<Uint8Array>, options: PutOptions): MeasuredStream {
  const hash = createHash('sha256')
  const head = Buffer.alloc(END_BYTES)
  const tail = keepTail()
  let size = 0
  let ended = false

  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of untilAborted(source, options.signal)) {
      // Before anything else, so that a byte over the limit is never written anywhere.
      if (size + chunk.length > options.limitBytes) throw new TooLarge(options.limitBytes)
      if (size < END_BYTES) head.set(chunk.subarray(0, END_BYTES - size), size)
      tail.add(chunk)
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
    ended = true
  }

  function facts(): StoredFile {
    if (!ended) throw new Error('the stream has not ended')
    const keptHead = Uint8Array.from(head.subarray(0, Math.min(size, END_BYTES)))
    return { size, sha256: hash.digest('hex'), head: keptHead, tail: tail.bytes() }
  }
  return { stream: pass(), facts }
}

/** Room for two tails, so that many small chunks do not each move a whole one. */
function keepTail() {
  const room = Buffer.alloc(2 * END_BYTES)
  let filled = 0
  return {
    add: (chunk: Uint8Array) => {
      const last = chunk.subarray(Math.max(0, chunk.length - END_BYTES))
      if (filled + last.length > room.length) {
        room.copyWithin(0, filled - END_BYTES, filled)
        filled = END_BYTES
      }
      room.set(last, filled)
      filled += last.length
    },
    bytes: () => Uint8Array.from(room.subarray(Math.max(0, filled - END_BYTES), filled)),
  }
}

/** A stalled sender never yields, so the abort must win over the wait for the next chunk. */
async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (signal === undefined) return yield* source
  signal.throwIfAborted()
  const iterator = source[Symbol.asyncIterator]()
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
  })
  aborted.catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  let finished = false
  try {
    while (true) {
      const step = await Promise.race([iterator.next(), aborted])
      if (step.done) {
        finished = true
        return
      }
      yield step.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not awaited: the end of a stalled source may never come.
    if (!finished) iterator.return?.()?.catch(() => {})
  }
}
