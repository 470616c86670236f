// The act of a batch that opens it: its results, or the check page to decide or to read.

import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import type { ReactNode } from 'react'
import {
  CHECK_PAGE,
  type Counted,
  checkAddress,
  RESULTS_PAGE,
  resultsAddress,
} from '../records/batch-address.ts'
import { RowActions } from '../ui/list/row-actions.tsx'
import { PageLink } from '../ui/page/page-link.tsx'
import type { BatchLink } from './batch-links.ts'

type BatchLinkActionProps = {
  batch: Counted & { readonly status: BatchStatus }
  link: BatchLink
  words: ReactNode
}

export function BatchLinkAction({ batch, link, words }: BatchLinkActionProps) {
  const mode = link === 'look' || link === 'reason' ? 'read' : 'decide'
  return (
    <RowActions>
      {link === 'results' ? (
        <PageLink to={RESULTS_PAGE} search={resultsAddress(batch)}>
          {words}
        </PageLink>
      ) : (
        <PageLink to={CHECK_PAGE} search={checkAddress(batch.batchId, batch.status, mode)}>
          {words}
        </PageLink>
      )}
    </RowActions>
  )
}
