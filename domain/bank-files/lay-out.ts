// A file's lines as its format wants them: cells of a table, or the text of a .csv, a fixed-width file or a pain.001.

import { formatYuan } from '../money/fen.ts'
import type { BankFormat, FormatColumn, PaymentRow } from './bank-format.ts'
import { bytesIn } from './gbk.ts'
import { cellsOf } from './judge-rows.ts'

/** A row that cannot be expressed was named before the start: one that comes here all the same is never cut to fit. */
export class Inexpressible extends Error {
  override readonly name = 'Inexpressible'
}

export type Table = {
  readonly headings: readonly string[] | undefined
  readonly rows: readonly (readonly string[])[]
}

export function layOutTable(format: BankFormat, rows: readonly PaymentRow[]): Table {
  return {
    headings: format.hasHeading ? format.columns.map(({ heading }) => heading) : undefined,
    rows: rows.map((row, index) => {
      const found = cellsOf(format, row, index + 1)
      if (Array.isArray(found)) return found
      throw new Inexpressible(`row ${found.rowNumber}: ${found.heading} ${found.fault}`)
    }),
  }
}

const NUMBERS = new Set(['position', 'amountFen'])

function padded(format: BankFormat, column: FormatColumn, text: string): string {
  const { width } = column
  if (width === undefined) return text
  const missing = width - bytesIn(format.encoding, text)
  if (missing < 0) throw new Inexpressible(`${column.heading} is wider than ${width}`)
  const pad = column.pad ?? (NUMBERS.has(column.field) ? 'left-zero' : 'right-blank')
  if (pad === 'right-blank') return text + ' '.repeat(missing)
  return (pad === 'left-zero' ? '0' : ' ').repeat(missing) + text
}

function totalsOf(format: BankFormat, rows: readonly PaymentRow[], day: string): string[] {
  const sumFen = rows.reduce((sum, { amountFen }) => sum + amountFen, 0n)
  const texts = (format.totals ?? []).map((part) => {
    if (part === 'count') return String(rows.length)
    if (part === 'sum') return formatYuan(sumFen)
    if (part === 'day') return day.replaceAll('-', '')
    return part === 'sumFen' ? String(sumFen) : part.text
  })
  const { totalsWidths } = format
  return totalsWidths === undefined ? texts : [texts.map((text, at) => totalAt(format, at, text)).join('')]
}

/** One part of the totals in its width. */
function totalAt(format: BankFormat, at: number, text: string): string {
  const part = format.totals?.[at]
  const isNumber = part === 'count' || part === 'sum' || part === 'sumFen'
  return padded(
    format,
    {
      heading: 'totals',
      field: 'constant',
      width: format.totalsWidths?.[at] ?? 0,
      pad: isNumber ? 'left-zero' : 'right-blank',
    },
    text,
  )
}

/** Every line of the file in its order, and which of them has the headings. */
export function layOutLines(
  format: BankFormat,
  rows: readonly PaymentRow[],
  day = '',
): { readonly lines: readonly (readonly string[])[]; readonly headingAt: number | undefined } {
  const table = layOutTable(format, rows)
  const totals = format.totals && totalsOf(format, rows, day)
  const isLast = format.totalsAt === 'last'
  const above = [...(totals && !isLast ? [totals] : []), ...(format.lead ?? [])]
  const cells =
    format.container === 'fixed'
      ? table.rows.map((row) => [
          row.map((cell, index) => padded(format, format.columns[index] as FormatColumn, cell)).join(''),
        ])
      : table.rows
  return {
    lines: [
      ...above,
      ...(table.headings ? [table.headings] : []),
      ...cells,
      ...(totals && isLast ? [totals] : []),
    ],
    headingAt: table.headings && above.length,
  }
}

/** Of a .csv or a fixed-width file; every line ends with CR LF. */
export function layOutText(format: BankFormat, rows: readonly PaymentRow[], day = ''): string {
  const separator = format.container === 'fixed' ? '|' : (format.separator ?? ',')
  return layOutLines(format, rows, day)
    .lines.map((cells) => `${cells.join(separator)}\r\n`)
    .join('')
}
