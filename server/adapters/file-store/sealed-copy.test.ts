// A copy on disk that is read in any order, and by nobody without its key.

import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSealedCopy, SealedCopyReader, writeSealedCopy } from './sealed-copy.ts'
import { FileDamaged } from './store-errors.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-copy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CHUNK = 65_536
const copyOf = (bytes: Uint8Array) => writeSealedCopy(folder, Readable.from([bytes]))

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])('gives back %i bytes whole', async (size) => {
  const bytes = randomBytes(size)
  expect((await readSealedCopy(await copyOf(bytes))).equals(bytes)).toBe(true)
})

it('reads any range, in any order', async () => {
  const bytes = randomBytes(3 * CHUNK + 7)
  const reader = await SealedCopyReader.open(await copyOf(bytes))
  expect(reader.size).toBe(bytes.length)
  for (const [start, end] of [
    [bytes.length - 22, bytes.length],
    [0, 4],
    [CHUNK - 1, CHUNK + 1],
    [10, 2 * CHUNK + 10],
    [2 * CHUNK, 2 * CHUNK],
    [bytes.length - 1, bytes.length + 100],
  ] as const)
    expect((await reader.read(start, end)).equals(bytes.subarray(start, end))).toBe(true)
  await reader.close()
})

it('leaves nothing readable on disk, for this user or with another key', async () => {
  const bytes = Buffer.alloc(2 * CHUNK, '330102199001011234,13912342001\n')
  const copy = await copyOf(bytes)
  expect((await readFile(copy.path)).includes('330102199001011234')).toBe(false)
  expect((await stat(copy.path)).mode & 0o777).toBe(0o600)
  const other = { ...copy, key: createSecretKey(randomBytes(32)) }
  await expect(readSealedCopy(other)).rejects.toThrow(FileDamaged)
})

it('refuses a copy that was altered or cut', async () => {
  const copy = await copyOf(randomBytes(2 * CHUNK))
  const whole = await readFile(copy.path)
  const altered = Buffer.from(whole)
  altered[CHUNK] = (altered[CHUNK] ?? 0) ^ 1
  for (const bytes of [altered, whole.subarray(0, whole.length - 20), whole.subarray(0, 30)]) {
    await writeFile(copy.path, bytes)
    await expect(readSealedCopy(copy)).rejects.toThrow(FileDamaged)
  }
})
