// Writes the XML of a sheet row by row; rows that do not fit go to another sheet.

import { CellWriter } from './cell-writer.ts'
import { type CellKind, textXml } from './cell-xml.ts'
import { cellXml } from './placed-cell.ts'
import { columnName } from './row-sink.ts'
import type { SharedTexts } from './shared-texts.ts'
import type { AnyRow, Column, WriteXlsxOptions } from './sheet-shape.ts'
import { HEADING_STYLE, SHEET_TAIL, sheetHead, styleOf } from './xlsx-parts.ts'
import { XmlBytes } from './xml-bytes.ts'

export const XLSX_ROWS_PER_SHEET = 1_048_576
const WIDTH_OF_KIND: Readonly<Record<CellKind, number>> = {
  text: 16,
  money: 14,
  amount: 14,
  count: 10,
  date: 12,
  time: 20,
}
export class SheetWriter {
  isDone = false
  #pieces: AsyncIterator<Iterable<AnyRow>>
  #piece: Iterator<AnyRow> = [][Symbol.iterator]()
  #columns: readonly Column[]
  #rowsPerSheet: number
  #leadingRows: readonly (readonly string[])[]
  #waiting: AnyRow | undefined
  #cells: CellWriter
  #xml = new XmlBytes()

  constructor(pieces: AsyncIterator<Iterable<AnyRow>>, options: WriteXlsxOptions, shared: SharedTexts) {
    const { columns, leadingRows = [], rowsPerSheet = XLSX_ROWS_PER_SHEET, placesCells = false } = options
    this.#pieces = pieces
    this.#columns = columns
    this.#cells = new CellWriter(this.#xml, columns, shared, placesCells)
    this.#leadingRows = leadingRows
    this.#rowsPerSheet = Math.min(rowsPerSheet, XLSX_ROWS_PER_SHEET)
  }

  /** One sheet's XML, until the rows end or it is full. */
  async *write(): AsyncGenerator<Uint8Array> {
    const looks = this.#columns.map(({ kind, width }) => ({
      style: styleOf(kind, false),
      width: width ?? WIDTH_OF_KIND[kind],
    }))
    const xml = this.#xml
    let number = this.#leadingRows.length + 1
    xml.raw(sheetHead(looks, number) + this.#leadingXml() + this.#headingXml(number))
    while (number < this.#rowsPerSheet) {
      const row = this.#waiting ?? this.#atHand() ?? (await this.#next())
      this.#waiting = undefined
      if (row === undefined) break
      number += 1
      this.#writeRow(row, number)
      if (xml.isFull) yield xml.take()
    }
    // A full sheet may also be the last: only a further row calls for another one.
    this.#waiting = this.isDone ? undefined : await this.#next()
    xml.raw(SHEET_TAIL)
    yield xml.take()
  }

  /** The next row of the piece that came last: to wait for each row costs as much as to write it. */
  #atHand(): AnyRow | undefined {
    const { done, value } = this.#piece.next()
    return done ? undefined : value
  }

  async #next(): Promise<AnyRow | undefined> {
    for (;;) {
      const row = this.#atHand()
      if (row !== undefined) return row
      const piece = await this.#pieces.next()
      if (piece.done) break
      this.#piece = piece.value[Symbol.iterator]()
    }
    this.isDone = true
    return undefined
  }

  #leadingXml(): string {
    const rows = this.#leadingRows.map((texts, index) => {
      const cells = texts.map((text, column) => cellXml(text, 'text', `${columnName(column)}${index + 1}`))
      return `<row r="${index + 1}">${cells.join('')}</row>`
    })
    return rows.join('')
  }

  #headingXml(number: number): string {
    const cells = this.#columns.map(
      ({ title }, index) =>
        `<c r="${columnName(index)}${number}" s="${HEADING_STYLE}" t="inlineStr"><is>${textXml(title)}</is></c>`,
    )
    return `<row r="${number}">${cells.join('')}</row>`
  }

  #writeRow(row: AnyRow, number: number): void {
    const cells = this.#cells
    cells.beginRow(number)
    if ('writeCells' in row) row.writeCells(cells)
    else for (let index = 0; index < this.#columns.length; index += 1) cells.cell(row[index])
    cells.endRow()
  }
}
