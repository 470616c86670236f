// Finds transfers whose worker died or fell asleep while sending, and puts them in doubt.

import type { Services } from '../app-services.ts'
import { insertEvents } from './event-store.ts'
import { reclaimLeases } from './lease-store.ts'

/** Leases; each is of one call to the bank. */
const CHUNK = 5

export async function sweepLeases(services: Services): Promise<number> {
  const now = services.clock.now()
  return services.database.transact(async (tx) => {
    const lost = await reclaimLeases(tx, now, CHUNK)
    await insertEvents(
      tx,
      lost.map(({ transferId, attempts }) => ({
        transferId,
        kind: 'lease-lost',
        from: 'sending',
        to: 'in-doubt',
        attempt: attempts,
        detail: '',
      })),
      now,
    )
    return lost.length
  })
}
