// Where a batch is opened: the spec's query names come from the wire, and all but the number are hints (D37).

import { BATCH_STATUSES, type BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { batchHead } from '@paywages/wire/payouts/endpoints.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

const BATCH = batchHead.input.fields.batchId.wire

export const CHECK_PAGE = '/payimport'
export const RESULTS_PAGE = '/exceldetail'
export const BANK_FILES_PAGE = '/bankfiles'
export const PENDING_PAGE = '/pendingtransfers'
/** Names the bank file that a return is to be registered for. */
export const RETURNS_OF = 'returns'
export const BATCHES_PAGE = '/payexcels'

/** To decide: with its buttons. To read: without, whoever opens it. */
export type Mode = 'decide' | 'read'

export function batchAddress(batchId: number): PageSearch {
  return { [BATCH]: String(batchId) }
}

export function checkAddress(batchId: number, status: BatchStatus, mode: Mode): PageSearch {
  return {
    [BATCH]: String(batchId),
    status: String(BATCH_STATUSES.indexOf(status)),
    ischeck: mode === 'decide' ? '1' : '0',
  }
}

export type Counted = {
  readonly batchId: number
  readonly payableCount: number
  readonly succeededCount: number
  readonly failedCount: number
}

export function resultsAddress(batch: Counted): PageSearch {
  return {
    [BATCH]: String(batch.batchId),
    totalNum: String(batch.payableCount),
    sucNum: String(batch.succeededCount),
    failNum: String(batch.failedCount),
  }
}

export function batchIdIn(search: PageSearch): number | undefined {
  return recordNumber(search[BATCH])
}

/** Only an explicit 0 takes the buttons away: an address written by hand still works. */
export function modeIn(search: PageSearch): Mode {
  return search.ischeck === '0' ? 'read' : 'decide'
}
