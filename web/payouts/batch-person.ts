// The person as the rules of batches see them, for the buttons of this batch.

import type { Person } from '@paywages/domain/accounts/person.ts'
import { actionsFor, type BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'

/** The session tells its provider by name only, which no two providers share; 0 stands for any other one. */
function personOf(user: CurrentUser, batch: BatchHead): Person {
  const own = user.providerName === batch.providerName
  return { ...user, appLoginRight: false, providerId: own ? batch.providerId : 0, platformId: 0 }
}

export function batchActions(user: CurrentUser, batch: BatchHead): ReadonlySet<BatchAction> {
  return new Set(actionsFor(batch, personOf(user, batch)))
}
