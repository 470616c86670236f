// Gives the rows of a batch as .xlsx, with the filters of the list (D33).

import type { Actor } from '../actor.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import type { BatchSheetAsk } from './batch-sheet.ts'
import type { BatchRecord } from './batch-store.ts'
import { exportName } from './labels.ts'
import type { RowFilter } from './row-store.ts'

const SHEET = new URL('./batch-sheet.ts', import.meta.url)

export function exportBatch(
  house: House,
  by: Actor,
  batch: BatchRecord,
  filter: RowFilter,
): Promise<Download> {
  const entry = {
    action: 'export-batch',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
  } as const
  const about = { entry, fileName: exportName(batch.batchNo, batch.fileName) }
  const ask: BatchSheetAsk = { batchId: batch.batchId, withholdsTax: batch.withholdsTax, filter }
  return exportLargeSheet(house, by, about, SHEET, ask)
}
