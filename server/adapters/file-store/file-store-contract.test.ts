// The promises of the file store port, kept by every store: disk, S3, and both under encryption.

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sniffContent } from '@paywages/domain/files/file-content.ts'
import { pngSample, zipSample } from '@paywages/domain/files/file-samples.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn } from '../../testing/files-in.ts'
import { startLocalS3 } from '../../testing/local-s3.ts'
import { openKeyRing } from '../personal-data/key-ring.ts'
import { openDiskStore } from './disk.ts'
import { encryptStore } from './encrypted.ts'
import type { FileStore } from './file-store.ts'
import { openS3Store } from './s3.ts'
import { OutOfRange, ReplacedMeanwhile, TooLarge } from './store-errors.ts'

const MB = 1024 * 1024
const ring = openKeyRing({ current: randomBytes(32).toString('hex'), old: [] })

type Opened = { store: FileStore; temporary: string; close: () => Promise<void> }
const folder = () => mkdtemp(join(tmpdir(), 'paywages-files-'))

async function onDisk(): Promise<Opened> {
  const path = await folder()
  const close = () => rm(path, { recursive: true, force: true })
  return { store: await openDiskStore(path), temporary: join(path, 'tmp'), close }
}

async function onS3(): Promise<Opened> {
  const [s3, temporary] = await Promise.all([startLocalS3(), folder()])
  const close = async () => {
    await s3.stop()
    await rm(temporary, { recursive: true, force: true })
  }
  return { store: await openS3Store(s3.settings, temporary), temporary, close }
}

async function sealed(opened: Promise<Opened>): Promise<Opened> {
  const inner = await opened
  return { ...inner, store: encryptStore(inner.store, ring) }
}

async function* pieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe.each([
  ['disk', () => onDisk()],
  ['s3', () => onS3()],
  ['disk, encrypted', () => sealed(onDisk())],
  ['s3, encrypted', () => sealed(onS3())],
])('file store: %s', (_, open) => {
  let opened: Opened
  let store: FileStore
  let number = 0
  const newKey = () => `test/file-${++number}`
  const putBytes = (key: string, bytes: Uint8Array) => store.put(key, pieces(bytes), { limitBytes: 20 * MB })
  const read = async (key: string, range?: { start: number; end: number }) => {
    const body = await store.get(key, range)
    return body === undefined ? undefined : { size: body.size, bytes: await buffer(body.stream) }
  }
  const keysUnder = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys.sort()
  }

  it('writes over the version that was read, and over nothing that came since', async () => {
    const key = newKey()
    const version = async () => {
      const body = await store.get(key)
      body?.stream.destroy()
      return body?.version ?? ''
    }
    const over = (seen: string, text: string) =>
      store.put(key, pieces(Buffer.from(text)), { limitBytes: MB, over: seen })
    await putBytes(key, Buffer.from('first'))
    const first = await version()
    await over(first, 'second')
    await expect(over(first, 'late')).rejects.toThrow(ReplacedMeanwhile)
    expect((await read(key))?.bytes.toString()).toBe('second')
    const second = await version()
    await store.remove(key)
    await expect(over(second, 'late')).rejects.toThrow(ReplacedMeanwhile)
    expect(await read(key)).toBeUndefined()
  })

  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 3 * MB])(
    'returns %i stored bytes unchanged',
    async (size) => {
      const key = newKey()
      const bytes = randomBytes(size)
      const stored = await putBytes(key, bytes)
      expect(stored.size).toBe(size)
      expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(Buffer.from(stored.head).equals(bytes.subarray(0, 65_536))).toBe(true)
      expect(Buffer.from(stored.tail).equals(bytes.subarray(Math.max(0, size - 65_536)))).toBe(true)
      const back = await read(key)
      expect(back?.size).toBe(size)
      expect(back?.bytes.equals(bytes)).toBe(true)
    },
  )

  it.each([
    // Not 0 to 0: the stand-in for S3 takes an end of zero for no end.
    [0, 1],
    [0, 199_999],
    [65_535, 65_536],
    [65_536, 131_071],
    [100, 70_000],
    [131_072, 131_072],
    [199_999, 199_999],
    [190_000, 9_999_999],
  ])('returns the bytes from %i to %i', async (start, end) => {
    const bytes = Buffer.alloc(200_000, randomBytes(977))
    await putBytes('test/ranges', bytes)
    const back = await read('test/ranges', { start, end })
    expect(back?.size).toBe(200_000)
    expect(back?.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('rejects a range that starts beyond the end or is invalid', async () => {
    const key = newKey()
    await putBytes(key, randomBytes(10))
    await expect(store.get(key, { start: 10, end: 20 })).rejects.toThrow(OutOfRange)
    await expect(store.get(key, { start: 3, end: 2 })).rejects.toThrow(RangeError)
    await expect(store.get(key, { start: -1, end: 2 })).rejects.toThrow(RangeError)
  })

  it('returns undefined for a missing key', async () => {
    expect(await store.get('test/nothing')).toBeUndefined()
    expect(await store.get('test/nothing', { start: 0, end: 1 })).toBeUndefined()
  })

  it('accepts exactly the limit and rejects one byte more', async () => {
    const [fits, over] = [newKey(), newKey()]
    await store.put(fits, pieces(randomBytes(70_000)), { limitBytes: 70_000 })
    const refused = store.put(over, pieces(randomBytes(70_001)), { limitBytes: 70_000 })
    await expect(refused).rejects.toThrow(TooLarge)
    expect(await store.get(over)).toBeUndefined()
    expect(await filesIn(opened.temporary)).toEqual([])
  })

  it('stops reading the input as soon as the limit is exceeded', async () => {
    let given = 0
    async function* endless() {
      while (true) {
        given += 1000
        yield randomBytes(1000)
      }
    }
    await expect(store.put(newKey(), endless(), { limitBytes: 5000 })).rejects.toThrow(TooLarge)
    expect(given).toBe(6000)
  })

  it('leaves nothing behind when the input fails', async () => {
    const key = newKey()
    async function* broken() {
      yield randomBytes(200_000)
      throw new Error('the sender went away')
    }
    await expect(store.put(key, broken(), { limitBytes: MB })).rejects.toThrow('the sender went away')
    expect(await store.get(key)).toBeUndefined()
    expect(await keysUnder(key)).toEqual([])
    expect(await filesIn(opened.temporary)).toEqual([])
  })

  it('leaves nothing behind when aborted while the input stalls', async () => {
    const key = newKey()
    const abort = new AbortController()
    async function* stalled() {
      yield randomBytes(200_000)
      setTimeout(() => abort.abort(new Error('enough')), 20)
      await new Promise(() => {})
    }
    const put = store.put(key, stalled(), { limitBytes: MB, signal: abort.signal })
    await expect(put).rejects.toThrow('enough')
    expect(await store.get(key)).toBeUndefined()
    expect(await filesIn(opened.temporary)).toEqual([])
    await expect(
      store.put(key, pieces(randomBytes(9)), { limitBytes: MB, signal: abort.signal }),
    ).rejects.toThrow()
    expect(await store.get(key)).toBeUndefined()
  })

  it('replaces a file atomically and keeps the earlier one when the replacement fails', async () => {
    const key = newKey()
    await putBytes(key, Buffer.from('first'))
    await expect(store.put(key, pieces(randomBytes(10)), { limitBytes: 9 })).rejects.toThrow(TooLarge)
    expect((await read(key))?.bytes.toString()).toBe('first')
    await putBytes(key, Buffer.from('second'))
    expect((await read(key))?.bytes.toString()).toBe('second')
  })

  it('removes a file, and does nothing for a missing key', async () => {
    const key = newKey()
    await putBytes(key, randomBytes(10))
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
    await store.remove(key)
  })

  it('lists keys by prefix with their modification time', async () => {
    const before = Date.now() - 2000
    for (const key of ['list/a', 'list/a/b', 'list/ab', 'lists']) await putBytes(key, randomBytes(3))
    expect(await keysUnder('list/')).toEqual(['list/a', 'list/a/b', 'list/ab'])
    expect(await keysUnder('list/a/')).toEqual(['list/a/b'])
    expect(await keysUnder('none')).toEqual([])
    for await (const { modifiedAt } of store.list('list/')) {
      expect(modifiedAt.getTime()).toBeGreaterThan(before)
      expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2000)
    }
  })

  it('keeps concurrent puts to different keys apart', async () => {
    const files = Array.from({ length: 12 }, () => ({ key: newKey(), bytes: randomBytes(150_000) }))
    await Promise.all(files.map(({ key, bytes }) => putBytes(key, bytes)))
    for (const { key, bytes } of files) expect((await read(key))?.bytes.equals(bytes)).toBe(true)
  })

  it.each([
    '',
    '/',
    '..',
    '../x',
    'a/../b',
    'a//b',
    '/a',
    'a/',
    'a.b',
    'A',
    'a_b',
    'a b',
    'a\0',
    'a\n',
    '中',
    'a%2fb',
    'a'.repeat(201),
  ])('rejects the key %j in put, get and remove', async (key) => {
    await expect(store.put(key, pieces(randomBytes(1)), { limitBytes: 1 })).rejects.toThrow('not a file key')
    await expect(store.get(key)).rejects.toThrow('not a file key')
    await expect(store.remove(key)).rejects.toThrow('not a file key')
  })

  it('returns enough of head and tail to detect the content type', async () => {
    const office = ['[Content_Types].xml', 'word/document.xml']
    const docx = await putBytes(newKey(), zipSample(office, { bigContent: 300_000 }))
    expect(sniffContent(docx)).toBe('docx')
    expect(sniffContent(await putBytes(newKey(), pngSample()))).toBe('png')
    expect(sniffContent(await putBytes(newKey(), Buffer.from('<html>')))).toBe('unknown')
  })

  it('passes its health check without leaving a probe file', async () => {
    await store.check()
    expect(await keysUnder('probe')).toEqual([])
  })

  it('allows a read to be abandoned half-way', async () => {
    const key = newKey()
    await putBytes(key, randomBytes(MB))
    const unread = await store.get(key)
    unread?.stream.destroy()
    const half = await store.get(key)
    for await (const _chunk of half?.stream ?? []) break
    expect((await read(key))?.size).toBe(MB)
  })
})
