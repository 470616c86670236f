/** A bucket, and behind it the folder that files are being moved from: what is not yet in the one is read from the other. */
import { readdir } from 'node:fs/promises'
import type { FileStore } from './file-store.ts'

/** Written is to the bucket alone; what is listed twice is given once. */
export function bothPlaces(bucket: FileStore, folder: FileStore): FileStore {
  return {
    put: async (key, stream, options) => {
      const stored = await bucket.put(key, stream, options)
      // Whoever moves files must not bring back what this replaced.
      await folder.remove(key)
      return stored
    },
    // Moved between the two looks, it is in the bucket by then.
    get: async (key, range) =>
      (await bucket.get(key, range)) ?? (await folder.get(key, range)) ?? bucket.get(key, range),
    remove: async (key) => {
      await folder.remove(key)
      await bucket.remove(key)
    },
    list: async function* (prefix) {
      const given = new Set<string>()
      // The folder first: what is moved meanwhile is then found in the bucket.
      for await (const file of folder.list(prefix)) {
        given.add(file.key)
        yield file
      }
      for await (const file of bucket.list(prefix)) if (!given.has(file.key)) yield file
    },
    check: bucket.check,
  }
}

/** Whether anything lies in the folder of a disk store. */
export async function holdsFiles(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => [])
  return names.some((name) => /^[0-9a-f]{2}$/.test(name))
}
