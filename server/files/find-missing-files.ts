// Finds files that the database names and the file store does not have, as after a restore of one to another moment than the other.

import type { Services } from '../app-services.ts'
import { countUnnamed, missingFiles, noteListed, openListing } from './missing-store.ts'
import { FILES_PREFIX } from './receive-file.ts'

const CHUNK = 1_000
/** So many are named and looked for once more; a folder that was left out needs no longer list. */
const MAX_NAMED = 20

export type MissingFiles = {
  readonly count: number
  /** Kind and key in the store, the newest first. */
  readonly named: readonly string[]
  /** In the store and not in the database: leftovers to be swept, or a database restored to an earlier moment than the files. */
  readonly unnamed: number
}

/** The store is listed once, a chunk at a time; only keys go to the database. */
export async function findMissingFiles(
  services: Services,
  most = Number.POSITIVE_INFINITY,
): Promise<MissingFiles> {
  const startedAt = services.clock.now()
  const found = await services.database.transact(async (tx) => {
    await openListing(tx)
    let keys: string[] = []
    let listed = 0
    for await (const { key } of services.files.list(FILES_PREFIX)) {
      keys.push(key)
      if (keys.length < CHUNK) continue
      listed += keys.length
      if (listed > most) throw new Error(`the file store holds more than ${most} files: run npm run verify`)
      await noteListed(tx, keys)
      keys = []
    }
    await noteListed(tx, keys)
    return { ...(await missingFiles(tx, startedAt, MAX_NAMED)), unnamed: await countUnnamed(tx) }
  })
  const here = await Promise.all(found.files.map(({ storeKey }) => isThere(services, storeKey)))
  const named = found.files
    .filter((_, index) => !here[index])
    .map(({ kind, storeKey }) => `${kind} ${storeKey}`)
  // What arrived while the listing had passed its place is not missing.
  return { count: found.count - here.filter(Boolean).length, named, unnamed: found.unnamed }
}

async function isThere(services: Services, key: string): Promise<boolean> {
  const body = await services.files.get(key).catch(() => undefined)
  body?.stream.destroy()
  return body !== undefined
}
