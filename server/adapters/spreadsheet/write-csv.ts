// Writes rows as comma-separated values in GB18030, as Chinese desktop programs read them, in constant memory.

import { type Cell, fullCell, neutralText, numberText } from './cell-xml.ts'
import { encodeGb18030 } from './gb18030.ts'
import type { BookSheet, Row } from './write-xlsx.ts'

const QUOTED = /[",\r\n]|^\s|\s$/

export async function* writeCsv({ columns, leadingRows = [], rows }: BookSheet): AsyncGenerator<Uint8Array> {
  const head = [...leadingRows, columns.map(({ title }) => title)]
  yield encodeGb18030(head.map((texts) => lineOf(texts)).join(''))
  const pieces = Symbol.asyncIterator in rows ? rows : [rows]
  for await (const piece of pieces) {
    let lines = ''
    for (const row of piece) lines += lineOf(row)
    yield encodeGb18030(lines)
  }
}

const lineOf = (row: Row): string => `${row.map(fieldOf).join(',')}\r\n`

function fieldOf(cell: Cell | null): string {
  if (cell === null) return ''
  // A program that opens the file would run what looks like a formula: text is made harmless as in every export.
  const full = fullCell(cell)
  const text = 'text' in full ? neutralText(full.text) : numberText(full, 'text')
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
