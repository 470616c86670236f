// Finds the table of a statement in the rows of a spreadsheet, and reads it as the printed rows of a page.

import { unitAbove } from '../payouts/amount-words.ts'
import { factsAbove, sectionIn } from './above-table.ts'
import { type DayParts, dayOfParts, dayPartsOf, isYear } from './day-parts.ts'
import {
  bareHeading,
  inUnit,
  isEnglishHeading,
  isStatementTable,
  type KnownHeading,
  knownHeading,
  onlyBest,
  strangeHeading,
  unitOf,
} from './headings.ts'
import { isLabels } from './page-furniture.ts'
import type { GridRow, PrintedRow, TotalRow } from './printed-row.ts'
import { columnsOfLayout, fitsContent, type StatementLayout, statementKey } from './statement-layout.ts'
import { joinWrapped } from './statement-table.ts'
import { isSumRow, isTotal, namesNobody } from './total-rows.ts'

export type GridPage = {
  readonly rows: PrintedRow[]
  /** Texts outside the lines: above the table, totals, the foot. */
  readonly around: string[]
  readonly totals: TotalRow[]
  readonly isFound: boolean
}

type Columns = readonly (KnownHeading | undefined)[]
type TableFacts = Omit<PrintedRow, 'cells' | 'place'>
type HeadingRows = { readonly columns: Columns; readonly height: 1 | 2 }
/** The parts of a day become one cell in the column of its month. */
const DAY = knownHeading('日期')

/** A row of a table fills several of its columns; a note below it is one long text. */
const MIN_CELLS = 2

/** `page` counts the sheets of a workbook, and `name` is what its tab says. */
export function readGrid(
  grid: readonly GridRow[],
  page: number,
  layouts: readonly StatementLayout[] = [],
  name = '',
): GridPage {
  const rows: PrintedRow[] = []
  const around: string[] = []
  const totals: TotalRow[] = []
  let columns: Columns | undefined
  let parts: DayParts | undefined
  let facts: TableFacts | undefined
  for (let index = 0; index < grid.length; index += 1) {
    const row = grid[index]
    if (row === undefined || !row.cells.some((cell) => cell !== '')) continue
    const found = namedAt(grid, index, layouts) ?? headingsAt(grid, index)
    if (found) {
      parts = dayPartsOf(row.cells) ?? dayPartsOf(grid[index + found.height - 1]?.cells ?? [])
      columns = parts === undefined ? underYear(found.columns, row.cells) : withParts(found.columns, parts)
      facts = { page, ...factsOf(columns, [...around, ...row.cells.filter(isYear)], name) }
      index += found.height - 1
      const [last, below] = [grid[index], grid[index + 1]]
      if (last && below && isTranslation(last, below)) index += 1
    } else if (columns && facts && isTableRow(row, columns))
      rows.push({ ...facts, place: row.number, cells: cellsOf(whole(row, parts), columns) })
    else if (columns && !goesOn(rows, row, columns)) {
      facts = facts && inSection(facts, row)
      around.push(textOf(row))
      totals.push({ cells: cellsOf(row, columns) })
    } else if (!columns) around.push(textOf(row))
  }
  return { rows: rows.map(inUnitBelow(around)), around, totals, isFound: columns !== undefined }
}

const textOf = ({ cells }: GridRow) => cells.filter((cell) => cell !== '').join(' ')

/** 失败： between the lines says so of those below it, until another such line or heading. */
function inSection(facts: TableFacts, row: GridRow): TableFacts {
  const filled = row.cells.filter((cell) => cell !== '')
  const section = filled.length === 1 ? sectionIn(filled[0] ?? '') : undefined
  return section === undefined ? facts : { ...facts, listsUndone: section === 'undone' }
}

const WRAPPED: ReadonlySet<string> = new Set(['name', 'account', 'party'])

/** The rest of a name or an account that another program has put into the next row; in the first column stand notes. */
function goesOn(rows: PrintedRow[], { number, cells }: GridRow, columns: Columns): boolean {
  const last = rows.at(-1)
  const filled = cells.flatMap((text, column) => (text === '' ? [] : [{ text, column }]))
  const [only, another] = filled
  if (!last || !only || another || last.place !== number - 1) return false
  const first = columns.findIndex((column) => column !== undefined)
  const isPart = WRAPPED.has(columns[only.column]?.kind ?? '') && only.column > first
  const above = last.cells.find(({ column }) => column === only.column)
  if (!isPart || !above || isTotal(only.text)) return false
  const cell = { ...above, text: joinWrapped(above.text, only.text, above.kind) }
  rows[rows.length - 1] = { ...last, cells: last.cells.map((one) => (one === above ? cell : one)) }
  return true
}

function factsOf(columns: Columns, around: readonly string[], name: string): Omit<TableFacts, 'page'> {
  const unit = unitOf(columns)
  return {
    kinds: new Set(columns.flatMap((column) => column?.kind ?? [])),
    outIsMinus: columns.some((column) => column?.minus),
    ...factsAbove(
      around,
      columns.some((column) => column?.paysOut === true),
      name,
    ),
    ...(unit === undefined ? {} : { otherUnit: unit }),
  }
}

/** 单位：万元 holds for a table that stands above it, too. */
function inUnitBelow(around: readonly string[]): (row: PrintedRow) => PrintedRow {
  const unit = around.map(unitAbove).find((found) => found !== undefined)
  return (row) => (unit === undefined ? row : { otherUnit: unit, ...row })
}

function withParts(columns: Columns, { year, month, day }: DayParts): Columns {
  return columns.map((column, place) => {
    if (place === month) return DAY
    return place === year || place === day ? undefined : column
  })
}

/** 2026年 over days of which each has a month and no year. */
function underYear(columns: Columns, headings: readonly string[]): Columns {
  const place = headings.findIndex(isYear)
  const hasDay = columns.some((column) => column?.kind === 'day')
  return hasDay ? columns : columns.map((column, at) => (at === place ? DAY : column))
}

/** With the day of its parts in one cell. */
function whole(row: GridRow, parts: DayParts | undefined): GridRow {
  if (parts === undefined) return row
  return { ...row, cells: row.cells.with(parts.month, dayOfParts(row.cells, parts) ?? '') }
}

function isTableRow(row: GridRow, columns: Columns): boolean {
  const filled = cellsOf(row, columns)
  const isSumBeside =
    namesNobody(filled) && row.cells.some((cell, index) => columns[index] === undefined && isTotal(cell))
  const isNote = isLabels(row.cells.filter((cell) => cell !== ''))
  return filled.length >= MIN_CELLS && !isNote && !isSumBeside && !isSumRow(filled)
}

function cellsOf({ cells }: GridRow, columns: Columns): PrintedRow['cells'] {
  return cells.flatMap((text, column) => {
    const known = columns[column]
    return text === '' || known === undefined ? [] : [{ kind: known.kind, rank: known.rank, column, text }]
  })
}

/** Headings that a clerk has named, while what stands below them is still that. */
function namedAt(
  grid: readonly GridRow[],
  index: number,
  layouts: readonly StatementLayout[],
): HeadingRows | undefined {
  const cells = grid[index]?.cells ?? []
  if (layouts.length === 0 || cells.length < MIN_CELLS) return undefined
  const layout = layouts.find(({ key }) => key === statementKey(cells))
  const below = grid.slice(index + 1).map((row) => row.cells)
  if (!layout || !fitsContent(layout, below.filter(isFilled))) return undefined
  return { columns: columnsOfLayout(layout, cells), height: 1 }
}

/** Totals and notes fill few cells. */
const isFilled = (cells: readonly string[]) =>
  cells.filter((cell) => cell !== '').length > MIN_CELLS && !cells.some(isTotal)

/** One row of headings, or two where the second one names the columns of a group or translates them. */
function headingsAt(grid: readonly GridRow[], index: number): HeadingRows | undefined {
  const [row, next] = [grid[index], grid[index + 1]]
  if (row === undefined || !isWordy(row)) return undefined
  const hasUnits = next !== undefined && (isUnits(next) || isDayParts(next) || isTranslation(row, next))
  const both = next !== undefined && (hasUnits || isWordy(next)) ? joined(row, next) : undefined
  const one = columnsOf(
    row.cells.map((cell) => inUnit(knownHeading(bareHeading(cell)), cell) ?? strange(cell)),
  )
  if (both && (isBetter(both, one) || (hasUnits && isTable(both)))) return { columns: both, height: 2 }
  return isTable(one) ? { columns: one, height: 1 } : undefined
}

/** Headings hold neither numbers nor colons; above the table stands 账号：3305… with the own account. */
function isWordy({ cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length >= MIN_CELLS && filled.every((cell) => isYear(cell) || !/\d{2}|:$/.test(cell))
}

/** Nothing but 月 and 日 below 2026年. */
function isDayParts({ cells }: GridRow): boolean {
  return dayPartsOf(cells) !== undefined && cells.every((cell) => cell === '' || /^[年月日]$/.test(cell))
}

/** Date and Balance below 日期 and 余额: the headings once more, in English. */
function isTranslation(row: GridRow, { cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return (
    filled.length >= MIN_CELLS &&
    filled.every((cell) => /^[A-Za-z][A-Za-z\s./()'’-]*$/.test(cell)) &&
    row.cells.every((cell, column) => cell !== '' || (cells[column] ?? '') === '') &&
    row.cells.some((cell) => /\p{Script=Han}/u.test(cell))
  )
}

/** Nothing but (元) or (万元) below the headings. */
function isUnits({ cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => /^\([^()\d]{1,6}\)$/.test(cell))
}

const strange = (cell: string) => (cell === '' ? undefined : strangeHeading(cell))

function columnsOf(headings: Columns): Columns {
  const known = headings.flatMap((heading, column) => (heading ? [{ ...heading, column }] : []))
  const best = new Map(onlyBest(known).map(({ column, ...heading }) => [column, heading]))
  return headings.map((_, column) => best.get(column))
}

function joined(upper: GridRow, lower: GridRow): Columns {
  const width = Math.max(upper.cells.length, lower.cells.length)
  let group = ''
  return columnsOf(
    Array.from({ length: width }, (_, column) => {
      const above = bareHeading(upper.cells[column] ?? '')
      const below = bareHeading(lower.cells[column] ?? '')
      if (above !== '') group = above
      // A second line in English translates the first.
      const isTranslated = isEnglishHeading(below) && above !== '' && !isEnglishHeading(above)
      const readings = (isTranslated ? [above, below] : [group + below, below, above]).filter(
        (word) => word !== '',
      )
      const known = (below === '' ? [above] : readings).map(knownHeading).find((found) => found !== undefined)
      const text = (upper.cells[column] ?? '') + (lower.cells[column] ?? '')
      return inUnit(known, text) ?? strange(text)
    }),
  )
}

const isTable = (columns: Columns) => isStatementTable(new Set(columns.flatMap((one) => one?.kind ?? [])))

function isBetter(both: Columns, one: Columns): boolean {
  const useful = (columns: Columns) =>
    columns.filter((column) => column && column.kind !== 'other' && column.kind !== 'strange').length
  return isTable(both) && (!isTable(one) || useful(both) > useful(one))
}
