// Keeps files in a folder of this machine.

import { createHash } from 'node:crypto'
import { type BigIntStats, renameSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { assertByteRange, fitRange } from './byte-range.ts'
import { assertFileKey, assertKeyPrefix, isFileKey } from './file-key.ts'
import type { ByteRange, FileBody, FileStore, ListedFile, PutOptions, StoredFile } from './file-store.ts'
import { probeStore } from './probe.ts'
import { onDisk, openSpool, spool } from './spool.ts'
import { ReplacedMeanwhile } from './store-errors.ts'

/** `directory` is DATA_DIR/files. Files lie in <aa>/<key>; unfinished ones in tmp, on the same disk, for the rename. */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const temporary = join(directory, 'tmp')
  await openSpool(temporary)

  async function put(
    key: string,
    stream: AsyncIterable<Uint8Array>,
    options: PutOptions,
  ): Promise<StoredFile> {
    assertFileKey(key)
    const { path, ...stored } = await spool(temporary, stream, options)
    try {
      options.signal?.throwIfAborted()
      const { over } = options
      await onDisk(() => moveIntoPlace(directory, path, key, over))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return stored
  }

  async function get(key: string, range?: ByteRange): Promise<FileBody | undefined> {
    assertFileKey(key)
    if (range !== undefined) assertByteRange(range)
    const handle = await onDisk(() => orMissing(() => open(join(directory, ...placeOf(key)), 'r')))
    if (handle === undefined) return undefined
    try {
      const found = await handle.stat({ bigint: true })
      const size = Number(found.size)
      const fitted = range === undefined ? {} : fitRange(range, size)
      return { stream: handle.createReadStream(fitted), size, version: versionOf(found) }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async function remove(key: string): Promise<void> {
    assertFileKey(key)
    await onDisk(() => rm(join(directory, ...placeOf(key)), { force: true }))
  }

  const rest = { put, get, remove, list: (prefix: string) => listFiles(directory, prefix) }
  return { ...rest, check: () => probeStore(rest) }
}

/** Flat names, `_` for `/`: so the keys `a` and `a/b` can both be there, as in an object store. */
export function placeOf(key: string): [folder: string, name: string] {
  const spread = createHash('sha256').update(key).digest('hex').slice(0, 2)
  return [spread, key.replaceAll('/', '_')]
}

/** Each put makes a file of its own. */
const versionOf = ({ ino, mtimeNs, size }: BigIntStats): string => `${ino}-${mtimeNs}-${size}`

async function moveIntoPlace(directory: string, path: string, key: string, over?: string): Promise<void> {
  const [folder, name] = placeOf(key)
  const created = await mkdir(join(directory, folder), { recursive: true, mode: 0o700 })
  if (created !== undefined) await syncFolder(directory)
  const place = join(directory, folder, name)
  if (over === undefined) await rename(path, place)
  else replaceVersion(path, place, over)
  // Without this a power cut may forget the name of a file whose record is already committed.
  await syncFolder(join(directory, folder))
}

/** At once, so that nothing of this process comes between the look and the move. */
function replaceVersion(path: string, place: string, over: string): void {
  const found = statSync(place, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || versionOf(found) !== over) throw new ReplacedMeanwhile()
  renameSync(path, place)
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFiles(directory: string, prefix: string): AsyncGenerator<ListedFile> {
  assertKeyPrefix(prefix)
  for (const folder of await onDisk(() => readdir(directory))) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of await onDisk(() => readdir(join(directory, folder)))) {
      const key = name.replaceAll('_', '/')
      if (!key.startsWith(prefix) || !isFileKey(key)) continue
      // Another process may remove it between the listing and this look.
      const found = await onDisk(() => orMissing(() => stat(join(directory, folder, name))))
      if (found !== undefined) yield { key, modifiedAt: found.mtime }
    }
  }
}

async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
