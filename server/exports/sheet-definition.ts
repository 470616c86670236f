// What an export is made of, apart from who asks for it: the same on the thread of the calls and on a thread of its own.

import type { Cipher } from '../adapters/personal-data/cipher.ts'
import type { Beside, Tx } from '../adapters/postgres/database.ts'
import type { BookSheet, Cell, Column, WritingRow } from '../adapters/spreadsheet/write-xlsx.ts'

/** A column and what a row puts into it; null leaves the cell empty. */
export type SheetColumn<Row> = Column & { readonly cell: (row: Row) => Cell | null }

export type SheetDefinition<Input, Row> = {
  readonly sheetName: string
  readonly columns: (input: Input) => readonly SheetColumn<Row>[]
  /** Read in one read-only transaction, however long the download takes. */
  readonly pieces: (tx: Tx, cipher: Cipher, input: Input) => AsyncIterable<readonly Row[]>
}

/**
 * A file of several sheets, each yielded when the one before it has been written: what a later one tells may be what an
 * earlier one came to. All of it is read in one read-only transaction; what `beside` reads is of the same moment.
 */
export type BookDefinition<Input> = (
  tx: Tx,
  cipher: Cipher,
  input: Input,
  beside: Beside,
) => AsyncIterable<BookSheet | BookSheet<WritingRow>>

/** A file whose form is itself part of the input. All of it is read in one read-only transaction. */
export type BytesDefinition<Input> = (tx: Tx, cipher: Cipher, input: Input) => AsyncIterable<Uint8Array>

/** One sheet of a book from rows that are read while it is written. */
export function bookSheet<Row>(
  sheetName: string,
  columns: readonly SheetColumn<Row>[],
  pieces: AsyncIterable<readonly Row[]>,
): BookSheet<WritingRow> {
  async function* rows(): AsyncGenerator<Iterable<WritingRow>> {
    for await (const piece of pieces) yield writing(piece, columns)
  }
  return { sheetName, columns, rows: rows() }
}

/** Cell by cell as they are written, one row in the place of the other: arrays of cells would be most of what the collector takes away. */
function* writing<Row>(
  piece: readonly Row[],
  columns: readonly SheetColumn<Row>[],
): Generator<WritingRow, undefined> {
  let at = 0
  const row: WritingRow = {
    writeCells: (cells) => {
      for (const { cell } of columns) cells.cell(cell(piece[at] as Row))
    },
  }
  for (; at < piece.length; at += 1) yield row
}

/** All rows in one piece, as those of a small export come. */
export async function* atOnce<Row>(rows: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield rows
}

/** IDs, names and everything else that must arrive letter by letter. */
export function textColumn<Row>(title: string, width: number, text: (row: Row) => string): SheetColumn<Row> {
  return { title, width, kind: 'text', cell: text }
}

export function moneyColumn<Row>(title: string, fen: (row: Row) => bigint): SheetColumn<Row> {
  return { title, width: 14, kind: 'money', cell: fen }
}

export function countColumn<Row>(title: string, count: (row: Row) => number): SheetColumn<Row> {
  return { title, width: 10, kind: 'count', cell: count }
}
