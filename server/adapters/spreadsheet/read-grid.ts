// Reads every visible sheet of a workbook, or a separated text, as rows of texts; for tables that stand anywhere (D32).

import { plainText } from '@paywages/domain/bank-statements/statement-text.ts'
import { plainNumber } from '@paywages/domain/payouts/cell-text.ts'
import { type SealedCopy, SealedCopyReader } from '../file-store/sealed-copy.ts'
import { csvRows, decodeText } from './csv-text.ts'
import { inspectSheet } from './preflight.ts'
import { type RowSink, type SheetCell, UNCOMPUTED } from './row-sink.ts'
import { SharedStrings } from './shared-strings.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { bomb, damaged, SheetRefused } from './sheet-refused.ts'
import { readXlsRows } from './xls-rows.ts'
import { readXlsWorkbook } from './xls-workbook.ts'
import { XlsxRows } from './xlsx-rows.ts'
import { readXlsxWorkbook } from './xlsx-workbook.ts'
import { XmlScanner } from './xml-scanner.ts'
import type { ZipArchive } from './zip-archive.ts'

export type TextRow = { readonly number: number; readonly cells: readonly string[] }

export type GridKind = 'xlsx' | 'xls' | 'csv'

/** No bank prints more columns. */
const MAX_COLUMNS = 100
const MAX_CHARACTERS = 16 * 1024 * 1024

/** One list of rows for each sheet; blank rows are left out. */
export async function readGrids(file: SealedCopy, kind: GridKind, maxRows: number): Promise<TextRow[][]> {
  if (kind === 'csv') return [await readCsv(file, maxRows)]
  const sheet = await inspectSheet(file, `statement.${kind}`, SHEET_LIMITS)
  // Separated text that bears a workbook's name.
  if (sheet.kind === 'text') return [textRows(sheet.text, maxRows)]
  if (sheet.kind === 'xls') return readXls(sheet.workbook, maxRows)
  try {
    return await readXlsx(sheet.zip, maxRows)
  } finally {
    await sheet.zip.close()
  }
}

async function readCsv(file: SealedCopy, maxRows: number): Promise<TextRow[]> {
  const reader = await SealedCopyReader.open(file)
  try {
    return textRows(decodeText(await reader.read(0, reader.size)), maxRows)
  } finally {
    await reader.close()
  }
}

function textRows(text: string, maxRows: number): TextRow[] {
  const rows = new GridRows(maxRows)
  let number = 0
  for (const cells of csvRows(text)) {
    number += 1
    cells.slice(0, MAX_COLUMNS).forEach((cell, column) => {
      rows.cell(column, cell)
    })
    rows.endRow(number)
  }
  return rows.rows
}

async function readXlsx(zip: ZipArchive, maxRows: number): Promise<TextRow[][]> {
  const workbook = await readXlsxWorkbook(zip, SHEET_LIMITS)
  const strings = new SharedStrings(SHEET_LIMITS)
  const { sharedStringsPart } = workbook
  if (sharedStringsPart !== undefined && zip.has(sharedStringsPart))
    await scan(zip, sharedStringsPart, new XmlScanner(strings))
  const grids: TextRow[][] = []
  for (const { part, isVisible } of workbook.sheets) {
    if (!isVisible) continue
    const rows = new GridRows(maxRows)
    await scan(zip, part, new XmlScanner(new XlsxRows(rows, strings, workbook)))
    grids.push(rows.rows)
  }
  return grids
}

async function scan(zip: ZipArchive, part: string, scanner: XmlScanner): Promise<void> {
  for await (const chunk of zip.unpack(part)) scanner.push(chunk)
  scanner.end()
}

function readXls(stream: Buffer, maxRows: number): TextRow[][] {
  try {
    const workbook = readXlsWorkbook(stream, SHEET_LIMITS)
    return workbook.sheets
      .filter(({ isVisible }) => isVisible)
      .map(({ at }) => {
        const rows = new GridRows(maxRows)
        for (const _ of readXlsRows(workbook, at, rows));
        return rows.rows
      })
  } catch (error) {
    // Reading over the end of a record is what a damaged file leads to.
    throw error instanceof RangeError ? damaged('a record is shorter than its kind') : error
  }
}

class GridRows implements RowSink {
  readonly isDone = false
  readonly rows: TextRow[] = []
  readonly #maxRows: number
  #cells: string[] = []
  #characters = 0

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  wants(column: number): boolean {
    return column < MAX_COLUMNS
  }

  cell(column: number, value: SheetCell): void {
    const text = cellText(value)
    if (text === '') return
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells[column] = text
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS) throw bomb('more text than a statement has')
  }

  endRow(number: number): void {
    if (this.#cells.length > 0) this.rows.push({ number, cells: this.#cells })
    this.#cells = []
    if (this.rows.length > this.#maxRows)
      throw new SheetRefused('sheet-too-many-rows', { max: this.#maxRows })
  }

  merged(): void {}
}

/** Marks that keep a number a text in other programs: 'x, `x, ="x". */
const TEXT_MARK = /^=?"(.*)"$|^['`‘’](?=\d)/
/** Excel keeps 15 digits of a number: a card kept as one is not a card any more. */
const FIRST_LOSSY = 1e15

function cellText(value: SheetCell): string {
  if (value === UNCOMPUTED) return ''
  if (typeof value === 'string') return plainText(value).replace(TEXT_MARK, '$1')
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
