// Writes rows into an .xlsx as they come, in constant memory: the writer that all exports share.

import { Readable } from 'node:stream'
import { type ZipPart, zipParts } from '../zip/zip-stream.ts'
import { type Cell, type CellKind, numberText, textXml } from './cell-xml.ts'
import { columnName } from './row-sink.ts'
import {
  contentTypes,
  coreProperties,
  HEADING_STYLE,
  rootRelations,
  SHEET_TAIL,
  sheetHead,
  styleOf,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

export type { Cell } from './cell-xml.ts'

/** `kind` is the format of the column's cells still to be filled in, and tells days from times. */
export type Column = { readonly title: string; readonly kind: CellKind; readonly width?: number }

/** A row's cells in the order of the columns; null leaves one empty. */
export type Row = readonly (Cell | null)[]

export type WriteXlsxOptions = {
  readonly sheetName: string
  readonly columns: readonly Column[]
  /** Texts in rows above the headings. */
  readonly leadingRows?: readonly (readonly string[])[]
  /** Rows on one sheet, its heading included; what is more goes to another sheet. */
  readonly rowsPerSheet?: number
}

export const XLSX_ROWS_PER_SHEET = 1_048_576
const CHUNK_CHARACTERS = 64 * 1024
const WIDTH_OF_KIND: Readonly<Record<CellKind, number>> = {
  text: 16,
  money: 14,
  amount: 14,
  count: 10,
  date: 12,
  time: 20,
}

/** Rows at hand, or pieces of rows as they come. */
export type RowSource = Iterable<Row> | AsyncIterable<Iterable<Row>>

/** One sheet of several, with its rows. */
export type BookSheet = WriteXlsxOptions & { readonly rows: RowSource }

/** The stream is destroyed with the error that the rows end with, so that no half file looks whole. */
export function writeXlsx(rows: RowSource, options: WriteXlsxOptions): Readable {
  return writeBook(inOnePiece({ ...options, rows }))
}

/** Several sheets: the next is asked for once the rows of the one before it are through, so it may tell what they came to. `description` stands among the file's properties. */
export function writeBook(sheets: AsyncIterable<BookSheet>, description?: string): Readable {
  return Readable.from(zipParts(parts(sheets, description)), { objectMode: false })
}

async function* parts(
  sheets: AsyncIterable<BookSheet>,
  description: string | undefined,
): AsyncGenerator<ZipPart> {
  const isDescribed = description !== undefined
  yield { name: '_rels/.rels', body: [rootRelations(isDescribed)] }
  if (isDescribed) yield { name: 'docProps/core.xml', body: [coreProperties(description)] }
  yield { name: 'xl/styles.xml', body: [styles()] }
  const names: string[] = []
  for await (const sheet of sheets) yield* sheetParts(sheet, names)
  yield { name: 'xl/workbook.xml', body: [workbook(names)] }
  yield { name: 'xl/_rels/workbook.xml.rels', body: [workbookRelations(names.length)] }
  yield { name: '[Content_Types].xml', body: [contentTypes(names.length, isDescribed)] }
}

/** `names` grows by every sheet that the rows fill. */
async function* sheetParts({ rows, ...options }: BookSheet, names: string[]): AsyncGenerator<ZipPart> {
  const pieces = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : inOnePiece(rows)
  const writer = new SheetWriter(pieces, options)
  const before = names.length
  try {
    do {
      names.push(sheetName(options.sheetName, names.length - before))
      yield { name: `xl/worksheets/sheet${names.length}.xml`, body: writer.write() }
    } while (!writer.isDone)
  } finally {
    // A download given up half way must also end the query behind the rows.
    await pieces.return?.()
  }
}

async function* inOnePiece<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece
}

class SheetWriter {
  isDone = false
  #pieces: AsyncIterator<Iterable<Row>>
  #piece: Iterator<Row> = [][Symbol.iterator]()
  #columns: readonly (Column & { readonly letter: string })[]
  #rowsPerSheet: number
  #leadingRows: readonly (readonly string[])[]
  #waiting: Row | undefined

  constructor(
    pieces: AsyncIterator<Iterable<Row>>,
    { columns, leadingRows = [], rowsPerSheet = XLSX_ROWS_PER_SHEET }: WriteXlsxOptions,
  ) {
    this.#pieces = pieces
    this.#columns = columns.map((column, index) => ({ ...column, letter: columnName(index) }))
    this.#leadingRows = leadingRows
    this.#rowsPerSheet = Math.min(rowsPerSheet, XLSX_ROWS_PER_SHEET)
  }

  /** One sheet's XML, until the rows end or it is full. */
  async *write(): AsyncGenerator<string> {
    const looks = this.#columns.map(({ kind, width }) => ({
      style: styleOf(kind, false),
      width: width ?? WIDTH_OF_KIND[kind],
    }))
    let number = this.#leadingRows.length + 1
    let xml = sheetHead(looks, number) + this.#leadingXml() + this.#headingXml(number)
    while (number < this.#rowsPerSheet) {
      const row = this.#waiting ?? this.#atHand() ?? (await this.#next())
      this.#waiting = undefined
      if (row === undefined) break
      number += 1
      xml += this.#rowXml(row, number)
      if (xml.length < CHUNK_CHARACTERS) continue
      yield xml
      xml = ''
    }
    // A full sheet may also be the last: only a further row calls for another one.
    this.#waiting = this.isDone ? undefined : await this.#next()
    yield xml + SHEET_TAIL
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
      const cells = texts.map((text, column) =>
        cellXml({ text }, 'text', `${columnName(column)}${index + 1}`),
      )
      return `<row r="${index + 1}">${cells.join('')}</row>`
    })
    return rows.join('')
  }

  #headingXml(number: number): string {
    const cells = this.#columns.map(
      ({ letter, title }) =>
        `<c r="${letter}${number}" s="${HEADING_STYLE}" t="inlineStr">${textXml(title)}</c>`,
    )
    return `<row r="${number}">${cells.join('')}</row>`
  }

  #rowXml(row: Row, number: number): string {
    let xml = `<row r="${number}">`
    for (let index = 0; index < this.#columns.length; index += 1) {
      const cell = row[index] ?? null
      const { kind, letter } = this.#columns[index] as Column & { letter: string }
      if (cell !== null) xml += cellXml(cell, kind, `${letter}${number}`)
    }
    return `${xml}</row>`
  }
}

function cellXml(cell: Cell, kind: CellKind, place: string): string {
  const marked = cell.marked === true
  const start = `<c r="${place}" s="${styleOf(kindOf(cell, kind), marked)}"`
  if (!('text' in cell)) return `${start}><v>${numberText(cell, kind)}</v></c>`
  if (cell.text !== '') return `${start} t="inlineStr">${textXml(cell.text)}</c>`
  return marked ? `${start}/>` : ''
}

function kindOf(cell: Cell, column: CellKind): CellKind {
  if ('text' in cell) return 'text'
  if ('fen' in cell) return column === 'amount' ? 'amount' : 'money'
  if ('count' in cell) return 'count'
  return column === 'date' ? 'date' : 'time'
}

/** At most 31 characters and none that Excel refuses. */
function sheetName(name: string, index: number): string {
  const suffix = index === 0 ? '' : ` (${index + 1})`
  const clean = name
    .replace(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
  return (clean === '' ? 'Sheet' : clean).slice(0, 31 - suffix.length) + suffix
}
