// Gives failed and returned rows back as a filled template: to correct and upload again (D40).

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { SHEET_COLUMNS } from '@paywages/domain/payouts/sheet-columns.ts'
import type { Actor } from '../actor.ts'
import { type Cell, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import type { BatchRecord } from './batch-store.ts'
import { failedRows } from './copy-store.ts'
import { failedName, SHEET_NAMES, SHEET_TITLES } from './labels.ts'
import { openRow } from './seal-row.ts'

export async function exportFailedRows(house: House, by: Actor, batch: BatchRecord): Promise<Download> {
  const rows = await house.database.transact(async (tx) => {
    await recordEntry(tx, by, {
      action: 'export-batch',
      object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
      providerId: batch.providerId,
      after: { rows: 'failed' },
    })
    return failedRows(tx, batch.batchId, false)
  })
  async function* cells(): AsyncGenerator<Cell[]> {
    for (const row of rows) {
      const plain = { ...row, ...openRow(house.cipher, row.sealed), amount: formatYuan(row.amountFen) }
      yield [...SHEET_COLUMNS.map(({ field }): Cell => ({ text: plain[field] })), { text: row.error }]
    }
  }
  const columns = [
    ...SHEET_COLUMNS.map(({ title }) => ({ title, width: 18, kind: 'text' as const })),
    { title: SHEET_TITLES.reason, width: 32, kind: 'text' as const },
  ]
  const stream = writeXlsx(cells(), { sheetName: SHEET_NAMES.marked, columns })
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { stream, name: failedName(batch.batchNo, batch.fileName), contentType, inline: false }
}
