// Counts the people of ended batches in the background, so that the fund summary need not go through their rows.

import type { House } from '../house.ts'
import { countPeopleEnds, keepPeopleEnds, takeUncounted } from './people-store.ts'

/** Works through every ended batch not yet counted; any number of workers may call it at once. */
export async function countEndedPeople(house: House): Promise<number> {
  let batches = 0
  while (await countOne(house)) batches += 1
  return batches
}

function countOne(house: House): Promise<boolean> {
  return house.database.transact(async (tx) => {
    const batchId = await takeUncounted(tx)
    if (batchId === undefined) return false
    const counted = await countPeopleEnds(tx, [batchId])
    await keepPeopleEnds(tx, batchId, counted.get(batchId) ?? { succeededPeople: 0, failedPeople: 0 })
    return true
  })
}
