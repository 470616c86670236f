// What both formats' readers hand over, cell by cell, so that nothing but the wanted cells is ever made.

import type { CellValue } from '@paywages/domain/payouts/cell-text.ts'

/** A formula whose program never stored what it comes to. */
export const UNCOMPUTED = Symbol('uncomputed')

export type SheetCell = CellValue | typeof UNCOMPUTED

/** Zero-based, ends included. */
export type CellRange = {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export type RowSink = {
  /** Whether cells of this column (zero-based) are worth reading. */
  wants(column: number): boolean
  cell(column: number, value: SheetCell): void
  /** The cell of this column is computed, whatever it comes to; told before its value. */
  formula?(column: number): void
  /** The number of this column is shown in another unit than yuan; told before its value. */
  unit?(column: number, unit: string): void
  /** The cell of this column is struck out as a whole; told before its value. */
  struck?(column: number): void
  /** A comment on a cell of the row that ends next; told before that. */
  comment?(text: string): void
  /** Columns that the program does not show; told before the row that they matter for ends. */
  hide?(firstColumn: number, lastColumn: number): void
  /** `rowNumber` as Excel shows it; rows come in order. */
  endRow(rowNumber: number, isHidden: boolean): void
  merged(range: CellRange): void
  /** True when rows wait until the merged ranges are known, which many formats tell behind all rows. */
  readonly wantsRanges?: boolean
  takeRanges?(ranges: readonly CellRange[]): void
  /** True when no further row is wanted. */
  readonly isDone: boolean
}

export const LAST_COLUMN = 16_383
export const LAST_ROW_NUMBER = 1_048_576

/** 0 → "A", 27 → "AB". */
export function columnName(column: number): string {
  const rest = column % 26
  const name = String.fromCharCode(65 + rest)
  return column < 26 ? name : columnName((column - rest) / 26 - 1) + name
}

export function rangeName(range: CellRange): string {
  const first = `${columnName(range.firstColumn)}${range.firstRow + 1}`
  const last = `${columnName(range.lastColumn)}${range.lastRow + 1}`
  return `${first}:${last}`
}
