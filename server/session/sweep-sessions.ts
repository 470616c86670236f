// Forgets sessions and failed logins that can no longer matter.

import { LOCKOUT } from '@paywages/domain/session/lockout.ts'
import type { Services } from '../app-services.ts'
import { deleteFailuresBefore, deleteSessionsStartedBefore } from './store.ts'

export async function sweepSessions(services: Services): Promise<{ sessions: number }> {
  const now = services.clock.now().getTime()
  return services.database.transact(async (tx) => {
    await deleteFailuresBefore(tx, new Date(now - LOCKOUT.windowMs - LOCKOUT.lockMs))
    return {
      sessions: await deleteSessionsStartedBefore(tx, new Date(now - services.settings.session.absoluteMs)),
    }
  })
}
