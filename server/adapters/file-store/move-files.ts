/** Moves every file of a folder into a bucket, sealed as it lies, and lays it aside only once the bucket gave back the same bytes. */
import { createHash } from 'node:crypto'
import { rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, placeOf } from './disk.ts'
import type { FileBody, FileStore } from './file-store.ts'

const ANY_SIZE = { limitBytes: Number.MAX_SAFE_INTEGER }

export type MovedFiles = {
  readonly moved: number
  /** The bucket had them already: from a run that was killed, or written there since. */
  readonly found: number
}

export type Move = {
  readonly folder: FileStore
  readonly directory: string
  readonly bucket: FileStore
  /** Where what was moved is kept until a person deletes it; what lies there is not looked at again. */
  readonly aside: string
  readonly onProgress?: (moved: number) => void
}

export async function moveFiles({ folder, directory, bucket, aside, onProgress }: Move): Promise<MovedFiles> {
  let [moved, found] = [0, 0]
  for await (const { key } of folder.list('')) {
    const there = await bucket.get(key)
    // Another one there is newer: since the bucket is set, nothing else is written to.
    if (there !== undefined) {
      there.stream.destroy()
      found += 1
    } else {
      const sent = await folder.get(key)
      // Removed, or written anew into the bucket, since it was listed.
      if (sent === undefined) continue
      const { sha256 } = await bucket.put(key, sent.stream, { ...ANY_SIZE, onlyNew: true })
      if ((await digestOf(await bucket.get(key))) !== sha256)
        throw new Error(`the bucket does not give back ${key} as it was sent`)
      moved += 1
    }
    await layAside(directory, aside, key)
    onProgress?.(moved + found)
  }
  return { moved, found }
}

async function digestOf(body: FileBody | undefined): Promise<string | undefined> {
  if (body === undefined) return undefined
  const hash = createHash('sha256')
  for await (const chunk of body.stream) hash.update(chunk)
  return hash.digest('hex')
}

async function layAside(directory: string, aside: string, key: string): Promise<void> {
  const [spread, name] = placeOf(key)
  await makeFolder(join(aside, spread))
  await rename(join(directory, spread, name), join(aside, spread, name)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    },
  )
  // An empty folder has been moved from; one that is not stays.
  await rmdir(join(directory, spread)).catch(() => undefined)
}
