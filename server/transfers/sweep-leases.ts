// Finds transfers whose worker died or fell asleep while sending, and puts them in doubt.

import type { Services } from '../app-services.ts'
import { insertEvents } from './event-store.ts'
import { isLeaseOver, reclaimLeases } from './lease-store.ts'

/** Leases; each is of one call to the bank. */
const CHUNK = 20

/** Looks at every lease that is over, most of which left nothing behind; tells how many transfers were lost. */
export async function sweepLeases(services: Services): Promise<number> {
  const now = services.clock.now()
  if (!(await services.database.query((tx) => isLeaseOver(tx, now)))) return 0
  let found = 0
  for (;;) {
    const { leases, lost } = await sweepSome(services)
    found += lost
    if (leases < CHUNK) return found
  }
}

function sweepSome(services: Services): Promise<{ leases: number; lost: number }> {
  const now = services.clock.now()
  return services.database.transact(async (tx) => {
    const { leases, lost } = await reclaimLeases(tx, now, CHUNK)
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
    return { leases, lost: lost.length }
  })
}
