// The columns of payout exports: each writes its cell from the bytes of a row.

import type { RowStatus } from '@paywages/domain/payouts/row-status.ts'
import type { PersonalField } from '../adapters/personal-data/field-texts.ts'
import type { BookSheet, CellWriter, Column, WritingRow } from '../adapters/spreadsheet/write-xlsx.ts'
import { AT, type ExportedBatch, type ExportedRows } from './exported-rows.ts'
import { PRESENCE_WORDS, SHEET_NAMES, STATUS_WORDS } from './labels.ts'

export type ExportedColumn = Column & { readonly write: (rows: ExportedRows, cells: CellWriter) => void }
type Place = keyof typeof AT

export function textAt(title: string, width: number, place: Place): ExportedColumn {
  const at = AT[place]
  const write: ExportedColumn['write'] = ({ row }, cells) =>
    cells.utf8(row.source, row.startOf(at), row.endOf(at))
  return { title, width, kind: 'text', write }
}

export function moneyAt(title: string, place: Place): ExportedColumn {
  const at = AT[place]
  const write: ExportedColumn['write'] = ({ row }, cells) => {
    const fen = row.int8(at)
    cells.fen(Number.isSafeInteger(fen) ? fen : row.bigint(at))
  }
  return { title, width: 14, kind: 'money', write }
}

export function countAt(title: string, place: Place): ExportedColumn {
  return { title, width: 10, kind: 'count', write: ({ row }, cells) => cells.count(row.int4(AT[place])) }
}

export function timeAt(title: string, place: Place): ExportedColumn {
  const write: ExportedColumn['write'] = ({ row }, cells) => cells.text(row.shanghaiSecond(AT[place]))
  return { title, width: 20, kind: 'text', write }
}

export function receiptColumn(title: string): ExportedColumn {
  const write: ExportedColumn['write'] = ({ hasReceipt }, cells) =>
    cells.text(hasReceipt ? PRESENCE_WORDS.there : PRESENCE_WORDS.none)
  return { title, width: 10, kind: 'text', write }
}

export function statusAt(title: string): ExportedColumn {
  const write: ExportedColumn['write'] = ({ row }, cells) =>
    cells.text(STATUS_WORDS[row.repeatedText(AT.status) as RowStatus])
  return { title, width: 10, kind: 'text', write }
}

export function personalColumn(title: string, width: number, field: PersonalField): ExportedColumn {
  const write: ExportedColumn['write'] = (rows, cells) =>
    cells.utf8(rows.personal.bytes, rows.startOf(field), rows.endOf(field))
  return { title, width, kind: 'text', write }
}

export function batchColumn(
  title: string,
  width: number,
  text: (batch: ExportedBatch) => string,
): ExportedColumn {
  return { title, width, kind: 'text', write: ({ batch }, cells) => cells.text(text(batch)) }
}

export function exportedSheet(
  columns: readonly ExportedColumn[],
  pieces: AsyncIterable<ExportedRows>,
): BookSheet<WritingRow> {
  async function* rows(): AsyncGenerator<Iterable<WritingRow>> {
    for await (const piece of pieces) yield written(piece, columns)
  }
  return { sheetName: SHEET_NAMES.rows, columns, rows: rows() }
}

/** One row after the other, each in the place of the one before. */
function* written(rows: ExportedRows, columns: readonly ExportedColumn[]): Generator<WritingRow> {
  const row: WritingRow = {
    writeCells: (cells) => {
      for (const { write } of columns) write(rows, cells)
    },
  }
  while (rows.moveOn()) yield row
}
