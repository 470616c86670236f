// Whatever shows adjustments, or counts those that wait, is asked for again.

import { listAdjustments } from '@paywages/wire/tax/adjustments/endpoints.ts'
import { todos } from '@paywages/wire/workbench/endpoints.ts'
import { refresh } from '../../api/queries.ts'

export function refreshAdjustments(): Promise<void> {
  return refresh(listAdjustments, todos)
}
