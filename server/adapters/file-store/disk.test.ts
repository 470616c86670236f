// Tests what only the disk store can get wrong: modes, leftovers of a crash, a full or missing disk.

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDiskStore } from './disk.ts'
import { writeChunk } from './spool.ts'
import { StoreUnavailable } from './store-errors.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paywages-disk-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function* one(bytes: Uint8Array) {
  yield bytes
}
const limit = { limitBytes: 1000 }

it('stores files in hashed subfolders with owner-only permissions', async () => {
  const store = await openDiskStore(directory)
  await store.put('audit/2026-01', one(randomBytes(5)), limit)
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files.map((file) => file.name)).toEqual(['audit_2026-01'])
  const [file] = files
  expect(file?.parentPath).toMatch(/\/[0-9a-f]{2}$/)
  const path = join(file?.parentPath ?? '', file?.name ?? '')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(file?.parentPath ?? '')).mode & 0o777).toBe(0o700)
})

it('removes old temporary files of an earlier release on open and keeps recent ones', async () => {
  await openDiskStore(directory)
  const [dead, living] = [join(directory, 'tmp', randomUUID()), join(directory, 'tmp', randomUUID())]
  await writeFile(dead, 'x')
  await writeFile(living, 'x')
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(dead, longAgo, longAgo)
  const store = await openDiskStore(directory)
  expect(existsSync(dead)).toBe(false)
  expect(existsSync(living)).toBe(true)
  const keys: unknown[] = []
  for await (const file of store.list('')) keys.push(file)
  expect(keys).toEqual([])
})

it('does not list files it did not store', async () => {
  const store = await openDiskStore(directory)
  await store.put('a', one(randomBytes(5)), limit)
  const [folder] = (await readdir(directory)).filter((name) => name !== 'tmp')
  await writeFile(join(directory, folder ?? '', 'Thumbs.db'), 'x')
  await writeFile(join(directory, 'README'), 'x')
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  expect(keys).toEqual(['a'])
})

it('throws StoreUnavailable when its folder is gone', async () => {
  const store = await openDiskStore(directory)
  await rm(directory, { recursive: true })
  await expect(store.put('a', one(randomBytes(5)), limit)).rejects.toThrow(StoreUnavailable)
  await expect(store.check()).rejects.toThrow(StoreUnavailable)
  expect(await store.get('a')).toBeUndefined()
  await writeFile(directory, 'a file where the folder was')
  await expect(openDiskStore(directory)).rejects.toThrow(StoreUnavailable)
  await expect(store.get('a')).rejects.toThrow(StoreUnavailable)
})

it.runIf(existsSync('/dev/full'))('throws StoreUnavailable when the disk is full', async () => {
  const full = await open('/dev/full', 'w')
  const write = writeChunk(full, randomBytes(10))
  await expect(write).rejects.toThrow(StoreUnavailable)
  await expect(write).rejects.toThrow('the disk is full')
  await full.close()
})

it('returns the earlier content when a file is replaced while it is read', async () => {
  const store = await openDiskStore(directory)
  const first = randomBytes(500_000)
  await store.put('a', one(first), { limitBytes: 500_000 })
  const reading = await store.get('a')
  await store.put('a', one(randomBytes(10)), limit)
  const chunks: Buffer[] = []
  for await (const chunk of reading?.stream ?? []) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(first)).toBe(true)
})
