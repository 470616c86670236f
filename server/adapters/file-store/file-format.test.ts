// Holds the bytes of an encrypted file against the vectors of ADR 25: files of every release must stay readable.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openKeyRing } from '../personal-data/key-ring.ts'
import { fitRange } from './byte-range.ts'
import { CHUNK_BYTES, HEADER_BYTES, newChunkCipher, readChunkCipher, sealedSize } from './chunk-cipher.ts'
import { sealStream } from './chunk-stream.ts'
import { encryptStore } from './encrypted.ts'
import type { FileStore } from './file-store.ts'

const ring = openKeyRing({ current: 'correct horse battery staple, 正确的马', old: [] })
const FILE_KEY = 'receipt/2026/11/a1b2c3'
const HEADER = Buffer.from(
  '5057463129b443f3000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  'hex',
)
const LONG = Buffer.from(Array.from({ length: 65_537 }, (_, index) => index % 251))

/** Behind the header, as hex. */
const VECTORS: readonly (readonly [string, Buffer, string])[] = [
  ['an empty file', Buffer.alloc(0), '6cbb534926c2cb3d6054e41abd7bedd2'],
  [
    'a short one',
    Buffer.from('Paywages 发放'),
    '9d33f881c7490464dba349753a91d75968af606235576328b734ce460c3f37',
  ],
]

/** A store that holds one file as it was written. */
function storeOf(bytes: Buffer): FileStore {
  const unused = () => Promise.reject(new Error('only read here'))
  return {
    get: async (key, range = { start: 0, end: bytes.length - 1 }) => {
      if (key !== FILE_KEY) return undefined
      const { start, end } = fitRange(range, bytes.length)
      const stream = Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })
      return { stream, size: bytes.length, version: '' }
    },
    put: unused,
    remove: unused,
    list: async function* () {},
    check: unused,
  }
}

async function opened(bytes: Buffer): Promise<Buffer> {
  const body = await encryptStore(storeOf(bytes), ring).get(FILE_KEY)
  if (!body) throw new Error('not found')
  return buffer(body.stream)
}

function sealed(content: Buffer): Buffer {
  const cipher = readChunkCipher(ring, HEADER, FILE_KEY)
  const last = Math.max(0, Math.ceil(content.length / CHUNK_BYTES) - 1)
  const chunks = Array.from({ length: last + 1 }, (_, index) =>
    cipher.seal(content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES), index, index === last),
  )
  return Buffer.concat([HEADER, ...chunks])
}

describe.each(VECTORS)('%s', (_, content, body) => {
  it('opens from the recorded bytes', async () => {
    expect((await opened(Buffer.concat([HEADER, Buffer.from(body, 'hex')]))).equals(content)).toBe(true)
  })

  it('is sealed to the recorded bytes', () => {
    expect(sealed(content).subarray(HEADER_BYTES).toString('hex')).toBe(body)
  })
})

describe('a file of two chunks', () => {
  it('is sealed to the recorded digest, and opens', async () => {
    const bytes = sealed(LONG)
    expect(bytes.length).toBe(65_609)
    expect(bytes.subarray(-17).toString('hex')).toBe('88b3f9a50d53e1724fefa08d85cbb68c87')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '4e56e3889fb3a74d7e43d7a70ee1158d5a94d908f5a3d283e645b4ac1ab4459f',
    )
    expect((await opened(bytes)).equals(LONG)).toBe(true)
  })
})

it('a large file is sealed in hardly more memory than what comes of it, without waiting for the collector', async () => {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'x')
  async function* source() {
    for (let index = 0; index < 128; index += 1) yield chunk
  }
  const kept: Buffer[] = []
  const before = process.memoryUsage().arrayBuffers
  for await (const sealed of sealStream(source(), newChunkCipher(ring, FILE_KEY))) kept.push(sealed)
  const taken = process.memoryUsage().arrayBuffers - before
  expect(taken / sealedSize(128 * CHUNK_BYTES)).toBeLessThan(1.2)
  expect(kept).toHaveLength(129)
})

it('a new file begins with the mark, the key id and a salt of its own', () => {
  const [one, two] = [newChunkCipher(ring, FILE_KEY).header, newChunkCipher(ring, FILE_KEY).header]
  for (const header of [one, two]) {
    expect(header.length).toBe(40)
    expect(header.subarray(0, 8).toString('hex')).toBe('5057463129b443f3')
  }
  expect(one.equals(two)).toBe(false)
})
