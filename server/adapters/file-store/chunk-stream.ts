// Turns a stream into sealed chunks: what the encrypting store and the copies that are read from disk are both written as.

import { CHUNK_BYTES, type ChunkCipher } from './chunk-cipher.ts'

export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  cipher: ChunkCipher,
): AsyncGenerator<Buffer> {
  yield cipher.header
  let index = 0
  let waiting: Buffer | undefined
  // One chunk waits until the next proves that it is not the last.
  for await (const chunk of inChunks(source, CHUNK_BYTES)) {
    if (waiting !== undefined) yield cipher.seal(waiting, index++, false)
    waiting = chunk
  }
  yield cipher.seal(waiting ?? Buffer.alloc(0), index, true)
}

/**
 * Cuts a stream into pieces of equal size, the last one perhaps shorter, never empty. A piece holds until the next but one is asked for: of a
 * large file no more than two are ever in memory, where the collector would come by for none of them before its end.
 */
export async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let piece: Buffer = Buffer.allocUnsafeSlow(size)
  let other: Buffer | undefined
  let filled = 0
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + size - filled)
      piece.set(part, filled)
      filled += part.length
      taken += part.length
      if (filled < size) continue
      yield piece
      const next = other ?? Buffer.allocUnsafeSlow(size)
      other = piece
      piece = next
      filled = 0
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}
