// Finds transfers whose worker died or fell asleep while sending, and puts them in doubt.

import type { House } from '../house.ts'
import { insertEvents } from './event-store.ts'
import { takeBackLeases } from './transfer-store.ts'

const CHUNK = 1_000

export async function sweepLeases(house: House): Promise<number> {
  const now = house.clock.now()
  return house.database.transact(async (tx) => {
    const lost = await takeBackLeases(tx, now, CHUNK)
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
