// Counts the people of ended batches in the background, so that the fund summary need not go through their rows.

import type { Services } from '../app-services.ts'
import { countPeopleEnds, lockUncountedBatch, savePeopleEnds } from './people-store.ts'

/** Works through every ended batch not yet counted; any number of workers may call it at once. */
export async function countEndedPeople(services: Services): Promise<number> {
  let batches = 0
  while (await countOne(services)) batches += 1
  return batches
}

function countOne(services: Services): Promise<boolean> {
  return services.database.transact(async (tx) => {
    const batchId = await lockUncountedBatch(tx)
    if (batchId === undefined) return false
    const counted = await countPeopleEnds(tx, [batchId])
    await savePeopleEnds(tx, batchId, counted.get(batchId) ?? { succeededPeople: 0, failedPeople: 0 })
    return true
  })
}
