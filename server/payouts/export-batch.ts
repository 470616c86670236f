// Streams the rows of a batch as .xlsx, in full, with the filters of the list (D33).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { type Cell, type Column, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import type { BatchRecord } from './batch-store.ts'
import { EXPORT_TITLES, exportName, SHEET_NAMES, STATUS_WORDS } from './labels.ts'
import { eachRow, type RowFilter, type RowRecord } from './row-store.ts'
import { openRow } from './seal-row.ts'

export async function exportBatch(
  house: House,
  by: Actor,
  batch: BatchRecord,
  filter: RowFilter,
): Promise<Download> {
  await house.database.transact((tx) =>
    recordEntry(tx, by, {
      action: 'export-batch',
      object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
      providerId: batch.providerId,
    }),
  )
  const stream = writeXlsx(rowsOf(house, batch, filter), {
    sheetName: SHEET_NAMES.rows,
    columns: columnsOf(batch),
  })
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { stream, name: exportName(batch.batchNo, batch.fileName), contentType, inline: false }
}

function columnsOf(batch: BatchRecord): Column[] {
  const text = (title: string, width: number): Column => ({ title, width, kind: 'text' })
  const money = (title: string): Column => ({ title, width: 14, kind: 'money' })
  const t = EXPORT_TITLES
  return [
    { title: t.rowNumber, width: 8, kind: 'count' },
    text(t.name, 12),
    text(t.idCardNo, 22),
    text(t.phone, 14),
    text(t.bank, 20),
    text(t.cardNo, 24),
    money(t.amount),
    money(t.fee),
    ...(batch.withholdsTax ? [money(t.tax)] : []),
    text(t.month, 10),
    text(t.remark, 24),
    text(t.status, 10),
    text(t.error, 24),
    text(t.paidAt, 20),
  ]
}

/** One read transaction holds one moment, however long the download takes. */
async function* rowsOf(house: House, batch: BatchRecord, filter: RowFilter): AsyncGenerator<Cell[]> {
  for await (const row of house.database.stream((tx) => eachRow(tx, batch.batchId, filter)))
    yield cellsOf(house, batch, row)
}

function cellsOf(house: House, batch: BatchRecord, row: RowRecord): Cell[] {
  const { idCardNo, phone, cardNo } = openRow(house.cipher, row.sealed)
  return [
    { count: row.rowNumber },
    { text: row.name },
    { text: idCardNo },
    { text: phone },
    { text: row.bank },
    { text: cardNo },
    { fen: row.amountFen },
    { fen: row.feeFen },
    ...(batch.withholdsTax ? [{ fen: row.taxFen }] : []),
    { text: row.month },
    { text: row.remark },
    { text: STATUS_WORDS[row.status] },
    { text: row.error },
    { text: row.paidAt ? shanghaiSecond(row.paidAt) : '' },
  ]
}
