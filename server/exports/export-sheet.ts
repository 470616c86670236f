// The building block of every export: an audited .xlsx, streamed row by row from one moment of the database (D33, D34).

import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Cell, type Column, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { type AuditEvent, recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'

/** A column and what a row puts into it; null leaves the cell empty. */
export type ExportColumn<Row> = Column & { readonly cell: (row: Row) => Cell | null }

export type ExportSheet<Row> = {
  /** The export stands in the audit log before its first byte leaves. */
  readonly entry: AuditEvent
  readonly fileName: string
  readonly sheetName: string
  readonly columns: readonly ExportColumn<Row>[]
  /** Read in one read-only transaction, however long the download takes. */
  readonly rows: (tx: Tx) => AsyncIterable<Row>
  /** How many rows there will be, where that is cheap to know: whoever waits is told. */
  readonly count?: number
}

export async function exportSheet<Row>(house: House, by: Actor, sheet: ExportSheet<Row>): Promise<Download> {
  await house.database.transact((tx) => recordEntry(tx, by, sheet.entry))
  const stream = writeXlsx(cellsOf(house, sheet), { sheetName: sheet.sheetName, columns: sheet.columns })
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const total = sheet.count === undefined ? {} : { rowCount: sheet.count }
  return { stream, name: sheet.fileName, contentType, inline: false, ...total }
}

async function* cellsOf<Row>(house: House, sheet: ExportSheet<Row>): AsyncGenerator<(Cell | null)[]> {
  for await (const row of house.database.stream(sheet.rows)) yield sheet.columns.map(({ cell }) => cell(row))
}

/** IDs, names and everything else that must arrive letter by letter. */
export function textColumn<Row>(title: string, width: number, text: (row: Row) => string): ExportColumn<Row> {
  return { title, width, kind: 'text', cell: (row) => ({ text: text(row) }) }
}

export function moneyColumn<Row>(title: string, fen: (row: Row) => bigint): ExportColumn<Row> {
  return { title, width: 14, kind: 'money', cell: (row) => ({ fen: fen(row) }) }
}

export function countColumn<Row>(title: string, count: (row: Row) => number): ExportColumn<Row> {
  return { title, width: 10, kind: 'count', cell: (row) => ({ count: count(row) }) }
}
