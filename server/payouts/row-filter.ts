// What a call asks of a batch's rows, as filter and order of the store.

import type { BatchChange } from '@paywages/domain/payouts/batch-comparison.ts'
import { ROW_STATUSES, type RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { ShownWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import { levelMasks } from '@paywages/domain/payouts/warning-levels.ts'
import type { Sort } from '@paywages/wire/sorting.ts'
import { PHONE } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { BatchRecord } from './batch-store.ts'
import { changeBeside } from './compare-batches.ts'
import type { RowFilter, RowOrder } from './row-store.ts'
import { warningsOfBatch } from './warning-counts.ts'

type RowInput = {
  name?: string | undefined
  providerName?: string | undefined
  phone?: string | undefined
  status?: string | undefined
  warning?: ShownWarning | 'any' | undefined
  level?: 'high' | 'notice' | undefined
  change?: BatchChange | undefined
  earlierId?: number | undefined
}

const PAGE_FIELDS = new Set(['batchId', 'index', 'size'])

/** For a page of the whole batch, in the order of its sheet. */
export function asksForAll(input: object): boolean {
  return Object.entries(input).every(
    ([field, value]) =>
      value === undefined || PAGE_FIELDS.has(field) || (field === 'status' && value === '4'),
  )
}

/** payStatus 4 means all; a batch is one provider's, so its name fits every row or none. */
export async function filterOf(
  tx: Tx,
  services: Services,
  batch: BatchRecord,
  input: RowInput,
): Promise<RowFilter> {
  const status: RowStatus | undefined =
    input.status === undefined || input.status === '4' ? undefined : ROW_STATUSES[Number(input.status)]
  const phoneHashes = input.phone ? services.cipher.lookupHashes(input.phone, PHONE) : undefined
  const change =
    input.change === undefined ? undefined : await changeBeside(tx, batch, input.change, input.earlierId)
  const isIncomparable = input.change !== undefined && change === undefined
  const none = isIncomparable || !batch.providerName.includes(input.providerName ?? '')
  const { name, warning } = input
  const level = input.level === undefined ? undefined : await levelOf(tx, batch, input.level)
  return { name, phoneHashes, status, warning, level, change, none }
}

async function levelOf(tx: Tx, batch: BatchRecord, at: 'high' | 'notice') {
  const { once, levelCounts } = await warningsOfBatch(tx, batch)
  return { at, masks: levelMasks(once), count: levelCounts[at] }
}

/** Where no row stands at a level, the sheet's order is the order by level. */
export async function orderOf(
  tx: Tx,
  batch: BatchRecord,
  sort: Sort<'warnings' | 'amount'> | undefined,
): Promise<RowOrder> {
  if (sort === undefined) return { by: 'sheet' }
  if (sort.by === 'amount') return { by: sort.descending ? '-amount' : 'amount' }
  const { levelCounts, once } = await warningsOfBatch(tx, batch)
  if (levelCounts.high + levelCounts.notice === 0) return { by: 'sheet' }
  return { by: 'warnings', masks: levelMasks(once) }
}
