// Tests that sealed files show nothing, survive a rotation, and that no alteration of one goes unnoticed.

import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openKeyRing } from '../personal-data/key-ring.ts'
import { fitRange } from './byte-range.ts'
import { CHUNK_BYTES, HEADER_BYTES, plainSize, SEALED_CHUNK_BYTES, sealedSize } from './chunk-cipher.ts'
import { encryptStore } from './encrypted.ts'
import type { FileStore } from './file-store.ts'
import { measureStream } from './measured-stream.ts'
import { FileDamaged } from './store-errors.ts'

const [secretA, secretB] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const ring = openKeyRing({ current: secretA, old: [] })

/** A store whose insides a test can reach and spoil; the real ones stand in the contract test. */
function openShelf(): FileStore & { kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>()
  return {
    kept,
    put: async (key, stream, options) => {
      const measured = measureStream(stream, options)
      kept.set(key, await buffer(measured.stream))
      return measured.facts()
    },
    get: async (key, range) => {
      const bytes = kept.get(key)
      if (bytes === undefined) return undefined
      const { start, end } =
        range === undefined ? { start: 0, end: bytes.length } : fitRange(range, bytes.length)
      return {
        stream: Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
        size: bytes.length,
        version: '',
      }
    },
    remove: async (key) => void kept.delete(key),
    list: async function* () {},
    check: async () => {},
  }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

let shelf: ReturnType<typeof openShelf>
let store: FileStore
beforeEach(() => {
  shelf = openShelf()
  store = encryptStore(shelf, ring)
})
const put = (key: string, bytes: Uint8Array) => store.put(key, one(bytes), { limitBytes: 10_000_000 })
const read = async (key: string, range?: { start: number; end: number }, from = store) => {
  const body = await from.get(key, range)
  return body === undefined ? undefined : buffer(body.stream)
}
const sealedBytes = (key: string) => shelf.kept.get(key) ?? Buffer.alloc(0)
const chunkOf = (bytes: Buffer, index: number) =>
  bytes.subarray(HEADER_BYTES + index * SEALED_CHUNK_BYTES, HEADER_BYTES + (index + 1) * SEALED_CHUNK_BYTES)

it('stores no plaintext and never the same ciphertext twice', async () => {
  const text = Buffer.from('330102199001011234'.repeat(100))
  await put('a', text)
  await put('b', text)
  expect(sealedBytes('a').includes('3301021990')).toBe(false)
  expect(sealedBytes('a').subarray(HEADER_BYTES).equals(sealedBytes('b').subarray(HEADER_BYTES))).toBe(false)
})

it('reads files of an old secret after a key rotation, and rejects them without it', async () => {
  const bytes = randomBytes(100_000)
  await put('a', bytes)
  const rotated = encryptStore(shelf, openKeyRing({ current: secretB, old: [secretA] }))
  expect((await read('a', undefined, rotated))?.equals(bytes)).toBe(true)
  const stranger = encryptStore(shelf, openKeyRing({ current: secretB, old: [] }))
  await expect(stranger.get('a')).rejects.toThrow(FileDamaged)
})

it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
  'computes the plain size of %i bytes from the sealed size',
  (size) => {
    expect(plainSize(sealedSize(size))).toBe(size)
  },
)

it.each([0, 1, HEADER_BYTES, HEADER_BYTES + 15, HEADER_BYTES + SEALED_CHUNK_BYTES + 16])(
  'rejects a sealed size of %i',
  (size) => {
    expect(() => plainSize(size)).toThrow(FileDamaged)
  },
)

describe('reading an altered file', () => {
  const content = randomBytes(3 * CHUNK_BYTES)
  const spoilt: readonly [string, (bytes: Buffer) => Buffer][] = [
    ['emptied', () => Buffer.alloc(0)],
    ['cut inside the header', (bytes) => bytes.subarray(0, HEADER_BYTES - 1)],
    ['cut to the header', (bytes) => bytes.subarray(0, HEADER_BYTES)],
    ['cut by a byte', (bytes) => bytes.subarray(0, -1)],
    ['cut by a chunk', (bytes) => bytes.subarray(0, HEADER_BYTES + 2 * SEALED_CHUNK_BYTES)],
    ['lengthened by a byte', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['lengthened by a chunk', (bytes) => Buffer.concat([bytes, chunkOf(bytes, 0)])],
    ['with its last chunk twice', (bytes) => Buffer.concat([bytes, chunkOf(bytes, 2)])],
    [
      'with chunks exchanged',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, HEADER_BYTES),
          chunkOf(bytes, 1),
          chunkOf(bytes, 0),
          chunkOf(bytes, 2),
        ]),
    ],
    [
      'without its first chunk',
      (bytes) =>
        Buffer.concat([bytes.subarray(0, HEADER_BYTES), bytes.subarray(HEADER_BYTES + SEALED_CHUNK_BYTES)]),
    ],
    [
      'not sealed at all',
      () => Buffer.from('%PDF-1.7 plain text that somebody put there, long enough for a header'),
    ],
  ]
  it.each(spoilt)('rejects an altered file: %s', async (_, spoil) => {
    await put('a', content)
    shelf.kept.set('a', Buffer.from(spoil(sealedBytes('a'))))
    await expect(read('a')).rejects.toThrow(FileDamaged)
  })

  it('rejects a file copied to another key', async () => {
    await put('a', content)
    await put('b', content)
    shelf.kept.set('b', sealedBytes('a'))
    await expect(read('b')).rejects.toThrow(FileDamaged)
  })

  it('rejects a file with a chunk of another version', async () => {
    await put('a', content)
    const earlier = Buffer.from(sealedBytes('a'))
    await put('a', content)
    chunkOf(earlier, 1).copy(sealedBytes('a'), HEADER_BYTES + SEALED_CHUNK_BYTES)
    await expect(read('a')).rejects.toThrow(FileDamaged)
  })

  it('rejects any flipped bit', async () => {
    const small = randomBytes(CHUNK_BYTES + 50)
    await put('a', small)
    const whole = sealedBytes('a')
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const copy = Buffer.from(whole)
        copy[at] = (copy[at] ?? 0) ^ (1 << bit)
        shelf.kept.set('a', copy)
        await expect(read('a')).rejects.toThrow(FileDamaged)
      }),
      { numRuns: 150, examples: Array.from({ length: HEADER_BYTES }, (_, at): [number, number] => [at, 0]) },
    )
  })

  it('rejects a range that covers the altered chunk and returns other ranges', async () => {
    await put('a', content)
    const spoiltChunk = sealedBytes('a')
    const at = HEADER_BYTES + SEALED_CHUNK_BYTES + 5
    spoiltChunk[at] = (spoiltChunk[at] ?? 0) ^ 1
    expect((await read('a', { start: 0, end: 99 }))?.equals(content.subarray(0, 100))).toBe(true)
    await expect(read('a', { start: CHUNK_BYTES, end: CHUNK_BYTES })).rejects.toThrow(FileDamaged)
  })
})

it('returns any range of any file, however the input was chunked', async () => {
  const size = fc.oneof(
    fc.nat(200),
    fc.integer({ min: CHUNK_BYTES - 2, max: CHUNK_BYTES + 2 }),
    fc.nat(3 * CHUNK_BYTES),
  )
  await fc.assert(
    fc.asyncProperty(
      size,
      fc.integer({ min: 1000, max: 90_000 }),
      fc.nat(),
      fc.nat(),
      async (total, step, a, b) => {
        const bytes = randomBytes(total)
        async function* pieces() {
          for (let at = 0; at < total; at += step) yield bytes.subarray(at, at + step)
        }
        await store.put('a', pieces(), { limitBytes: total })
        expect((await read('a'))?.equals(bytes)).toBe(true)
        if (total === 0) return
        const [start, end] = [Math.min(a % total, b % total), Math.max(a % total, b % total)]
        expect((await read('a', { start, end }))?.equals(bytes.subarray(start, end + 1))).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})
