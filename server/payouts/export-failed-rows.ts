// Gives failed and returned rows back as a filled template: to correct and upload again (D40).

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import { atOnce, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import type { Download } from '../http/call.ts'
import type { BatchRecord } from './batch-store.ts'
import { failedRows } from './copy-store.ts'
import { failedName, SHEET_NAMES, SHEET_TITLES } from './labels.ts'
import { type OpenedRow, openedRows } from './opened-rows.ts'

export function exportFailedRows(services: Services, by: Actor, batch: BatchRecord): Promise<Download> {
  const entry = {
    action: 'export-batch',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    after: { rows: 'failed' },
  } as const
  const about = { entry, fileName: failedName(batch.batchNo, batch.fileName) }
  return exportSheet(services, by, about, TEMPLATE, batch.batchId)
}

type FailedRow = OpenedRow<Awaited<ReturnType<typeof failedRows>>[number]>

const TEMPLATE: SheetDefinition<number, FailedRow> = {
  sheetName: SHEET_NAMES.marked,
  columns: () => [
    ...SHEET_COLUMNS.map(({ title, field }) =>
      textColumn<FailedRow>(title, 18, (row) =>
        field === 'amount' ? formatYuan(row.amountFen) : row[field],
      ),
    ),
    textColumn(SHEET_TITLES.reason, 32, (row) => row.error),
  ],
  pieces: (tx, cipher, batchId) => openedRows(cipher, atOnce(failedRows(tx, batchId, false))),
}
