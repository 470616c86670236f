// Reads a sheet of separated values: comma, tab, semicolon or one of the characters that banks take, quoted as spreadsheets quote.

import type { RowSink } from './row-sink.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'
import { MAX_CELL_LENGTH } from './xml-scanner.ts'

const SEPARATORS = [',', '\t', ';', '|', '，', '~', '^']
const SNIFFED_LINES = 20

/** Yields after each row, so that its caller can wait for whoever takes the rows. */
export function* readCsvRows(text: string, sink: RowSink): Generator<void> {
  const separator = separatorOf(text)
  if (separator === undefined) throw new SheetRefused('sheet-not-excel')
  let at = 0
  let widest = 0
  for (let rowNumber = 1; at < text.length && !sink.isDone; rowNumber += 1) {
    const from = at
    let columns = 0
    at = readRow(text, from, separator, (cell) => {
      if (cell.trim() !== '' && sink.wants(columns)) sink.cell(columns, cell)
      columns += 1
    })
    if (columns > widest && !(widest > 0 && tellTorn(text, from, separator, sink))) widest = columns
    sink.endRow(rowNumber, false)
    yield
  }
}

/** Behind each cell, so that no program takes a number for one: it parts nothing. */
const TABS_BEHIND = /\t(?=[,;|，~^\n]|$)/g

/** The one that parts the first lines most often. */
export function separatorOf(text: string): string | undefined {
  const lines = text.slice(0, 20_000).split(/\r\n?|\n/, SNIFFED_LINES)
  const bare = lines
    .join('\n')
    .replace(/"[^"]*"/g, 'x')
    .replace(TABS_BEHIND, '')
  const counts = SEPARATORS.map((character) => bare.split(character).length - 1)
  const most = Math.max(...counts)
  return most === 0 ? undefined : SEPARATORS[counts.indexOf(most)]
}

/** Gives where the next row begins. */
function readRow(
  text: string,
  from: number,
  separator: string,
  take: (cell: string, isQuoted: boolean) => void,
): number {
  for (let at = from; ; ) {
    const isQuoted = text[at] === '"'
    const { value, next } = isQuoted ? quotedAt(text, at, separator) : plainAt(text, at, separator)
    take(unwrapped(value), isQuoted)
    if (text[next] === separator) at = next + 1
    else return text[next] === '\r' && text[next + 1] === '\n' ? next + 2 : next + 1
  }
}

const THOUSANDS = /^\s*[¥￥]?[1-9]\d{0,2}$/
const HUNDREDS = /^\d{3}(?:\.\d{1,2})?\s*$/
const TORN = '（千分位逗号未加引号）'

/** 1,025.50 without quotes is two cells, and the first would pass for an amount: in a row that is too long it is told whole. */
function tellTorn(text: string, from: number, separator: string, sink: RowSink): boolean {
  if (separator !== ',') return false
  // What is quoted is whole.
  const cells: string[] = []
  readRow(text, from, separator, (cell, isQuoted) => cells.push(isQuoted ? '' : cell))
  const torn = cells.flatMap((cell, column) => {
    const next = cells[column + 1] ?? ''
    return THOUSANDS.test(cell) && HUNDREDS.test(next) ? [[column, `${cell},${next}${TORN}`] as const] : []
  })
  for (const [column, whole] of torn) if (sink.wants(column)) sink.cell(column, whole)
  return torn.length > 0
}

function plainAt(text: string, from: number, separator: string): { value: string; next: number } {
  let next = from
  for (; next < text.length; next += 1) {
    if (isEnd(text[next], separator)) break
  }
  return { value: cellText(text, from, next), next }
}

/** A quote inside that is not doubled ends the cell only before a separator or a line end. */
function quotedAt(text: string, from: number, separator: string): { value: string; next: number } {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (text[end + 1] === '"') {
      end += 1
      continue
    }
    const next = behindBlanks(text, end + 1, separator)
    if (isEnd(text[next], separator))
      return { value: cellText(text, from + 1, end).replaceAll('""', '"'), next }
    if (end - from > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  }
  throw new SheetRefused('sheet-damaged', {}, 'a quote that never ends')
}

/** Spaces and tabs behind the quote keep programs from taking a number for one. */
function behindBlanks(text: string, from: number, separator: string): number {
  let next = from
  while (text[next] === ' ' || (text[next] === '\t' && separator !== '\t')) next += 1
  return next
}

function isEnd(character: string | undefined, separator: string): boolean {
  return character === undefined || character === separator || character === '\n' || character === '\r'
}

function cellText(text: string, from: number, to: number): string {
  if (to - from > MAX_CELL_LENGTH) throw bomb('a cell of endless text')
  return text.slice(from, to)
}

/** ="0123" is how programs keep a spreadsheet from reading a number. */
function unwrapped(value: string): string {
  return value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1) : value
}
