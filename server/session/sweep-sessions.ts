// Forgets sessions and failed logins that can no longer matter.

import { LOCKOUT } from '@paywages/domain/session/lockout.ts'
import type { House } from '../house.ts'
import { deleteFailuresBefore, deleteSessionsStartedBefore } from './store.ts'

export async function sweepSessions(house: House): Promise<{ sessions: number }> {
  const now = house.clock.now().getTime()
  return house.database.transact(async (tx) => {
    await deleteFailuresBefore(tx, new Date(now - LOCKOUT.windowMs - LOCKOUT.lockMs))
    return {
      sessions: await deleteSessionsStartedBefore(tx, new Date(now - house.settings.session.absoluteMs)),
    }
  })
}
