// Reads every visible sheet of a workbook, a page or separated text as rows of texts; for tables that stand anywhere (D32).

import { parseDay } from '@paywages/domain/bank-statements/printed-days.ts'
import { plainText } from '@paywages/domain/bank-statements/statement-text.ts'
import { plainNumber } from '@paywages/domain/payouts/cell-text.ts'
import { struckText } from '@paywages/domain/payouts/struck-text.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { inspectSheet } from './preflight.ts'
import { type CellRange, type RowSink, type SheetCell, UNCOMPUTED } from './row-sink.ts'
import { type Backpressure, openBook } from './sheet-book.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'

export type TextRow = { readonly number: number; readonly cells: readonly string[] }

export type Grid = {
  /** Of the sheet; separated text has none. */
  readonly name: string
  readonly rows: readonly TextRow[]
  /** The first row with a formula: what it came to, and what it spilled into other cells, was another program's reckoning. */
  readonly formulaAt: number | undefined
}

export type GridKind = 'xlsx' | 'xls' | 'csv'

/** No bank prints more columns. */
const MAX_COLUMNS = 100
const MAX_CHARACTERS = 16 * 1024 * 1024
/** More ranges than this are no statement's. */
const MAX_MERGED = 10_000
const MAX_SPREAD = 200_000
/** The longest remark has some hundred characters. */
const MAX_CELL = 2_000

export type GridReading = {
  /** Plain texts have one form of each character; a template's headings stay as they are. */
  readonly texts?: 'plain' | 'as-written'
}

/** One for each sheet; blank rows are left out, and the limits hold for all sheets together. */
export async function readGrids(
  file: SealedCopy,
  kind: GridKind,
  maxRows: number,
  how: GridReading = {},
): Promise<Grid[]> {
  const sheet = await inspectSheet(file, `statement.${kind}`, SHEET_LIMITS)
  try {
    const room = { rows: maxRows, maxRows, characters: MAX_CHARACTERS }
    const grids: Grid[] = []
    for (const { name, isVisible, walk } of await openBook(sheet, SHEET_LIMITS, NOWHERE)) {
      if (!isVisible) continue
      const rows = new GridRows(room, how)
      await walk(rows)
      rows.spreadDays()
      grids.push({ name, rows: rows.rows, formulaAt: rows.formulaAt })
    }
    return grids
  } finally {
    if (sheet.kind === 'xlsx') await sheet.zip.close()
  }
}

/** Rows are kept by the sink itself: nobody has to be waited for. */
const NOWHERE: Backpressure = { packer: { isFull: false }, room: async () => {} }

/** What all sheets of a file may still hold. */
type Room = { rows: number; readonly maxRows: number; characters: number }

class GridRows implements RowSink {
  readonly isDone = false
  readonly rows: TextRow[] = []
  formulaAt: number | undefined
  readonly #room: Room
  #hasFormula = false
  #struckColumn = -1
  #unit = ''
  readonly #down: CellRange[] = []
  #cells: string[] = []
  readonly #texts: 'plain' | 'as-written'

  constructor(room: Room, { texts = 'plain' }: GridReading) {
    this.#room = room
    this.#texts = texts
  }

  wants(column: number): boolean {
    return column < MAX_COLUMNS
  }

  struck(column: number): void {
    this.#struckColumn = column
  }

  unit(_column: number, unit: string): void {
    this.#unit = unit
  }

  cell(column: number, value: SheetCell): void {
    const plain =
      this.#texts === 'as-written' && typeof value === 'string' ? cut(value).trim() : cellText(value)
    if (plain === '') return
    // Neither passes for the number that it is not shown as.
    const shown = this.#unit === '' ? plain : `${plain} ${this.#unit}`
    const text = this.#struckColumn === column ? struckText(shown) : shown
    this.#struckColumn = -1
    this.#unit = ''
    this.#room.characters -= text.length
    if (this.#room.characters < 0) throw bomb('more text than a statement has')
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells[column] = (this.#cells[column] ?? '') + text
  }

  formula(): void {
    this.#hasFormula = true
  }

  endRow(number: number): void {
    if (this.#hasFormula) this.formulaAt ??= number
    this.#hasFormula = false
    this.#struckColumn = -1
    if (this.#cells.length === 0) return
    this.rows.push({ number, cells: this.#cells })
    this.#cells = []
    this.#room.rows -= 1
    if (this.#room.rows < 0) throw new SheetRefused('sheet-too-many-rows', { max: this.#room.maxRows })
  }

  /** Cells merged downwards in one column; what only pretends to be endless is not kept. */
  merged(range: CellRange): void {
    const isDown = range.firstColumn === range.lastColumn && range.lastRow > range.firstRow
    if (isDown && this.#down.length < MAX_MERGED) this.#down.push(range)
  }

  /** A day merged over several lines is the day of each; of amounts and names nobody knows whose they are. */
  spreadDays(): void {
    if (this.#down.length === 0 || this.#texts === 'as-written') return
    let room = MAX_SPREAD
    const byNumber = new Map(this.rows.map((row, index) => [row.number, index]))
    for (const { firstRow, lastRow, firstColumn } of this.#down) {
      const day = this.rows[byNumber.get(firstRow + 1) ?? -1]?.cells[firstColumn] ?? ''
      if (parseDay(day) === undefined) continue
      const last = Math.min(lastRow, (this.rows.at(-1)?.number ?? 0) - 1, firstRow + room)
      for (let row = firstRow + 1; row <= last; row += 1) this.#fill(byNumber.get(row + 1), firstColumn, day)
      room -= Math.max(0, last - firstRow)
    }
  }

  #fill(index: number | undefined, column: number, text: string): void {
    const row = this.rows[index ?? -1]
    if (index === undefined || row === undefined || (row.cells[column] ?? '') !== '') return
    const cells = Array.from(
      { length: Math.max(row.cells.length, column + 1) },
      (_, at) => row.cells[at] ?? '',
    )
    this.rows[index] = { ...row, cells: cells.with(column, text) }
  }
}

/** A text that was cut says so: its beginning alone may say the opposite of the whole. */
const cut = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text)

/** Marks that keep a number a text in other programs: 'x, `x, ="x". */
const TEXT_MARK = /^=?"(.*)"$|^['`‘’](?=\d)/
/** Excel keeps 15 digits of a number: a card kept as one is not a card any more. */
const FIRST_LOSSY = 1e15

function cellText(value: SheetCell): string {
  if (value === UNCOMPUTED) return ''
  if (typeof value === 'string') return plainText(cut(value)).replace(TEXT_MARK, '$1')
  if (typeof value === 'object') return timeText(value.serial)
  return Math.abs(value) >= FIRST_LOSSY ? value.toExponential(7) : plainNumber(value)
}

const DAYS_TO_1970 = 25_569
const LAST_DAY = 2_958_465

/** A day with its time where it has one; below a day it is a time alone. */
function timeText(serial: number): string {
  if (!(serial >= 0 && serial <= LAST_DAY)) return plainNumber(serial)
  const at = new Date(Math.round((serial - DAYS_TO_1970) * 86_400) * 1_000).toISOString()
  const [day, time] = [at.slice(0, 10), at.slice(11, 19)]
  if (serial < 1) return time
  return Number.isInteger(serial) ? day : `${day} ${time}`
}
