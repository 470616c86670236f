// How the worker starts batches whose set time has come: as a person's start does, on the account of the provider (ADR 70, ADR 81).

import type { Services } from '../app-services.ts'
import { startOnAccount } from '../bank-files/start-on-account.ts'
import { startDueBatches } from '../payouts/start-due-batches.ts'
import { readHalt } from '../transfers/read-sending.ts'

/** One round; returns how many were started. */
export function startDue(services: Services): Promise<number> {
  return startDueBatches(services, {
    start: startOnAccount,
    isHalted: async (tx) => (await readHalt(tx)) !== undefined,
  })
}
