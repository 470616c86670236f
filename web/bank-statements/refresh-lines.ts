// Whatever shows lines, their counts or the rows they are linked to is asked for again.

import {
  lineCandidates,
  listStatements,
  statementDetail,
  statementLines,
  unlistedRows,
} from '@paywages/wire/bank-statements/endpoints.ts'
import { batchRows, payDetails } from '@paywages/wire/payouts/endpoints.ts'
import { refresh } from '../api/queries.ts'

export function refreshLines(): Promise<void> {
  return refresh(
    ...[statementLines, statementDetail, unlistedRows, lineCandidates, listStatements],
    ...[payDetails, batchRows],
  )
}
