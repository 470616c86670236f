// Removes what nothing took within a day, what a call that died received, and bytes that no row knows (D5).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { Services } from '../app-services.ts'
import { FILES_PREFIX } from './receive-file.ts'
import { deleteUnattached, knownKeys } from './store.ts'

/** No call lasts this long; what one received has a kind when it ends, or is gone. */
const CALL_MS = 3_600_000

export async function sweepFiles(services: Services): Promise<{ unattached: number; orphans: number }> {
  const now = services.clock.now().getTime()
  const [uploadedBefore, neverSortedBefore] = [new Date(now - DAY_MS), new Date(now - CALL_MS)]
  const keys = await services.database.transact((tx) =>
    deleteUnattached(tx, { uploadedBefore, neverSortedBefore }),
  )
  for (const key of keys) await services.files.remove(key)
  return { unattached: keys.length, orphans: await sweepOrphans(services, uploadedBefore) }
}

/** Bytes whose row is gone: the server died between removing the one and the other. */
async function sweepOrphans(services: Services, modifiedBefore: Date): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const flush = async () => {
    const known = await services.database.read((tx) => knownKeys(tx, batch))
    for (const key of batch.filter((one) => !known.has(one))) {
      await services.files.remove(key)
      removed += 1
    }
    batch = []
  }
  for await (const file of services.files.list(FILES_PREFIX)) {
    if (file.modifiedAt < modifiedBefore) batch.push(file.key)
    if (batch.length === 500) await flush()
  }
  await flush()
  return removed
}
