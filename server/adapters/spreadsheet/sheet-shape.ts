// What a sheet to be written is made of: columns, rows, and how it is divided.

import type { CellWriter } from './cell-writer.ts'
import type { Cell, CellKind } from './cell-xml.ts'

/** `kind` is the format of the column's cells still to be filled in, and tells days from times. */
export type Column = {
  readonly title: string
  readonly kind: CellKind
  readonly width?: number
  /** Hardly a text stands in it twice: all are written into their cells, and none is looked up among those that cells share. */
  readonly isUnique?: boolean
}

/** A row's cells in the order of the columns; null leaves one empty. */
export type Row = readonly (Cell | null)[]

/** A row that writes its cells itself, from bytes that it lies in; it may be another row once the next is asked for. */
export type WritingRow = { writeCells(cells: CellWriter): void }

export type AnyRow = Row | WritingRow

export type WriteXlsxOptions = {
  readonly sheetName: string
  readonly columns: readonly Column[]
  /** Texts in rows above the headings. */
  readonly leadingRows?: readonly (readonly string[])[]
  /** Rows on one sheet, its heading included; what is more goes to another sheet. */
  readonly rowsPerSheet?: number
  /** Each cell tells its place ("B7"): for programs that do not count. It doubles the size of the file. */
  readonly placesCells?: boolean
}

/** Rows at hand, or pieces of rows as they come. */
export type RowSource<R extends AnyRow = Row> = Iterable<R> | AsyncIterable<Iterable<R>>

/** One sheet of several, with its rows. */
export type BookSheet<R extends AnyRow = Row> = WriteXlsxOptions & { readonly rows: RowSource<R> }
