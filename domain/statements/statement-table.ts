// Reads the table of a statement page by page: headings, columns, rows with wrapped cells, without totals and page furniture.

import { rowsOfLines } from './cell-rows.ts'
import { type Column, columnAt, columnsOf, partAtColumns } from './columns.ts'
import { type Heading, type HeadingBand, headingBands } from './heading-bands.ts'
import type { ColumnKind } from './headings.ts'
import { parseAmount } from './statement-text.ts'
import { type Fragment, linesOf, onSameLine, type TextLine } from './text-lines.ts'

/** One row as printed; a kind may have several columns, such as two of references. */
export type PrintedRow = {
  readonly page: number
  /** Whether the table has a column of days. */
  readonly dated: boolean
  readonly cells: readonly { readonly kind: ColumnKind; readonly rank: number; readonly text: string }[]
}

/** What is known of the table when a page ends: the next one may go on without headings. */
type TableSoFar = { readonly headings: readonly Heading[]; readonly columns: readonly Column[] }

export class StatementTable {
  #table: TableSoFar | undefined
  #page = 0

  /** Whether any page had the headings of a statement. */
  get isFound(): boolean {
    return this.#table !== undefined
  }

  readPage(fragments: readonly Fragment[]): PrintedRow[] {
    this.#page += 1
    const lines = linesOf(fragments)
    const bands = headingBands(lines)
    const rows: PrintedRow[] = []
    const [first] = bands
    const above = first === undefined ? lines : lines.filter(({ y }) => y < first.top - first.height)
    if (this.#table) rows.push(...this.#readRows(above, this.#table.headings))
    bands.forEach((band, index) => {
      const end = bands[index + 1]?.top ?? Number.POSITIVE_INFINITY
      rows.push(...this.#readRows(linesBetween(lines, band, end), band.headings))
    })
    return rows
  }

  #readRows(lines: readonly TextLine[], headings: readonly Heading[]): PrintedRow[] {
    const known = this.#table && sameHeadings(this.#table.headings, headings) ? this.#table.columns : []
    const cells = [
      ...lines.filter(isRowForCertain).flatMap(({ fragments }) => fragments),
      ...known.map(({ from, to }) => ({ left: from, right: to })),
    ]
    const columns = columnsOf(headings, cells)
    this.#table = { headings, columns }
    const parted = lines.map((line) => ({
      ...line,
      fragments: line.fragments.flatMap((fragment) => partAtColumns(columns, fragment)),
    }))
    return rowsIn(parted, columns, this.#page)
  }
}

function linesBetween(lines: readonly TextLine[], { bottom, height }: HeadingBand, end: number): TextLine[] {
  // Watermarks and stamps are written large.
  return lines.filter((line) => line.y > bottom && line.y < end && line.height < 2 * height)
}

function sameHeadings(a: readonly Heading[], b: readonly Heading[]): boolean {
  return (
    a.length === b.length &&
    a.every((heading, index) => {
      const other = b[index]
      return other !== undefined && heading.kind === other.kind && Math.abs(heading.left - other.left) < 2
    })
  )
}

const WITH_CENTS = /\d\.\d{2}\D*$/

/** Told without columns, to find them: several texts, one of them an amount, none of them a total. */
function isRowForCertain({ fragments }: TextLine): boolean {
  return (
    fragments.length >= 3 &&
    fragments.some(({ text }) => WITH_CENTS.test(text) && parseAmount(text) !== undefined) &&
    !fragments.some(({ text }) => isTotal(text))
  )
}

const TOTAL = /^(本页|本日|当日|本月|本期|本次|累计|借方|贷方|支出|收入|交易)?(合计|小计|总计|累计)/
const CARRIED = /^(承前页|过次页|转下页|接上页|期初|期末|上期|上页|上日)/

export function isTotal(text: string): boolean {
  const bare = text.replace(/[\s:：]/g, '')
  return TOTAL.test(bare) || CARRIED.test(bare)
}

const AMOUNTS: ReadonlySet<ColumnKind> = new Set(['amount', 'out', 'in'])

/** Rows stand where amounts stand: amounts are never wrapped, and every row has one. */
function rowsIn(lines: readonly TextLine[], columns: readonly Column[], page: number): PrintedRow[] {
  const byColumn = columns.map((): Fragment[][] => [])
  const rows: { y: number; height: number }[] = []
  for (const line of lines) {
    for (const fragment of line.fragments) {
      const index = columnAt(columns, fragment)
      addToColumn(byColumn[index] ?? [], fragment)
      const column = columns[index]
      if (!column || !AMOUNTS.has(column.kind) || parseAmount(fragment.text) === undefined) continue
      const last = rows.at(-1)
      if (!last || !onSameLine(last, fragment)) rows.push(fragment)
    }
  }
  if (rows.length === 0) return []
  const cells = rows.map((): PrintedRow['cells'][number][] => [])
  byColumn.forEach((cellLines, index) => {
    const column = columns[index]
    if (!column) return
    const { kind, rank } = column
    for (const [row, text] of textsOf(rows, cellLines, kind)) cells[row]?.push({ kind, rank, text })
  })
  return cells
    .filter((row) => !row.some(({ kind, text }) => kind !== 'remark' && isTotal(text)))
    .map((row) => ({ page, dated: columns.some(({ kind }) => kind === 'day'), cells: row }))
}

/** Pieces on one line of a cell stand together. */
function addToColumn(cellLines: Fragment[][], fragment: Fragment): void {
  const last = cellLines.at(-1)
  const [first] = last ?? []
  if (last && first && onSameLine(first, fragment)) last.push(fragment)
  else cellLines.push([fragment])
}

function textsOf(
  rows: readonly { y: number }[],
  cellLines: readonly (readonly Fragment[])[],
  kind: ColumnKind,
): Map<number, string> {
  const placed = cellLines.map(([first]) => ({ y: first?.y ?? 0, height: first?.height ?? 1 }))
  const rowOfLine = rowsOfLines(
    rows.map(({ y }) => y),
    placed,
  )
  const texts = new Map<number, string>()
  cellLines.forEach((pieces, index) => {
    const row = rowOfLine[index] ?? -1
    if (row < 0) return
    const text = pieces.map((piece) => piece.text).join(' ')
    const above = texts.get(row)
    texts.set(row, above === undefined ? text : joinWrapped(above, text, kind))
  })
  return texts
}

/** Numbers and Chinese are wrapped anywhere; only names in letters are wrapped at their spaces. */
function joinWrapped(above: string, below: string, kind: ColumnKind): string {
  const between = kind === 'name' && /[A-Za-z.]$/.test(above) && /^[A-Za-z]/.test(below) ? ' ' : ''
  return above + between + below
}
