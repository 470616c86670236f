// Reads the table of a statement page by page: headings, columns, rows with wrapped cells, without totals and page furniture.

import { unitAbove } from '../payouts/amount-words.ts'
import { type FactsAbove, factsAbove, goingOn } from './above-table.ts'
import { isCarried, isNoteAcross, isSummary, sectionOf, yearsIn } from './between-lines.ts'
import { ALIGNMENTS, type Alignment, type Fit, fitsOf } from './cell-rows.ts'
import { type Column, columnAt, columnsOf, partAtColumns } from './columns.ts'
import { dayPartsOf, joinDay } from './day-parts.ts'
import { type Heading, type HeadingBand, headingBands } from './heading-bands.ts'
import { type ColumnKind, unitOf } from './headings.ts'
import { partCells } from './joined-cells.ts'
import { isAmount, isLabels, isPageNumber } from './page-furniture.ts'
import { namedBand } from './page-headings.ts'
import { parseDay } from './printed-days.ts'
import type { Cell, PrintedRow, TotalRow } from './printed-row.ts'
import { fitsContent, type StatementLayout } from './statement-layout.ts'
import { parseAmount } from './statement-text.ts'
import { type Fragment, linesOf, onSameLine, type TextLine } from './text-lines.ts'
import { isSumRow, isTotal } from './total-rows.ts'

type Row = PrintedRow & { readonly cells: Cell[] }

/** What is known of the table when a page ends: the next one may go on without headings. */
type TableSoFar = {
  readonly headings: readonly Heading[]
  readonly columns: readonly Column[]
  readonly above: FactsAbove
}

/** What holds for all rows of a table. */
type TableFacts = Omit<PrintedRow, 'place' | 'cells' | 'receipt'>
type Section = TableFacts & { readonly lines: TextLine[] }

export class StatementTable {
  #above: string[] = []
  /** Texts that may hold the statement's own totals. */
  readonly around: string[] = []
  readonly totals: TotalRow[] = []
  #table: TableSoFar | undefined
  #page = 0
  #unit: string | undefined
  #section: 'done' | 'undone' | undefined
  #lastRow: Row | undefined
  /** How badly the cells of all pages so far would stand in each alignment: a table has one, and few pages show it. */
  readonly #misfits: Record<Alignment, number> = { top: 0, middle: 0, bottom: 0 }

  readonly #layouts: readonly StatementLayout[]
  /** The layout by which its headings were read. */
  #named: StatementLayout | undefined

  /** `layouts` are headings that somebody has named. */
  constructor(layouts: readonly StatementLayout[] = []) {
    this.#layouts = layouts
  }

  get isNamed(): boolean {
    return this.#named !== undefined
  }

  /** Whether the first rows hold what somebody has said that their columns hold. */
  fitsNamed(rows: readonly PrintedRow[]): boolean {
    if (this.#named === undefined) return true
    const texts = rows.map(({ cells }) => {
      const byColumn: string[] = []
      for (const { column, text } of cells) byColumn[column] = text
      return byColumn
    })
    return fitsContent(this.#named, texts)
  }

  /** A row with the unit that stands anywhere around the table, also below it. */
  inUnitAround(row: PrintedRow): PrintedRow {
    return this.#unit === undefined ? row : { otherUnit: this.#unit, ...row }
  }

  /** Whether any page had the headings of a statement. */
  get isFound(): boolean {
    return this.#table !== undefined
  }

  readPage(fragments: readonly Fragment[]): PrintedRow[] {
    this.#page += 1
    const lines = linesOf(fragments).filter((line) => !isPageNumber(line))
    const named = namedBand(lines, this.#layouts)
    this.#named ??= named?.layout
    const bands = named ? [named.band] : headingBands(lines)
    const summaries = lines.filter((line) => !isRowForCertain(line)).map(textOf)
    this.around.push(...summaries.filter((text) => SUMMARY.test(text)))
    this.#unit ??= summaries.map(unitAbove).find((unit) => unit !== undefined)
    const rows: Row[] = []
    const [first] = bands
    const above = first === undefined ? lines : lines.filter(({ y }) => y < first.top - first.height)
    if (this.#table) rows.push(...this.#readRows(above, this.#table.headings).rows)
    if (first !== undefined || !this.#table) this.#above = [...above.map(textOf), ...yearsIn(lines, first)]
    bands.forEach((band, index) => {
      const end = bands[index + 1]?.top ?? Number.POSITIVE_INFINITY
      const isRepeated = this.#table !== undefined && sameHeadings(this.#table.headings, band.headings)
      if (!isRepeated) this.#section = undefined
      const read = this.#readRows(linesBetween(lines, band, end), band.headings)
      if (isRepeated && index === 0 && rows.length === 0) this.#lastRow?.cells.forEach(goOn(read.before))
      rows.push(...read.rows)
    })
    this.#lastRow = rows.at(-1)
    return rows
  }

  #readRows(all: readonly TextLine[], headings: readonly Heading[]): TableRows {
    const hasParties = headings.some(({ kind }) => kind === 'party')
    const lines = all
      .filter((line) => !isSummary(line) && !isLabels(line.fragments.map(({ text }) => text)))
      .map((line) => partCells(line, hasParties))
    const before = this.#table && sameHeadings(this.#table.headings, headings) ? this.#table : undefined
    const known = before?.columns ?? []
    const cells = [
      ...lines.filter(isRowForCertain).flatMap(({ fragments }) => fragments),
      ...known.map(({ from, to }) => ({ left: from, right: to })),
    ]
    const columns = columnsOf(headings, cells)
    const own = factsAbove(
      this.#above,
      columns.some(({ paysOut }) => paysOut),
    )
    const above = before ? goingOn(own, before.above, this.#above) : own
    this.#table = { headings, columns, above }
    const parted = lines
      .filter((line) => !isNoteAcross(line, columns))
      .map((line) => ({
        ...line,
        fragments: line.fragments.flatMap((fragment) => partAtColumns(columns, fragment)),
      }))
    const unit = unitOf(columns)
    const facts = {
      page: this.#page,
      kinds: new Set(columns.map(({ kind, dayPart }) => (dayPart === undefined ? kind : 'day'))),
      outIsMinus: columns.some((column) => column.minus),
      ...above,
      ...(unit === undefined ? {} : { otherUnit: unit }),
    }
    const rows = parted.filter((line) => !isCarried(line, columns))
    const [first, ...more] = this.#sectionsOf(rows, columns, facts).map(({ lines: some, ...about }) =>
      rowsIn(some, columns, about, this.#misfits),
    )
    const read = [first, ...more].flatMap((one) => one ?? [])
    this.totals.push(...read.flatMap(({ totals }) => totals))
    return { rows: read.flatMap(({ rows }) => rows), before: first?.before ?? new Map() }
  }

  /** 失败： between the lines holds for those below it, on the next pages too. */
  #sectionsOf(lines: readonly TextLine[], columns: readonly Column[], facts: TableFacts): Section[] {
    const sections: Section[] = []
    const begin = () => {
      const section = this.#section === undefined ? {} : { listsUndone: this.#section === 'undone' }
      sections.push({ ...facts, ...section, lines: [] })
    }
    begin()
    for (const line of lines) {
      const section = sectionOf(line, columns)
      if (section === undefined) sections.at(-1)?.lines.push(line)
      else {
        this.#section = section
        begin()
      }
    }
    return sections
  }
}

const SUMMARY = /合计|总计|总额|总金额|笔数|条数|期初|期末|承前|共 ?\d+ ?[笔条]/

const textOf = ({ fragments }: TextLine) => fragments.map(({ text }) => text).join(' ')

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

/** Told without columns, to find them: several texts, one of them an amount, none of them a total. */
function isRowForCertain({ fragments }: TextLine): boolean {
  return (
    fragments.length >= 3 &&
    fragments.some(({ text }) => isAmount(text)) &&
    !fragments.some(({ text }) => isTotal(text))
  )
}

const AMOUNTS: ReadonlySet<ColumnKind> = new Set(['amount', 'out', 'in'])

type TableRows = {
  readonly rows: Row[]
  /** By column, what stands above the first row and belongs to none: the rest of a row that the page before began. */
  readonly before: ReadonlyMap<number, string>
}

/** Half a cell is Chinese or a number; a second line of headings in English is neither. */
function goOn(before: ReadonlyMap<number, string>): (cell: Cell) => void {
  return (cell) => {
    const rest = before.get(cell.column)
    if (rest !== undefined && /[\p{Script=Han}\d]/u.test(rest))
      cell.text = joinWrapped(cell.text, rest, cell.kind)
  }
}

/**
 * Where rows stand: where amounts stand, as amounts are never wrapped; and where a day stands that no amount belongs to,
 * in a table whose days all stand beside their amounts: such a row was not understood, and must not vanish.
 */
function rowPlaces(lines: readonly TextLine[], columns: readonly Column[]): Fragment[] {
  const dayColumns = columns.some(({ kind }) => kind === 'day')
  const placed = lines.map(({ fragments }) => {
    const inKinds = (kinds: ReadonlySet<ColumnKind>) =>
      fragments.filter((fragment) => kinds.has(columns[columnAt(columns, fragment)]?.kind ?? 'other'))
    const amounts = inKinds(AMOUNTS).filter(({ text }) => parseAmount(text) !== undefined)
    const days = inKinds(DAYS).filter(({ text }) => parseDay(text, 'day-first') !== undefined)
    const filled = new Set(fragments.map((fragment) => columnAt(columns, fragment))).size
    return { amounts, days, filled }
  })
  const paid = placed.filter(({ amounts }) => amounts.length > 0)
  const columnsOfDays = paid.map(({ days }) => new Set(days.map((day) => columnAt(columns, day))))
  const beside = columns.flatMap((_, at) => (columnsOfDays.every((some) => some.has(at)) ? [at] : []))
  const found: Fragment[] = []
  for (const { amounts, days, filled } of placed) {
    // A time that is wrapped has its day above the line of the amounts; a day that is not wrapped stands beside them.
    const day = days.find((one) => beside.includes(columnAt(columns, one)))
    const isUnread = dayColumns && paid.length > 0 && amounts.length === 0 && filled >= MIN_FILLED
    for (const place of isUnread && day ? [day] : amounts) {
      const last = found.at(-1)
      if (!last || !onSameLine(last, place)) found.push(place)
    }
  }
  return found
}

const DAYS: ReadonlySet<ColumnKind> = new Set(['day'])
/** A row of a table fills several of its columns. */
const MIN_FILLED = 3

/** Each with the cells of its columns. */
function rowsIn(
  lines: readonly TextLine[],
  columns: readonly Column[],
  facts: TableFacts,
  misfits: Record<Alignment, number>,
): TableRows & { readonly totals: TotalRow[] } {
  const byColumn = columns.map((): Fragment[][] => [])
  const rows = rowPlaces(lines, columns)
  for (const line of lines)
    for (const fragment of line.fragments) addToColumn(byColumn[columnAt(columns, fragment)] ?? [], fragment)
  const before = new Map<number, string>()
  if (rows.length === 0) return { rows: [], before, totals: [] }
  const cells = rows.map((): Cell[] => [])
  const fits = byColumn.map((cellLines) => fitsOf(rowLines(rows), cellLines.map(placeOf)))
  for (const alignment of ALIGNMENTS)
    misfits[alignment] += fits.reduce((sum, fit) => sum + fit[alignment].cost, 0)
  const best = ALIGNMENTS.reduce((a, b) => (misfits[b] < misfits[a] - 1e-6 ? b : a))
  columns.forEach(({ kind, rank }, column) => {
    const fit = fits[column]?.[best]
    for (const [row, text] of textsOf(rows, byColumn[column] ?? [], fit, kind)) {
      if (row < 0) before.set(column, text)
      else cells[row]?.push({ kind, rank, column, text })
    }
  })
  const parts = dayPartsOf(columns.map(({ dayPart = '' }) => dayPart))
  if (parts !== undefined) for (const row of cells) joinDay(row, parts)
  const printed = cells.filter((row) => !isSumRow(row))
  return {
    rows: printed.map((row, index) => ({ ...facts, place: index + 1, cells: row })),
    before,
    totals: cells.filter(isSumRow).map((row) => ({ cells: row })),
  }
}

/** Pieces on one line of a cell stand together. */
function addToColumn(cellLines: Fragment[][], fragment: Fragment): void {
  const last = cellLines.at(-1)
  const [first] = last ?? []
  if (last && first && onSameLine(first, fragment)) last.push(fragment)
  else cellLines.push([fragment])
}

const rowLines = (rows: readonly { y: number }[]) => rows.map(({ y }) => y)
const placeOf = ([first]: readonly Fragment[]) => ({ y: first?.y ?? 0, height: first?.height ?? 1 })

/** Under -1 what stands above all rows. */
function textsOf(
  rows: readonly { y: number }[],
  cellLines: readonly (readonly Fragment[])[],
  fit: Fit | undefined,
  kind: ColumnKind,
): Map<number, string> {
  const texts = new Map<number, string>()
  const first = rows[0]?.y ?? 0
  cellLines.forEach((pieces, index) => {
    const row = fit?.rowOfLine[index] ?? -1
    if (row < 0 && placeOf(pieces).y > first) return
    const text = pieces.map((piece) => piece.text).join(' ')
    const above = texts.get(row)
    texts.set(row, above === undefined ? text : joinWrapped(above, text, kind))
  })
  return texts
}

/** Numbers and Chinese are wrapped anywhere; only names in letters are wrapped at their spaces. */
export function joinWrapped(above: string, below: string, kind: ColumnKind): string {
  const between = kind === 'name' && /[A-Za-z.]$/.test(above) && /^[A-Za-z]/.test(below) ? ' ' : ''
  return above + between + below
}
