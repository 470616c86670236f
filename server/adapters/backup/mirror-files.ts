/** Copies the product's files, sealed as they lie, to where the backups are, and forgets those that no kept backup names any more. */
import type { FileStore } from '../file-store/file-store.ts'
import { type BackupPlace, filesPrefix, gonePrefix, underPrefix } from './backup-place.ts'

const ANY_SIZE = { limitBytes: Number.MAX_SAFE_INTEGER }

const isKept = (key: string) => !key.startsWith('probe/')

async function listed(store: FileStore): Promise<Map<string, Date>> {
  const found = new Map<string, Date>()
  for await (const { key, modifiedAt } of store.list('')) if (isKept(key)) found.set(key, modifiedAt)
  return found
}

/** How many were copied: those that are new, or were written again since. */
export async function mirrorFiles(from: FileStore, place: BackupPlace, cluster: string): Promise<number> {
  const to = underPrefix(place.plain, filesPrefix(cluster))
  const there = await listed(to)
  let copied = 0
  for (const [key, modifiedAt] of await listed(from)) {
    const copiedAt = there.get(key)
    if (copiedAt !== undefined && copiedAt > modifiedAt) continue
    const body = await from.get(key)
    // Removed since it was listed.
    if (body === undefined) continue
    await to.put(key, body.stream, ANY_SIZE)
    copied += 1
  }
  return copied
}

/**
 * A copy whose original is gone may still be named by a database that is restored to before that; so it is marked when
 * it is first missed, and removed once every kept base is younger than the mark.
 */
export async function forgetGone(
  from: FileStore,
  place: BackupPlace,
  { cluster, oldestBase }: { readonly cluster: string; readonly oldestBase: Date },
): Promise<number> {
  const [copies, marks] = [filesPrefix, gonePrefix].map((prefix) => underPrefix(place.plain, prefix(cluster)))
  if (copies === undefined || marks === undefined) return 0
  const [originals, marked] = [await listed(from), await listed(marks)]
  let removed = 0
  for (const key of (await listed(copies)).keys()) {
    const markedAt = marked.get(key)
    if (originals.has(key)) {
      if (markedAt !== undefined) await marks.remove(key)
    } else if (markedAt === undefined) await marks.put(key, nothing(), ANY_SIZE)
    else if (markedAt < oldestBase) {
      await copies.remove(key)
      await marks.remove(key)
      removed += 1
    }
  }
  return removed
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('gone')
}
