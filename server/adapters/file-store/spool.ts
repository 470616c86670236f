// Writes an incoming stream to a private temporary file, whole and on disk, or not at all.

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PutOptions, StoredFile } from './file-store.ts'
import { measureStream } from './measured-stream.ts'
import { ownFolder, sweepFolders } from './own-folder.ts'
import { ReplacedMeanwhile, StorageFull, StoreUnavailable } from './store-errors.ts'

export type SpooledFile = StoredFile & { readonly path: string }

/** Memory stays at a few chunks however large the file is. The caller moves the file away or removes it. */
export async function spool(
  directory: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<SpooledFile> {
  const path = join(await onDisk(() => ownFolder(directory)), randomUUID())
  const handle = await onDisk(() => open(path, 'wx', 0o600))
  try {
    const { stream, facts } = measureStream(source, options)
    for await (const chunk of stream) await writeChunk(handle, chunk)
    await onDisk(() => handle.sync())
    await onDisk(() => handle.close())
    return { ...facts(), path }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** Keeps the sender's errors apart from the disk's: only the latter are ours. */
export function writeChunk(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  return onDisk(() => handle.writeFile(chunk))
}

export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReplacedMeanwhile) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull({ cause: error })
    throw new StoreUnavailable(`Files cannot be stored: the disk says ${code}.`, { cause: error })
  }
}

/** What processes that died left there is removed at once; what others are writing stays. */
export async function openSpool(directory: string): Promise<void> {
  await onDisk(() => mkdir(directory, { recursive: true, mode: 0o700 }))
  await onDisk(() => sweepFolders(directory))
}
