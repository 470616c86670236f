// Wraps any file store so that it only ever sees ciphertext (D33).

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { KeyRing } from '../personal-data/key-ring.ts'
import { assertByteRange, fitRange } from './byte-range.ts'
import {
  CHUNK_BYTES,
  type ChunkCipher,
  HEADER_BYTES,
  keyIdIn,
  newChunkCipher,
  plainSize,
  readChunkCipher,
  SEALED_CHUNK_BYTES,
  sealedSize,
} from './chunk-cipher.ts'
import { inChunks, sealStream } from './chunk-stream.ts'
import type { ByteRange, FileBody, FileStore } from './file-store.ts'
import { measureStream } from './measured-stream.ts'
import { FileDamaged, OutOfRange } from './store-errors.ts'

/**
 * Size, hash and ends of a put are those of the content, not of the ciphertext. A chunk is given out only after
 * it proved genuine; a whole read also proves that nothing is cut off, a range only what it covers.
 */
export function encryptStore(inner: FileStore, ring: KeyRing): EncryptedStore {
  return {
    put: async (key, stream, options) => {
      const measured = measureStream(stream, options)
      const sealed = sealStream(measured.stream, newChunkCipher(ring, key))
      await inner.put(key, sealed, { ...options, limitBytes: sealedSize(options.limitBytes) })
      return measured.facts()
    },
    get: (key, range) => openFile(inner, ring, key, range),
    remove: inner.remove,
    list: inner.list,
    check: inner.check,
    sealedUnder: async (key) => {
      const header = await readHeader(inner, key)
      return header && keyIdIn(header.bytes)
    },
  }
}

export type EncryptedStore = FileStore & {
  /** The id of the key that a file is sealed under; undefined where there is no such file, and FileDamaged where it has no header. */
  readonly sealedUnder: (key: string) => Promise<string | undefined>
}

async function readHeader(
  inner: FileStore,
  key: string,
): Promise<{ bytes: Buffer; size: number } | undefined> {
  const start = await inner.get(key, { start: 0, end: HEADER_BYTES - 1 }).catch(emptyMeansCut)
  return start && { bytes: await buffer(start.stream), size: start.size }
}

/**
 * While keys are rotated a file may be sealed anew between two looks at it: a body is that of its header only where the header
 * stands before and after.
 */
async function openBody(
  inner: FileStore,
  isRotating: boolean,
  key: string,
  rangeOf: (size: number) => { start: number; end: number },
): Promise<{ header: Buffer; size: number; stream: Readable; version: string } | undefined> {
  for (let header = await readHeader(inner, key); header !== undefined; ) {
    const body = await inner.get(key, rangeOf(header.size))
    // Removed between the two reads.
    if (body === undefined) return undefined
    const found = { ...body, header: header.bytes, size: header.size }
    if (!isRotating) return found
    const again = await readHeader(inner, key).catch((error: unknown) => {
      body.stream.destroy()
      throw error
    })
    if (again === undefined || again.bytes.equals(header.bytes)) return found
    body.stream.destroy()
    header = again
  }
  return undefined
}

async function openFile(
  inner: FileStore,
  ring: KeyRing,
  key: string,
  asked?: ByteRange,
): Promise<FileBody | undefined> {
  if (asked !== undefined) assertByteRange(asked)
  const spanOf = (sealedBytes: number) => {
    const size = plainSize(sealedBytes)
    const range = asked === undefined ? { start: 0, end: size - 1 } : fitRange(asked, size)
    const firstChunk = Math.floor(range.start / CHUNK_BYTES)
    const lastChunk = Math.floor(Math.max(0, range.end) / CHUNK_BYTES)
    return { size, range, firstChunk, lastChunk }
  }
  const sealed = await openBody(inner, ring.ids.length > 1, key, (sealedBytes) => {
    const { firstChunk, lastChunk } = spanOf(sealedBytes)
    return {
      start: HEADER_BYTES + firstChunk * SEALED_CHUNK_BYTES,
      end: HEADER_BYTES + (lastChunk + 1) * SEALED_CHUNK_BYTES - 1,
    }
  })
  if (sealed === undefined) return undefined
  const { size, ...span } = spanOf(sealed.size)
  const endChunk = Math.max(0, Math.ceil(size / CHUNK_BYTES) - 1)
  const cipher = readCipherOf(ring, sealed, key)
  const plain = openChunks(sealed.stream, cipher, { ...span, endChunk })
  const stream = Readable.from(plain, { objectMode: false })
  // A reader who leaves before the first byte never starts the generator, which then cannot close the source.
  stream.once('close', () => sealed.stream.destroy())
  return { stream, size, version: sealed.version }
}

function readCipherOf(ring: KeyRing, { header, stream }: { header: Buffer; stream: Readable }, key: string) {
  try {
    return readChunkCipher(ring, header, key)
  } catch (error) {
    stream.destroy()
    throw error
  }
}

type Span = {
  readonly range: ByteRange
  readonly firstChunk: number
  readonly lastChunk: number
  readonly endChunk: number
}

async function* openChunks(source: Readable, cipher: ChunkCipher, span: Span): AsyncGenerator<Buffer> {
  let index = span.firstChunk
  for await (const sealed of inChunks(source, SEALED_CHUNK_BYTES)) {
    const chunk = cipher.open(sealed, index, index === span.endChunk)
    const from = index * CHUNK_BYTES
    const part = chunk.subarray(Math.max(0, span.range.start - from), span.range.end - from + 1)
    if (part.length > 0) yield part
    index += 1
  }
  if (index !== span.lastChunk + 1) throw new FileDamaged('the file is cut')
}

/** An empty object cannot have a header; the inner store calls its first byte out of range. */
function emptyMeansCut(error: unknown): never {
  throw error instanceof OutOfRange ? new FileDamaged('the file is cut') : error
}
