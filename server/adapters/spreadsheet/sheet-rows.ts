// Finds the heading of a sheet and gathers the wanted cells below it into rows; rows that pay nobody are left out and told (D13).

import { readCell, shownValue } from '@paywages/domain/payouts/cell-text.ts'
import { isOwnField } from '@paywages/domain/payouts/merged-cells.ts'
import { completeMonth } from '@paywages/domain/payouts/month-parts.ts'
import { remarkAgainst, STRUCK_ROW, saysAgainst } from '@paywages/domain/payouts/row-says.ts'
import type { SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import type { OwnField, SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { hasStruck, struckText } from '@paywages/domain/payouts/struck-text.ts'
import { DoubtedColumns } from './doubted-columns.ts'
import type { FoundHeading, HeadingFinder } from './heading-finder.ts'
import { HiddenColumns } from './hidden-columns.ts'
import { LayoutFit } from './layout-fit.ts'
import { LeftOutRows } from './left-out-rows.ts'
import { MergedCells, YEAR_PLACE } from './merged-cells.ts'
import {
  AMOUNT,
  CARD_NO,
  FIELDS,
  hasIdOrCard,
  hasLost,
  ID_CARD_NO,
  MONTH,
  REMARK,
  unusedHeadings,
} from './row-cells.ts'
import type { RowPacker } from './row-packing.ts'
import {
  type CellRange,
  columnName,
  LAST_COLUMN,
  type RowSink,
  type SheetCell,
  UNCOMPUTED,
} from './row-sink.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'
import type { SheetSummary } from './sheet-summary.ts'

const NOT_OURS = -1
/** Not ours either, but 合计 may stand there. */
const LABEL = -2
/** Not ours, but it could be. */
const DOUBTED = -3
/** Holds the years of the months. */
const YEAR = -4
/** May say that the row is not to be paid, or not in yuan. */
const SPEAKS = -5
const MAX_LABEL_COLUMNS = 4
const NOTHING: readonly OwnField[] = []

type HeldRow = {
  readonly rowNumber: number
  readonly isHidden: boolean
  readonly cells: (SheetCell | undefined)[]
  readonly labels: string[]
  readonly doubted: ReadonlyMap<number, SheetCell> | undefined
  readonly year: string
  readonly unit: string
}

export class SheetRows implements RowSink {
  readonly isDone = false
  #out: RowPacker
  #plan: SheetPlan
  #limits: SheetLimits
  #search: HeadingFinder
  #heading: FoundHeading | undefined
  #fieldOfColumn: Int8Array | undefined
  #headingRow = 0
  #cells: (SheetCell | undefined)[] = FIELDS.map(() => undefined)
  #texts: string[] = FIELDS.map(() => '')
  #labels: string[] = []
  #isBlank = true
  #count = 0
  #characters = 0
  /** A bit for each field that some row has. */
  #filled = 0
  #leftOut: LeftOutRows
  #merged = new MergedCells()
  /** Rows that wait until the merged ranges are known. */
  #held: HeldRow[] | undefined
  #fit: LayoutFit | undefined
  #doubted: DoubtedColumns | undefined
  #year = ''
  /** Other than yuan, that this row's amount is shown in. */
  #unit = ''
  #struckColumn = -1
  #hidden = new HiddenColumns()

  constructor(out: RowPacker, plan: SheetPlan, limits: SheetLimits, search: HeadingFinder) {
    this.#out = out
    this.#plan = plan
    this.#leftOut = new LeftOutRows(plan)
    this.#limits = limits
    this.#search = search
    if (search.atOnce) this.#begin(search.atOnce, 0)
  }

  wants(column: number): boolean {
    return this.#fieldOfColumn === undefined || this.#fieldOfColumn[column] !== NOT_OURS
  }

  cell(column: number, value: SheetCell): void {
    const search = this.#search
    // A text that tells which of it is struck out speaks for itself, whatever the font of its cell.
    const isStruck = this.#struckColumn === column && !(typeof value === 'string' && hasStruck(value))
    if (search.isOpen) {
      if (typeof value === 'string') search.text(column, isStruck ? struckText(value) : value)
      else search.number()
    }
    if (this.#fieldOfColumn === undefined) return
    const field = this.#fieldOfColumn[column] as number
    if (field >= 0) {
      this.#isBlank = false
      this.#cells[field] = isStruck ? this.#struckCell(field, value) : value
      return
    }
    if (field === DOUBTED) this.#doubted?.take(column, value)
    else if (field === YEAR && value !== UNCOMPUTED) this.#year = readCell('remark', value)
    if (field === SPEAKS || field === DOUBTED) this.#hear(column, value)
    if (typeof value === 'string' && field !== YEAR) this.#labels.push(value)
  }

  struck(column: number): void {
    this.#struckColumn = column
  }

  /** Words go without what was struck out; a row with anything else of it is not to be paid. */
  #struckCell(field: number, value: SheetCell): SheetCell | undefined {
    if (!isOwnField(FIELDS[field] as SheetField) && field !== MONTH) return undefined
    if (this.#plan.asks !== true) return typeof value === 'symbol' ? value : struckText(shownValue(value))
    this.#unit = STRUCK_ROW
    return value
  }

  hide(firstColumn: number, lastColumn: number): void {
    this.#hidden.hide(firstColumn, lastColumn)
  }

  #hear(column: number, value: SheetCell): void {
    const speaking = this.#heading?.speaking?.get(column)
    const said = speaking && typeof value === 'string' ? saysAgainst(speaking, value) : undefined
    if (said !== undefined) this.#unit = said
  }

  unit(column: number, unit: string): void {
    if (this.#fieldOfColumn?.[column] === AMOUNT) this.#unit = unit
  }

  endRow(rowNumber: number, isHidden: boolean): void {
    if (this.#search.isOpen && this.#seekHeading(rowNumber)) return
    if (!this.#isBlank || this.#labels.length > 0) {
      if (this.#held === undefined) this.#keepRow(rowNumber, isHidden)
      else this.#hold(rowNumber, isHidden)
    }
    this.#clear()
  }

  get wantsRanges(): boolean {
    return this.#held !== undefined
  }

  takeRanges(ranges?: readonly CellRange[]): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#merged.know(ranges)
    // Some readers have begun the next row by now.
    const next = this.#isBlank && this.#labels.length === 0 ? undefined : this.#openRow(0, false)
    const struckColumn = this.#struckColumn
    for (const row of held) {
      this.#reopen(row)
      this.#keepRow(row.rowNumber, row.isHidden)
      this.#clear()
    }
    if (next !== undefined) {
      this.#reopen(next)
      this.#isBlank = next.cells.every((cell) => cell === undefined)
    }
    this.#struckColumn = struckColumn
  }

  merged(range: CellRange): void {
    this.#merged.tell(range)
  }

  /** To be called behind the last row. */
  end(): Omit<SheetSummary, 'sheetName'> {
    if (this.#heading === undefined) throw this.#search.failure()
    if (this.#held !== undefined) this.takeRanges()
    this.#merged.validate(this.#plan.asks === true)
    if (this.#count === 0) throw new SheetRefused('sheet-empty')
    this.#fit?.end()
    this.#leftOut.end()
    const { texts, amountMeaning, layoutKey, month } = this.#heading
    return {
      total: this.#count,
      headingRow: this.#headingRow,
      headings: Object.fromEntries(texts),
      unused: unusedHeadings(this.#heading),
      amountMeaning,
      layoutKey,
      skipped: this.#leftOut.skipped,
      hidden: this.#hidden.read(this.#heading),
      blank: this.#plan.columns
        .filter(({ field, required }) => required && !(field === 'month' && month !== undefined))
        .filter(({ field }) => (this.#filled & (1 << FIELDS.indexOf(field))) === 0)
        .map(({ field }) => field),
    }
  }

  /** True where the row belongs to the heading or stands above it. */
  #seekHeading(rowNumber: number): boolean {
    const found = this.#search.endRow(rowNumber)
    if (found !== undefined && found !== this.#heading) {
      if (this.#heading !== undefined) this.#leftOut.skip({ rowNumber, kind: 'heading', label: '' })
      this.#begin(found, rowNumber)
      this.#clear()
      return true
    }
    return this.#heading === undefined
  }

  #begin(heading: FoundHeading, rowNumber: number): void {
    if (this.#plan.asks && !heading.isSettled) this.#hidden.askAbout(heading)
    const map = new Int8Array(LAST_COLUMN + 1).fill(NOT_OURS)
    const last = Math.max(...heading.columns.values())
    for (let column = 0, labels = 0; column < last && labels < MAX_LABEL_COLUMNS; column += 1) {
      if (heading.isOurs(column)) continue
      map[column] = LABEL
      labels += 1
    }
    for (const column of heading.speaking?.keys() ?? []) map[column] = SPEAKS
    for (const { column } of heading.doubts) map[column] = DOUBTED
    if (heading.yearColumn !== undefined) map[heading.yearColumn] = YEAR
    this.#doubted = heading.doubts.length > 0 ? new DoubtedColumns(heading.doubts) : undefined
    for (const [field, column] of heading.columns) map[column] = FIELDS.indexOf(field)
    this.#fieldOfColumn = map
    const places = [...heading.columns].map(([field, column]) => [column, FIELDS.indexOf(field)] as const)
    const years = heading.yearColumn === undefined ? [] : [[heading.yearColumn, YEAR_PLACE] as const]
    this.#merged.begin(new Map([...years, ...places]), rowNumber)
    this.#fit = heading.layoutKey !== undefined ? new LayoutFit() : undefined
    this.#heading = heading
    this.#out.isNet = heading.isSettled && heading.amountMeaning === 'net'
    this.#headingRow = rowNumber
    this.#leftOut.titles = this.#search.titles
    for (const titleRow of this.#search.titleRows.splice(0))
      this.#leftOut.skip({ rowNumber: titleRow, kind: 'title', label: '' })
  }

  #clear(): void {
    this.#cells.fill(undefined)
    this.#labels.length = 0
    this.#isBlank = true
    this.#doubted?.clear()
    this.#year = ''
    this.#unit = ''
    this.#struckColumn = -1
  }

  #hold(rowNumber: number, isHidden: boolean): void {
    this.#held?.push(this.#openRow(rowNumber, isHidden))
  }

  #openRow(rowNumber: number, isHidden: boolean): HeldRow {
    return {
      rowNumber,
      isHidden,
      cells: [...this.#cells],
      labels: [...this.#labels],
      doubted: this.#doubted?.taken(),
      year: this.#year,
      unit: this.#unit,
    }
  }

  #reopen(row: HeldRow): void {
    this.#clear()
    this.#cells = row.cells
    this.#labels = row.labels
    this.#year = row.year
    this.#unit = row.unit
    for (const [column, value] of row.doubted ?? []) this.#doubted?.take(column, value)
  }

  #keepRow(rowNumber: number, isHidden: boolean): void {
    const cells = this.#cells
    const texts = this.#texts
    let isBlank = true
    let uncomputed = -1
    let filled = 0
    for (let index = 0; index < texts.length; index += 1) {
      const value = cells[index]
      if (value === UNCOMPUTED) uncomputed = index
      const text =
        value === undefined || value === UNCOMPUTED ? '' : readCell(FIELDS[index] as SheetField, value)
      texts[index] = text
      if (text === '') continue
      isBlank = false
      filled |= 1 << index
    }
    // It must not pass for an amount, and tells its cause.
    if (this.#unit !== '') texts[AMOUNT] += `[${this.#unit}]`
    const namesNobody = !hasIdOrCard(texts)
    const asks = this.#plan.asks === true
    if (asks && namesNobody && this.#leftOut.take({ rowNumber, cells, texts, labels: this.#labels })) {
      this.#merged.noteLeftOut(rowNumber, filled)
      return
    }
    if (uncomputed >= 0) throw this.#uncomputed(uncomputed, rowNumber)
    if (isBlank) return
    const against =
      this.#leftOut.sectionAgainst ?? remarkAgainst(texts[REMARK] as string, texts[AMOUNT], texts[CARD_NO])
    if (asks && against !== undefined && this.#unit === '') texts[AMOUNT] += `[${against}]`
    if (this.#year !== '') filled |= 1 << YEAR_PLACE
    if (asks && this.#merged.mayReachInto(filled)) {
      this.#held = []
      this.#hold(rowNumber, isHidden)
      return
    }
    this.#merged.note(rowNumber, texts, filled, this.#year)
    const merged = this.#merged.areKnown ? this.#fillMerged(rowNumber) : NOTHING
    this.#count += 1
    if (isHidden) this.#hidden.noteRow(rowNumber)
    this.#filled |= filled
    texts[MONTH] = this.#monthOf(texts[MONTH] as string)
    this.#validateAmount()
    if (asks) this.#leftOut.addPaid(texts[AMOUNT] as string)
    this.#fit?.add(texts, FIELDS)
    this.#doubted?.compare(texts, FIELDS)
    this.#out.add(rowNumber, texts, {
      isHidden,
      idCardNoLost: hasLost(cells[ID_CARD_NO]),
      cardNoLost: hasLost(cells[CARD_NO]),
      merged,
    })
  }

  #fillMerged(rowNumber: number): readonly OwnField[] {
    const texts = [...this.#texts, this.#year]
    const nobodys = this.#merged.fill(rowNumber, texts)
    for (let index = 0; index < this.#texts.length; index += 1) this.#texts[index] = texts[index] as string
    this.#year = texts[YEAR_PLACE] as string
    return nobodys
  }

  #monthOf(text: string): string {
    const { month, yearColumn, titleYear } = this.#heading ?? {}
    if (month !== undefined) return month
    return completeMonth(text, yearColumn === undefined ? undefined : this.#year, titleYear)
  }

  #validateAmount(): void {
    const { dataRows, rowCharacters } = this.#limits
    if (this.#count > dataRows) throw new SheetRefused('sheet-too-many-rows', { rows: dataRows })
    for (const text of this.#texts) this.#characters += text.length
    if (this.#characters > rowCharacters) throw bomb('too much text')
  }

  #uncomputed(field: number, rowNumber: number): SheetRefused {
    const column = this.#fieldOfColumn?.indexOf(field) ?? 0
    return new SheetRefused('sheet-formula-uncomputed', { cell: `${columnName(column)}${rowNumber}` })
  }
}
