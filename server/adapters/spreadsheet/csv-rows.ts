// Reads a sheet of separated values: comma, tab or semicolon, quoted as spreadsheets quote.

import type { RowSink } from './row-sink.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'
import { MAX_CELL_LENGTH } from './xml-scanner.ts'

const SEPARATORS = [',', '\t', ';', '，']
const SNIFFED_LINES = 20

/** Yields after each row, so that its caller can wait for whoever takes the rows. */
export function* readCsvRows(text: string, sink: RowSink): Generator<void> {
  const separator = separatorOf(text)
  if (separator === undefined) throw new SheetRefused('sheet-not-excel')
  let at = 0
  for (let rowNumber = 1; at < text.length && !sink.isDone; rowNumber += 1) {
    at = readRow(text, at, separator, sink)
    sink.endRow(rowNumber, false)
    yield
  }
}

/** The one that parts the first lines most often. */
function separatorOf(text: string): string | undefined {
  const lines = text.slice(0, 20_000).split(/\r\n?|\n/, SNIFFED_LINES)
  const bare = lines.join('\n').replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((sign) => bare.split(sign).length - 1)
  const most = Math.max(...counts)
  return most === 0 ? undefined : SEPARATORS[counts.indexOf(most)]
}

/** Gives where the next row begins. */
function readRow(text: string, from: number, separator: string, sink: RowSink): number {
  let at = from
  for (let column = 0; ; column += 1) {
    const { value, next } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, separator)
    const cell = unwrapped(value)
    if (cell.trim() !== '' && sink.wants(column)) sink.cell(column, cell)
    if (text[next] === separator) at = next + 1
    else return text[next] === '\r' && text[next + 1] === '\n' ? next + 2 : next + 1
  }
}

function plainAt(text: string, from: number, separator: string): { value: string; next: number } {
  let next = from
  for (; next < text.length; next += 1) {
    const sign = text[next]
    if (sign === separator || sign === '\n' || sign === '\r') break
  }
  return { value: cellText(text, from, next), next }
}

function quotedAt(text: string, from: number): { value: string; next: number } {
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) throw new SheetRefused('sheet-damaged', {}, 'a quote that never ends')
  let next = end + 1
  while (text[next] === ' ') next += 1
  return { value: cellText(text, from + 1, end).replaceAll('""', '"'), next }
}

function cellText(text: string, from: number, to: number): string {
  if (to - from > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  return text.slice(from, to)
}

/** ="0123" is how programs keep a spreadsheet from reading a number. */
function unwrapped(value: string): string {
  return value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1) : value
}
