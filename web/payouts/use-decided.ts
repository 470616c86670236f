// What follows a decision: back to the list when it holds, the batch as it now stands when it does not.

import { batchHead, batchRows } from '@paywages/wire/payouts/endpoints.ts'
import { refresh } from '../api/queries.ts'
import { CallRefused } from '../api/refused.ts'
import { BATCHES_PAGE } from '../records/batch-address.ts'
import { toastRefusal, toastSuccess } from '../ui/feedback/toast.ts'
import { useGo } from '../ui/page/address.ts'
import { decisionLabels } from './labels.ts'

export function useDecided() {
  const go = useGo()
  return {
    /** A passing outage leaves the question open for another try; any other refusal is an outcome. */
    keepOpenOnOutage(error: unknown): unknown {
      if (error instanceof CallRefused && !error.outage) return error
      throw error
    },
    async finish(outcome: unknown): Promise<void> {
      if (outcome instanceof CallRefused) {
        toastRefusal(outcome)
        await refresh(batchHead, batchRows)
        return
      }
      toastSuccess(decisionLabels.done)
      go(BATCHES_PAGE)
    },
  }
}
