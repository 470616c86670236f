// Reads the table of a web page that a program saved under the name of a workbook.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import { COMMENT, PageComments } from './page-comments.ts'
import type { CellRange, RowSink } from './row-sink.ts'
import { bomb } from './sheet-refused.ts'
import { MAX_CELL_LENGTH } from './xml-scanner.ts'

const TAG = new RegExp(
  `${COMMENT}|<!--[\\s\\S]*?-->|<(?<none>style|script|head)\\b[\\s\\S]*?<\\/\\k<none>\\s*>|<(?<closing>\\/?)(?<name>tr|td|th|br|col|del|strike|s)\\b(?<attributes>[^>]*)>|<[^>]*>`,
  'gi',
)
const MAX_COLUMNS = 1_000
const MAX_MERGED = 100_000

/** Yields after each row, so that its caller can wait for whoever takes the rows. */
export function* readPageRows(text: string, sink: RowSink): Generator<void> {
  const rows = new PageRows(sink, struckClasses(text))
  const comments = new PageComments(text)
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    rows.text(text.slice(from, tag.index))
    from = tag.index + tag[0].length
    const { closing, name = '', attributes = '', ...comment } = tag.groups ?? {}
    if (name === '') {
      rows.comment(comments.read(comment))
      continue
    }
    if (rows.tag(name.toLowerCase(), closing === '/', attributes)) yield
    if (sink.isDone) return
  }
  rows.end()
  rows.tellMerged()
}

class PageRows {
  #sink: RowSink
  #rowNumber = 0
  #inRow = false
  #isHidden = false
  #column = 0
  #span = 1
  #cell: string | undefined
  /** Columns that a cell above reaches into, with how many rows more. */
  #reached = new Map<number, number>()
  #merged: CellRange[] = []

  /** Classes whose text is struck out. */
  #struckClasses: ReadonlySet<string>
  #isRowStruck = false
  /** Of `col`, which stand above the rows. */
  #toldColumns = 0

  constructor(sink: RowSink, struckClasses: ReadonlySet<string>) {
    this.#sink = sink
    this.#struckClasses = struckClasses
  }

  text(text: string): void {
    if (this.#cell === undefined) return
    this.#cell += text
    if (this.#cell.length > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  }

  comment(text: string | undefined): void {
    if (text !== undefined && this.#cell !== undefined) this.#sink.comment?.(text)
  }

  /** True when a row ended. */
  tag(name: string, isClosing: boolean, attributes: string): boolean {
    if (name === 'br') {
      this.text('\n')
      return false
    }
    if (name === 'col') {
      this.#tellColumns(attributes)
      return false
    }
    if (name !== 'tr' && name !== 'td' && name !== 'th') {
      this.text(isClosing ? STRUCK.to : STRUCK.from)
      return false
    }
    if (name !== 'tr') {
      this.#endCell()
      if (!isClosing) this.#openCell(attributes)
      return false
    }
    const endsRow = this.end()
    if (!isClosing) {
      this.#inRow = true
      this.#isHidden = isHidden(attributes)
      this.#isRowStruck = this.#isStruck(attributes)
      this.#rowNumber += 1
      this.#column = 0
    }
    return endsRow
  }

  end(): boolean {
    if (!this.#inRow) return false
    this.#endCell()
    this.#inRow = false
    for (const [column, rows] of this.#reached)
      if (rows <= 1) this.#reached.delete(column)
      else this.#reached.set(column, rows - 1)
    this.#sink.endRow(this.#rowNumber, this.#isHidden)
    return true
  }

  /** Behind the cells, as workbooks do. */
  tellMerged(): void {
    for (const range of this.#merged) this.#sink.merged(range)
  }

  #openCell(attributes: string): void {
    if (!this.#inRow) return
    while (this.#reached.has(this.#column)) this.#column += 1
    if (this.#column > MAX_COLUMNS) throw bomb('a row of endless cells')
    this.#span = spanOf(attributes, 'colspan')
    const rows = spanOf(attributes, 'rowspan')
    if (this.#span > 1 || rows > 1) {
      const [firstRow, firstColumn] = [this.#rowNumber - 1, this.#column]
      const [lastRow, lastColumn] = [firstRow + rows - 1, firstColumn + this.#span - 1]
      this.#merged.push({ firstRow, lastRow, firstColumn, lastColumn })
      if (this.#merged.length > MAX_MERGED) throw bomb('too many merged cells')
    }
    // One row more, as the end of this one takes it away.
    if (rows > 1) for (let to = 0; to < this.#span; to += 1) this.#reached.set(this.#column + to, rows)
    this.#cell = ''
    if (isHidden(attributes)) this.#sink.hide?.(this.#column, this.#column)
    if (this.#isRowStruck || this.#isStruck(attributes)) this.#sink.struck?.(this.#column)
  }

  #tellColumns(attributes: string): void {
    const last = this.#toldColumns + spanOf(attributes, 'span') - 1
    if (isHidden(attributes)) this.#sink.hide?.(this.#toldColumns, last)
    this.#toldColumns = Math.min(last + 1, MAX_COLUMNS)
  }

  #isStruck(attributes: string): boolean {
    if (LINE_THROUGH.test(attributes)) return true
    if (this.#struckClasses.size === 0) return false
    const classes = /\bclass\s*=\s*["']?([\w -]+)/i.exec(attributes)?.[1] ?? ''
    return classes.split(' ').some((one) => this.#struckClasses.has(one))
  }

  #endCell(): void {
    if (this.#cell === undefined) return
    const value = decoded(this.#cell)
    if (value.trim() !== '' && this.#sink.wants(this.#column)) this.#sink.cell(this.#column, value)
    this.#column += this.#span
    this.#cell = undefined
  }
}

const LINE_THROUGH = /text-decoration[\w-]*\s*:\s*[\w\s-]*line-through/i

const isHidden = (attributes: string): boolean => /display\s*:\s*none/i.test(attributes)

/** As programs write them: .xl66 {…text-decoration:line-through;…}. */
function struckClasses(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, style = ''] of text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi))
    for (const [, name = '', rules = ''] of style.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g))
      if (LINE_THROUGH.test(rules)) found.add(name)
  return found
}

function spanOf(attributes: string, name: string): number {
  const span = Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, 'i').exec(attributes)?.[1] ?? 1)
  return Math.min(Math.max(span, 1), MAX_COLUMNS)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  yen: '¥',
  middot: '·',
}

/** Line breaks of the source are spaces. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
