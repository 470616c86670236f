// A file's lines as its format wants them: cells of a table, or the text of a .csv, a fixed-width file or a pain.001.

import { formatYuan } from '../money/fen.ts'
import type { BankFormat, FormatColumn, PaymentRow } from './bank-format.ts'
import { bytesIn } from './gbk.ts'
import { cellsOf, type RowFault } from './judge-rows.ts'

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
    headings: headingsOf(format),
    rows: rows.map((row, index) => {
      const found = cellsOf(format, row, index + 1)
      if (Array.isArray(found)) return found
      throw inexpressible(found.rowNumber, found)
    }),
  }
}

export const inexpressible = (
  rowNumber: number,
  { heading, fault }: Pick<RowFault, 'heading' | 'fault'>,
): Inexpressible => new Inexpressible(`row ${rowNumber}: ${heading} ${fault}`)

const headingsOf = ({ hasHeading, columns }: BankFormat): string[] | undefined =>
  hasHeading ? columns.map(({ heading }) => heading) : undefined

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

/** What the rows of a file come to. */
export type RowTotals = { readonly count: number; readonly sumFen: bigint }

const comeTo = (rows: readonly PaymentRow[]): RowTotals => ({
  count: rows.length,
  sumFen: rows.reduce((sum, { amountFen }) => sum + amountFen, 0n),
})

function totalsOf(format: BankFormat, { count, sumFen }: RowTotals, day: string): string[] {
  const texts = (format.totals ?? []).map((part) => {
    if (part === 'count') return String(count)
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

/** The lines around the rows; the headings stand between those above and the rows. */
export function layOutFrame(
  format: BankFormat,
  rows: RowTotals,
  day = '',
): {
  readonly above: readonly (readonly string[])[]
  readonly headings: readonly string[] | undefined
  readonly below: readonly (readonly string[])[]
} {
  const totals = format.totals && totalsOf(format, rows, day)
  const isLast = format.totalsAt === 'last'
  return {
    above: [...(totals && !isLast ? [totals] : []), ...(format.lead ?? [])],
    headings: headingsOf(format),
    below: totals && isLast ? [totals] : [],
  }
}

/** Every line of the file in its order, and which of them has the headings. */
export function layOutLines(
  format: BankFormat,
  rows: readonly PaymentRow[],
  day = '',
): { readonly lines: readonly (readonly string[])[]; readonly headingAt: number | undefined } {
  const table = layOutTable(format, rows)
  const { above, headings, below } = layOutFrame(format, comeTo(rows), day)
  const cells =
    format.container === 'fixed'
      ? table.rows.map((row) => [
          row.map((cell, index) => padded(format, format.columns[index] as FormatColumn, cell)).join(''),
        ])
      : table.rows
  return {
    lines: [...above, ...(headings ? [headings] : []), ...cells, ...below],
    headingAt: headings && above.length,
  }
}

/** Of a .csv or a fixed-width file; every line ends with CR LF. */
export function layOutText(format: BankFormat, rows: readonly PaymentRow[], day = ''): string {
  const separator = format.container === 'fixed' ? '|' : (format.separator ?? ',')
  return layOutLines(format, rows, day)
    .lines.map((cells) => `${cells.join(separator)}\r\n`)
    .join('')
}
