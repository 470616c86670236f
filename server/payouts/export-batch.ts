// Gives the rows of a batch as .xlsx, with the filters of the list (D33).

import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { Download } from '../http/call.ts'
import type { BatchSheetInput } from './batch-sheet.ts'
import type { BatchRecord } from './batch-store.ts'
import { exportName } from './labels.ts'
import type { RowFilter } from './row-store.ts'

const SHEET = new URL('./batch-sheet.ts', import.meta.url)

export function exportBatch(
  services: Services,
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
  const { batchId, withholdsTax, vatBearer } = batch
  const input: BatchSheetInput = { batchId, withholdsTax, withholdsVat: vatBearer === 'person', filter }
  return exportLargeSheet(services, by, about, SHEET, input)
}
