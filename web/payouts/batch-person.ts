// The buttons that a person has on a batch, by the very rules the server asks.

import { actionsFor, type BatchAction } from '@paywages/domain/payouts/batch-status.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'

export function batchActions(user: CurrentUser, batch: BatchHead): ReadonlySet<BatchAction> {
  return new Set(actionsFor(batch, { ...user, appLoginRight: false, platformId: 0 }))
}
