// The programs and hands that write the sheets of the corpus, as far as they need no program of their own.

import XLSX from '@e965/xlsx'
import { writeXlsx } from 'hucre'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import type { Cells } from './corpus-sheet.ts'
import { buildSheet } from './xlsx-builder.ts'

export type CorpusWriter = {
  readonly ending: string
  readonly write: (cells: Cells) => Uint8Array | Promise<Uint8Array>
}

const strings = (cells: Cells) => cells.map((row) => row.map(String))

export function sheetJs(cells: Cells, bookType: XLSX.BookType): Buffer {
  const filled = cells.map((row) => row.map((cell) => (cell === '' ? null : cell)))
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(filled), '发放表')
  return XLSX.write(book, { type: 'buffer', bookType, compression: true }) as Buffer
}

const separated = (cells: Cells, character: string) =>
  strings(cells)
    .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(character))
    .join('\r\n')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const page = (cells: Cells) =>
  `<html><table>${strings(cells)
    .map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</table></html>`

/** Shared strings without anything else, as openpyxl writes; inline ones, as streaming writers do. */
const sharedStrings = (cells: Cells) =>
  writeXlsx({
    sheets: [{ name: '发放表', rows: cells.map((row) => row.map((cell) => (cell === '' ? null : cell))) }],
    stringMode: 'shared',
  })

export const CORPUS_WRITERS: Readonly<Record<string, CorpusWriter>> = {
  'sheetjs-xlsx': { ending: 'xlsx', write: (cells) => sheetJs(cells, 'xlsx') },
  'sheetjs-xls': { ending: 'xls', write: (cells) => sheetJs(cells, 'biff8') },
  'sheetjs-et': { ending: 'et', write: (cells) => sheetJs(cells, 'biff8') },
  'shared-strings': { ending: 'xlsx', write: sharedStrings },
  'inline-strings': { ending: 'xlsx', write: (cells) => buildSheet(strings(cells)) },
  'utf8-csv': { ending: 'csv', write: (cells) => Buffer.from(separated(cells, ',')) },
  'marked-csv': { ending: 'csv', write: (cells) => Buffer.from(`\ufeff${separated(cells, ',')}`) },
  'gbk-tab-csv': { ending: 'csv', write: (cells) => encodeGb18030(separated(cells, '\t')) },
  'gbk-semicolon-csv': { ending: 'csv', write: (cells) => encodeGb18030(separated(cells, ';')) },
  'utf16-csv': { ending: 'csv', write: (cells) => Buffer.from(`\ufeff${separated(cells, '\t')}`, 'utf16le') },
  'xml-2003': { ending: 'xls', write: (cells) => sheetJs(cells, 'xlml') },
  page: { ending: 'xls', write: (cells) => Buffer.from(page(cells)) },
}
