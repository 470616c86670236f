// Removes what nothing took within a day, and bytes that no row knows (D5).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { House } from '../house.ts'
import { FILES_PREFIX } from './receive-file.ts'
import { deleteLoose, knownKeys } from './store.ts'

export async function sweepFiles(house: House): Promise<{ loose: number; orphans: number }> {
  const uploadedBefore = new Date(house.clock.now().getTime() - DAY_MS)
  const keys = await house.database.transact((tx) => deleteLoose(tx, { uploadedBefore }))
  for (const key of keys) await house.files.remove(key)
  return { loose: keys.length, orphans: await sweepOrphans(house, uploadedBefore) }
}

/** Bytes whose row is gone: the server died between removing the one and the other. */
async function sweepOrphans(house: House, modifiedBefore: Date): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const flush = async () => {
    const known = await house.database.read((tx) => knownKeys(tx, batch))
    for (const key of batch.filter((one) => !known.has(one))) {
      await house.files.remove(key)
      removed += 1
    }
    batch = []
  }
  for await (const file of house.files.list(FILES_PREFIX)) {
    if (file.modifiedAt < modifiedBefore) batch.push(file.key)
    if (batch.length === 500) await flush()
  }
  await flush()
  return removed
}
