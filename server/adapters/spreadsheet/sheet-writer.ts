// Writes the XML of a sheet row by row; rows that do not fit go to another sheet.

import { type Cell, type CellKind, fullCell, numberText, textXml } from './cell-xml.ts'
import { columnName } from './row-sink.ts'
import type { SharedTexts, Sharing } from './shared-texts.ts'
import type { Column, Row, WriteXlsxOptions } from './sheet-shape.ts'
import { HEADING_STYLE, SHEET_TAIL, sheetHead, styleOf } from './xlsx-parts.ts'
import { fixedBytes, XmlBytes } from './xml-bytes.ts'

export const XLSX_ROWS_PER_SHEET = 1_048_576
const WIDTH_OF_KIND: Readonly<Record<CellKind, number>> = {
  text: 16,
  money: 14,
  amount: 14,
  count: 10,
  date: 12,
  time: 20,
}
/** Beyond that a number of fen loses digits as a float, and is written by its bigint. */
const SAFE_FEN = BigInt(Number.MAX_SAFE_INTEGER)

/** The start of a cell up to its value, and what of it follows the place of one that tells it. */
type Opening = { readonly whole: Uint8Array; readonly afterPlace: Uint8Array }

function opening(kind: CellKind, rest: string): Opening {
  const tail = ` s="${styleOf(kind, false)}"${rest}`
  return { whole: fixedBytes(`<c${tail}`), afterPlace: fixedBytes(`"${tail}`) }
}

const SHARED = opening('text', ' t="s"><v>')
const INLINE = opening('text', ' t="inlineStr"><is>')
const COUNT = opening('count', '><v>')
const AMOUNT = opening('amount', '><v>')
const MONEY = opening('money', '><v>')
const NO_CELL = fixedBytes('<c/>')
const ROW_START = fixedBytes('<row r="')
const ROW_OPEN = fixedBytes('">')
const ROW_END = fixedBytes('</row>')
const TEXT_OPEN = fixedBytes('<t>')
const TEXT_END = fixedBytes('</t></is></c>')
const NUMBER_END = fixedBytes('</v></c>')
const POINT = fixedBytes('.')
const POINT_ZERO = fixedBytes('.0')

type OwnColumn = Column & {
  readonly letter: string
  readonly start: Uint8Array
  readonly sharing: Sharing
}

export class SheetWriter {
  isDone = false
  #pieces: AsyncIterator<Iterable<Row>>
  #piece: Iterator<Row> = [][Symbol.iterator]()
  #columns: readonly OwnColumn[]
  #rowsPerSheet: number
  #leadingRows: readonly (readonly string[])[]
  #waiting: Row | undefined
  #placesCells: boolean
  #shared: SharedTexts
  #xml = new XmlBytes()

  constructor(pieces: AsyncIterator<Iterable<Row>>, options: WriteXlsxOptions, shared: SharedTexts) {
    const { columns, leadingRows = [], rowsPerSheet = XLSX_ROWS_PER_SHEET, placesCells = false } = options
    this.#pieces = pieces
    this.#placesCells = placesCells
    this.#columns = columns.map((column, index) => ({
      ...column,
      letter: columnName(index),
      start: fixedBytes(`<c r="${columnName(index)}`),
      sharing: shared.column(),
    }))
    this.#leadingRows = leadingRows
    this.#rowsPerSheet = Math.min(rowsPerSheet, XLSX_ROWS_PER_SHEET)
    this.#shared = shared
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
  #atHand(): Row | undefined {
    const { done, value } = this.#piece.next()
    return done ? undefined : value
  }

  async #next(): Promise<Row | undefined> {
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
      ({ letter, title }) =>
        `<c r="${letter}${number}" s="${HEADING_STYLE}" t="inlineStr"><is>${textXml(title)}</is></c>`,
    )
    return `<row r="${number}">${cells.join('')}</row>`
  }

  #writeRow(row: Row, number: number): void {
    const xml = this.#xml
    const digits = fixedBytes(String(number))
    xml.fixed(ROW_START)
    xml.fixed(digits)
    xml.fixed(ROW_OPEN)
    let skipped = 0
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = row[index]
      if (isEmpty(cell)) {
        if (!this.#placesCells) skipped += 1
        continue
      }
      for (; skipped > 0; skipped -= 1) xml.fixed(NO_CELL)
      const column = this.#columns[index] as OwnColumn
      if (typeof cell === 'string') this.#writeText(cell, column, digits)
      else if (typeof cell === 'bigint') this.#writeFen(cell, column, digits)
      else if (typeof cell === 'number' && Number.isSafeInteger(cell)) {
        this.#start(column, digits, COUNT)
        xml.whole(cell)
        xml.fixed(NUMBER_END)
      } else xml.raw(cellXml(cell, column.kind, `${column.letter}${number}`))
    }
    xml.fixed(ROW_END)
  }

  #start({ start }: OwnColumn, digits: Uint8Array, { whole, afterPlace }: Opening): void {
    const xml = this.#xml
    if (this.#placesCells) {
      xml.fixed(start)
      xml.fixed(digits)
      xml.fixed(afterPlace)
    } else xml.fixed(whole)
  }

  #writeText(text: string, column: OwnColumn, digits: Uint8Array): void {
    const xml = this.#xml
    const shared = this.#shared.numberOf(text, column.sharing)
    if (shared >= 0) {
      this.#start(column, digits, SHARED)
      xml.whole(shared)
      xml.fixed(NUMBER_END)
      return
    }
    this.#start(column, digits, INLINE)
    if (!xml.plain(TEXT_OPEN, text, TEXT_END)) xml.raw(`${textXml(text)}</is></c>`)
  }

  #writeFen(fen: bigint, column: OwnColumn, digits: Uint8Array): void {
    if (fen < 0n || fen > SAFE_FEN) {
      this.#xml.raw(cellXml(fen, column.kind, `${column.letter}${Buffer.from(digits).toString()}`))
      return
    }
    const xml = this.#xml
    const whole = Number(fen)
    const yuan = Math.floor(whole / 100)
    const cents = whole - yuan * 100
    this.#start(column, digits, column.kind === 'amount' ? AMOUNT : MONEY)
    xml.whole(yuan)
    xml.fixed(cents < 10 ? POINT_ZERO : POINT)
    xml.whole(cents)
    xml.fixed(NUMBER_END)
  }
}

function isEmpty(cell: Cell | null | undefined): cell is null | undefined | '' {
  if (cell === null || cell === undefined || cell === '') return true
  return typeof cell === 'object' && 'text' in cell && cell.text === '' && cell.marked !== true
}

function cellXml(value: Cell, kind: CellKind, place: string): string {
  const cell = fullCell(value)
  const marked = cell.marked === true
  const start = `<c r="${place}" s="${styleOf(kindOf(cell, kind), marked)}"`
  if (!('text' in cell)) return `${start}><v>${numberText(cell, kind)}</v></c>`
  if (cell.text !== '') return `${start} t="inlineStr"><is>${textXml(cell.text)}</is></c>`
  return marked ? `${start}/>` : ''
}

function kindOf(cell: ReturnType<typeof fullCell>, column: CellKind): CellKind {
  if ('text' in cell) return 'text'
  if ('fen' in cell) return column === 'amount' ? 'amount' : 'money'
  if ('count' in cell) return 'count'
  return column === 'date' ? 'date' : 'time'
}
