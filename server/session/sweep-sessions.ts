// Forgets sessions, failed logins and places of logins that can no longer matter.

import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { failuresMatterFrom } from '@paywages/domain/session/lockout.ts'
import type { Services } from '../app-services.ts'
import {
  deleteAccountPlacesBefore,
  deleteFailuresBefore,
  deleteLoginPlacesBefore,
  deleteSessionsStartedBefore,
} from './store.ts'

/** How long an address counts as one from which the account logs in, and a place as one where it is used. */
const PLACE_DAYS = 180

export async function sweepSessions(services: Services): Promise<{ sessions: number }> {
  const now = services.clock.now().getTime()
  return services.database.transact(async (tx) => {
    await deleteFailuresBefore(tx, failuresMatterFrom(new Date(now)))
    await deleteLoginPlacesBefore(tx, new Date(now - PLACE_DAYS * DAY_MS))
    await deleteAccountPlacesBefore(tx, shanghaiDay(new Date(now - PLACE_DAYS * DAY_MS)))
    return {
      sessions: await deleteSessionsStartedBefore(tx, new Date(now - services.settings.session.absoluteMs)),
    }
  })
}
