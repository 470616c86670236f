// Reads the cells of one .xlsx worksheet from its XML as it is unpacked.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import type { RowComments } from './row-comments.ts'
import { type CellRange, LAST_COLUMN, LAST_ROW_NUMBER, type RowSink, UNCOMPUTED } from './row-sink.ts'
import { isStrike, type SharedStrings } from './shared-strings.ts'
import { bomb, damaged } from './sheet-refused.ts'
import type { XlsxWorkbook } from './xlsx-workbook.ts'
import { decodeEscapes, MAX_CELL_LENGTH, tagKey, type XmlHandler, type XmlScanner } from './xml-scanner.ts'

const ROW = tagKey('row')
const COL = tagKey('col')
const C = tagKey('c')
const V = tagKey('v')
const F = tagKey('f')
const IS = tagKey('is')
const T = tagKey('t')
const RPH = tagKey('rPh')
const RUN = tagKey('r')

/** Days from 1899-12-30 to 1904-01-01, where old Macs begin to count. */
const DAYS_TO_1904 = 1_462

export type XlsxStyles = Pick<XlsxWorkbook, 'dateStyles' | 'unitStyles' | 'struckStyles' | 'from1904'>

const NO_STYLE = -1

type CellType = 'number' | 'shared' | 'text' | 'error' | 'boolean'
const CELL_TYPES: Readonly<Record<string, CellType>> = {
  n: 'number',
  s: 'shared',
  str: 'text',
  inlineStr: 'text',
  // An ISO date, which the strict dialect may write.
  d: 'text',
  e: 'error',
  b: 'boolean',
}

export class XlsxRows implements XmlHandler {
  #sink: RowSink
  #comments: RowComments | undefined
  #strings: SharedStrings
  #styles: XlsxStyles
  #inData = false
  #inRow = false
  #rowNumber = 0
  #isHidden = false
  #inCell = false
  #column = -1
  #isWanted = false
  #type: CellType = 'number'
  #isDate = false
  #unit: string | undefined
  #takesText = false
  #inPhonetic = false
  #isStruck = false
  #hasFormula = false
  #hasValue = false
  #shared = -1
  #text = ''

  constructor(sink: RowSink, strings: SharedStrings, styles: XlsxStyles, comments?: RowComments) {
    this.#comments = comments
    this.#sink = sink
    this.#strings = strings
    this.#styles = styles
  }

  open(scanner: XmlScanner): void {
    const { key } = scanner
    if (this.#inCell) {
      this.#openInCell(key)
      if (key === 0 && isStrike(scanner)) this.#isStruck = true
    } else if (key === C && this.#inRow) this.#openCell(scanner)
    else if (key === ROW && this.#inData) this.#openRow(scanner)
    else if (key === COL && !this.#inData) this.#openColumns(scanner)
    else if (key === 0) this.#openOther(scanner)
  }

  #openOther(scanner: XmlScanner): void {
    if (scanner.name === 'sheetData') this.#inData = true
    else if (scanner.name === 'mergeCell') {
      const range = readRange(scanner.attribute('ref') ?? '')
      if (range !== undefined) this.#sink.merged(range)
    }
  }

  #openColumns(scanner: XmlScanner): void {
    if (!scanner.flag('hidden') && Number(scanner.attribute('width') ?? 9) > 0) return
    const [first, last] = [Number(scanner.attribute('min')), Number(scanner.attribute('max'))]
    if (first >= 1 && last >= first) this.#sink.hide?.(first - 1, last - 1)
  }

  #openRow(scanner: XmlScanner): void {
    if (this.#inRow) throw damaged('a row inside a row')
    const number = scanner.find('r')
      ? scanner.wholeAt(scanner.valueFrom, scanner.valueTo)
      : this.#rowNumber + 1
    // A row told twice would be shown by one program and paid by another.
    if (number <= this.#rowNumber || number > LAST_ROW_NUMBER) throw damaged('rows out of order')
    this.#rowNumber = number
    this.#isHidden = scanner.flag('hidden') || Number(scanner.attribute('ht') ?? 15) === 0
    this.#inRow = true
    this.#column = -1
  }

  #openCell(scanner: XmlScanner): void {
    const column = scanner.find('r') ? this.#columnAt(scanner) : this.#column + 1
    if (column <= this.#column || column > LAST_COLUMN) throw damaged('cells out of order')
    this.#column = column
    this.#inCell = true
    this.#isWanted = this.#sink.wants(column)
    if (!this.#isWanted) return
    this.#type = scanner.find('t') ? typeAt(scanner) : 'number'
    const style =
      this.#type === 'number' && scanner.find('s')
        ? scanner.wholeAt(scanner.valueFrom, scanner.valueTo)
        : NO_STYLE
    if (this.#styles.struckStyles !== undefined) this.#tellStruck(scanner)
    this.#readStyle(style)
    this.#hasFormula = false
    this.#hasValue = false
    this.#shared = -1
    this.#text = ''
  }

  /** An index outside the list makes the look-up slow for every cell, so that it is not asked. */
  #readStyle(style: number): void {
    const { dateStyles, unitStyles } = this.#styles
    this.#isDate = style >= 0 && style < dateStyles.length && dateStyles[style] === true
    this.#unit = style >= 0 && style < unitStyles.length ? unitStyles[style] : undefined
  }

  #tellStruck(scanner: XmlScanner): void {
    const style = scanner.find('s') ? scanner.wholeAt(scanner.valueFrom, scanner.valueTo) : 0
    if (this.#styles.struckStyles?.[style] === true) this.#sink.struck?.(this.#column)
  }

  #columnAt(scanner: XmlScanner): number {
    const { bytes, valueTo } = scanner
    let at = scanner.valueFrom
    let column = 0
    for (; at < valueTo; at += 1) {
      const letter = (bytes[at] as number) - 64
      if (letter < 1 || letter > 26) break
      column = column * 26 + letter
    }
    if (scanner.wholeAt(at, valueTo) !== this.#rowNumber) throw damaged('a cell names another row')
    return column - 1
  }

  #openInCell(key: number): void {
    if (key === C || key === ROW) throw damaged('a cell inside a cell')
    if (!this.#isWanted) return
    if (key === V || (key === T && !this.#inPhonetic)) {
      this.#takesText = true
      this.#hasValue = true
      if (this.#isStruck) this.#text += STRUCK.from
    } else if (key === IS) this.#hasValue = true
    else if (key === F) this.#hasFormula = true
    else if (key === RPH) this.#inPhonetic = true
  }

  text(scanner: XmlScanner, from: number, to: number, isRaw: boolean): void {
    if (!this.#takesText) return
    if (this.#type === 'shared' && this.#shared < 0) {
      this.#shared = scanner.wholeAt(from, to)
      if (this.#shared < 0) throw damaged('a cell points at no shared string')
    } else this.#text += scanner.textAt(from, to, isRaw)
    if (this.#text.length > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  }

  close(scanner: XmlScanner): void {
    const { key } = scanner
    if (this.#inCell) {
      if (key === V || key === T) {
        if (this.#isStruck) this.#text += STRUCK.to
        this.#takesText = false
      } else if (key === RUN) this.#isStruck = false
      else if (key === RPH) this.#inPhonetic = false
      else if (key === C) this.#closeCell()
    } else if (key === ROW && this.#inRow) {
      this.#inRow = false
      for (const text of this.#comments?.get(this.#rowNumber) ?? []) this.#sink.comment?.(text)
      this.#sink.endRow(this.#rowNumber, this.#isHidden)
    } else if (key === 0 && scanner.name === 'sheetData') this.#inData = false
  }

  #closeCell(): void {
    this.#inCell = false
    if (!this.#isWanted) return
    if (this.#hasFormula) this.#sink.formula?.(this.#column)
    if (this.#hasFormula && !this.#hasValue) this.#sink.cell(this.#column, UNCOMPUTED)
    else if (this.#type === 'shared') {
      if (this.#shared >= 0) this.#sink.cell(this.#column, this.#strings.at(this.#shared))
    } else if (this.#text !== '') this.#closeOwnValue()
    // A formula may come to an empty text, but a number without digits was never computed.
    else if (this.#hasFormula && this.#type === 'number') this.#sink.cell(this.#column, UNCOMPUTED)
  }

  #closeOwnValue(): void {
    const text = this.#text
    if (this.#type === 'text') this.#sink.cell(this.#column, decodeEscapes(text))
    else if (this.#type === 'boolean') this.#sink.cell(this.#column, text === '1' ? 'TRUE' : 'FALSE')
    else if (this.#type === 'error') this.#sink.cell(this.#column, text)
    else {
      const number = Number(text)
      if (!Number.isFinite(number)) this.#sink.cell(this.#column, text)
      else if (this.#isDate)
        this.#sink.cell(this.#column, { serial: this.#styles.from1904 ? number + DAYS_TO_1904 : number })
      else {
        if (this.#unit !== undefined) this.#sink.unit?.(this.#column, this.#unit)
        this.#sink.cell(this.#column, number)
      }
    }
  }
}

const SHARED_TYPE = 's'.charCodeAt(0)
const INLINE_TYPE = 'inlineStr'

function typeAt(scanner: XmlScanner): CellType {
  const { bytes, valueFrom, valueTo } = scanner
  const length = valueTo - valueFrom
  // The two types that nearly all cells have, told without making a string.
  if (length === 1 && bytes[valueFrom] === SHARED_TYPE) return 'shared'
  if (length === INLINE_TYPE.length && bytes[valueFrom] === INLINE_TYPE.charCodeAt(0)) return 'text'
  const type = CELL_TYPES[scanner.textAt(valueFrom, valueTo)]
  if (type === undefined) throw damaged('a cell of an unknown type')
  return type
}

/** "B3:D7" as a range; a single cell is none. */
function readRange(reference: string): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (!match) return undefined
  const [, firstColumn = '', firstRow = '', lastColumn = '', lastRow = ''] = match
  return {
    firstColumn: columnNumber(firstColumn),
    firstRow: Number(firstRow) - 1,
    lastColumn: columnNumber(lastColumn),
    lastRow: Number(lastRow) - 1,
  }
}

function columnNumber(name: string): number {
  return [...name].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
