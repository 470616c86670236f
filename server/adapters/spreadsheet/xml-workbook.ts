// Reads an "XML Spreadsheet 2003", which many programs save under the name of a workbook: its sheets, rows, cells and merged ranges.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import { isDateFormat, unitOfFormat } from './number-format.ts'
import { type CellRange, LAST_COLUMN, LAST_ROW_NUMBER, type RowSink, UNCOMPUTED } from './row-sink.ts'
import { bomb, damaged } from './sheet-refused.ts'
import { MAX_CELL_LENGTH, type XmlHandler, XmlScanner } from './xml-scanner.ts'

const MAX_MERGED = 100_000
const MAX_STYLES = 10_000
const CHUNK_BYTES = 64 * 1024

export type XmlSheet = { readonly name: string; readonly isVisible: boolean }

/** Yields after each piece of the text, so that its caller can wait for whoever takes the rows. */
export function* readXmlRows(bytes: Buffer, sheet: number, sink: RowSink): Generator<void> {
  for (const _ of scan(bytes, new XmlRows(sheet, sink))) {
    if (sink.isDone) return
    yield
  }
}

export function readXmlSheets(bytes: Buffer): XmlSheet[] {
  const list = new SheetList()
  for (const _ of scan(bytes, list));
  return list.sheets
}

function* scan(bytes: Buffer, handler: XmlHandler): Generator<void> {
  const scanner = new XmlScanner(handler)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    scanner.push(bytes.subarray(at, at + CHUNK_BYTES))
    yield
  }
  scanner.end()
}

class SheetList implements XmlHandler {
  readonly sheets: { name: string; isVisible: boolean }[] = []
  #inVisible = false

  open(scanner: XmlScanner): void {
    if (scanner.key !== 0) return
    if (scanner.name === 'Worksheet') {
      const name = attributeOf(scanner, 'Name') ?? ''
      this.sheets.push({ name, isVisible: true })
    } else if (scanner.name === 'Visible') this.#inVisible = true
  }

  text(scanner: XmlScanner, from: number, to: number): void {
    const sheet = this.sheets.at(-1)
    if (this.#inVisible && sheet && scanner.textAt(from, to).trim() !== 'SheetVisible')
      sheet.isVisible = false
  }

  close(): void {
    this.#inVisible = false
  }
}

class XmlRows implements XmlHandler {
  readonly #wanted: number
  readonly #sink: RowSink
  #sheet = -1
  #rowNumber = 0
  #nextRow = 1
  #inRow = false
  #isHidden = false
  #nextColumn = 0
  #column = 0
  #inCell = false
  #hasFormula = false
  /** A comment of a cell has data of its own. */
  #inComment = false
  #comment = ''
  #takesText = false
  #type: string | undefined
  #text = ''
  #merged: CellRange[] = []
  /** The style that is being told, and how each shows numbers. */
  #styleId = ''
  #styles = new Map<string, XmlStyle>()
  #struckStyles = new Set<string>()
  /** Of this row's cells without one of their own. */
  #rowStyle: string | undefined
  #style: XmlStyle | undefined

  constructor(sheet: number, sink: RowSink) {
    this.#wanted = sheet
    this.#sink = sink
  }

  open(scanner: XmlScanner): void {
    const { name } = scanner
    if (name === 'Worksheet') this.#sheet += 1
    if (this.#sheet < 0) this.#openStyle(scanner, name)
    if (this.#sheet !== this.#wanted) return
    if (this.#inCell) this.#openInCell(scanner, name)
    else if (name === 'Cell' && this.#inRow) this.#openCell(scanner)
    else if (name === 'Row') this.#openRow(scanner)
    else if (name === 'Column') this.#openColumn(scanner)
  }

  /** They stand above the rows, in order; a span hides those behind it too. */
  #openColumn(scanner: XmlScanner): void {
    const first = (wholeOf(scanner, 'Index') ?? this.#nextColumn + 1) - 1
    const last = first + (wholeOf(scanner, 'Span') ?? 0)
    this.#nextColumn = last + 1
    const isHidden = attributeOf(scanner, 'Hidden') === '1' || attributeOf(scanner, 'Width') === '0'
    if (isHidden) this.#sink.hide?.(first, last)
  }

  #openStyle(scanner: XmlScanner, name: string): void {
    if (name === 'Style') this.#styleId = attributeOf(scanner, 'ID') ?? ''
    if (name === 'Font' && attributeOf(scanner, 'StrikeThrough') === '1')
      this.#struckStyles.add(this.#styleId)
    if (name !== 'NumberFormat') return
    const code = attributeOf(scanner, 'Format') ?? ''
    // Some go by name: Percent, Short Date, Currency.
    const unit = /^percent$/i.test(code) ? '%' : unitOfFormat(0, code)
    this.#styles.set(this.#styleId, { isDate: /date$/i.test(code) || isDateFormat(0, code), unit })
    if (this.#styles.size > MAX_STYLES) throw bomb('too many styles')
  }

  #openRow(scanner: XmlScanner): void {
    if (this.#inRow) throw damaged('a row inside a row')
    const number = wholeOf(scanner, 'Index') ?? this.#nextRow
    if (number < this.#nextRow || number > LAST_ROW_NUMBER) throw damaged('rows out of order')
    this.#rowNumber = number
    this.#nextRow = number + 1 + (wholeOf(scanner, 'Span') ?? 0)
    this.#isHidden =
      attributeOf(scanner, 'Hidden') === '1' || Number(attributeOf(scanner, 'Height') ?? 1) === 0
    this.#inRow = true
    this.#rowStyle = attributeOf(scanner, 'StyleID')
    this.#nextColumn = 0
  }

  #openCell(scanner: XmlScanner): void {
    const index = wholeOf(scanner, 'Index')
    const column = index === undefined ? this.#nextColumn : index - 1
    if (column < this.#nextColumn || column > LAST_COLUMN) throw damaged('cells out of order')
    const across = wholeOf(scanner, 'MergeAcross') ?? 0
    const down = wholeOf(scanner, 'MergeDown') ?? 0
    if (across > 0 || down > 0) this.#merge(column, across, down)
    this.#column = column
    this.#nextColumn = column + 1 + across
    this.#inCell = true
    this.#hasFormula = attributeOf(scanner, 'Formula') !== undefined
    const styleId = attributeOf(scanner, 'StyleID') ?? this.#rowStyle ?? ''
    this.#style = this.#styles.get(styleId)
    if (this.#struckStyles.has(styleId)) this.#sink.struck?.(column)
    this.#type = undefined
    this.#text = ''
  }

  #merge(firstColumn: number, across: number, down: number): void {
    const firstRow = this.#rowNumber - 1
    this.#merged.push({ firstRow, lastRow: firstRow + down, firstColumn, lastColumn: firstColumn + across })
    if (this.#merged.length > MAX_MERGED) throw bomb('too many merged cells')
  }

  #openInCell(scanner: XmlScanner, name: string): void {
    if (name === 'Cell' || name === 'Row') throw damaged('a cell inside a cell')
    if (name === 'S' && this.#takesText) this.#text += STRUCK.from
    else if (name === 'Comment') {
      this.#inComment = true
      this.#comment = ''
    } else if (name === 'Data' && !this.#inComment) {
      if (this.#type !== undefined) throw damaged('a cell with two values')
      this.#type = attributeOf(scanner, 'Type') ?? 'String'
      this.#takesText = this.#sink.wants(this.#column)
    }
  }

  text(scanner: XmlScanner, from: number, to: number, isRaw: boolean): void {
    if (this.#inComment && this.#comment.length < MAX_CELL_LENGTH)
      this.#comment += scanner.textAt(from, to, isRaw)
    if (!this.#takesText || this.#inComment) return
    this.#text += scanner.textAt(from, to, isRaw)
    if (this.#text.length > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  }

  close(scanner: XmlScanner): void {
    if (this.#sheet !== this.#wanted) return
    const { name } = scanner
    if (name === 'S' && this.#takesText) this.#text += STRUCK.to
    else if (name === 'Data' && !this.#inComment) this.#takesText = false
    else if (name === 'Comment' && this.#inComment) {
      this.#inComment = false
      this.#sink.comment?.(this.#comment)
    } else if (name === 'Cell' && this.#inCell) this.#closeCell()
    else if (name === 'Row' && this.#inRow) {
      this.#inRow = false
      this.#sink.endRow(this.#rowNumber, this.#isHidden)
    } else if (name === 'Worksheet') for (const range of this.#merged) this.#sink.merged(range)
  }

  #closeCell(): void {
    this.#inCell = false
    if (!this.#sink.wants(this.#column)) return
    if (this.#hasFormula) this.#sink.formula?.(this.#column)
    const isComputed = this.#type !== undefined && (this.#text !== '' || this.#type === 'String')
    if (this.#hasFormula && !isComputed) this.#sink.cell(this.#column, UNCOMPUTED)
    else if (this.#text !== '') this.#put(cellOf(this.#type, this.#text))
  }

  /** A number as its style shows it. */
  #put(value: string | number | { serial: number }): void {
    const { isDate = false, unit } = (typeof value === 'number' && this.#style) || {}
    if (unit !== undefined) this.#sink.unit?.(this.#column, unit)
    this.#sink.cell(this.#column, isDate && typeof value === 'number' ? { serial: value } : value)
  }
}

type XmlStyle = { readonly isDate: boolean; readonly unit: string | undefined }

function cellOf(type: string | undefined, text: string): string | number | { serial: number } {
  if (type === 'Boolean') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'DateTime') return serialOf(text) ?? text
  if (type !== 'Number') return text
  const number = Number(text)
  return Number.isFinite(number) && text.trim() !== '' ? number : text
}

const DAYS_TO_1970 = 25_569
const DAY_MS = 86_400_000

/** "2026-11-01T00:00:00.000" as the days that workbooks count. */
function serialOf(text: string): { serial: number } | undefined {
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?)?$/.test(text.trim())
    ? Date.parse(`${text.trim().slice(0, 10)}T${text.trim().slice(11) || '00:00:00'}Z`)
    : Number.NaN
  return Number.isNaN(at) ? undefined : { serial: at / DAY_MS + DAYS_TO_1970 }
}

/** With the prefix that all programs write, or without. */
function attributeOf(scanner: XmlScanner, name: string): string | undefined {
  return scanner.attribute(`:${name}`) ?? scanner.attribute(name)
}

function wholeOf(scanner: XmlScanner, name: string): number | undefined {
  const text = attributeOf(scanner, name)
  if (text === undefined) return undefined
  if (!/^\d{1,7}$/.test(text)) throw damaged(`${name} is no whole number`)
  return Number(text)
}
