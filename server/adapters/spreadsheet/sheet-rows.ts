// Finds the heading of a sheet and gathers the wanted cells below it into rows; rows that pay nobody are left out and told (D13).

import { isMonth } from '@paywages/domain/calendar/shanghai.ts'
import { amountInYuan } from '@paywages/domain/payouts/amount-units.ts'
import { type CellValue, isDitto, readCell, shownValue } from '@paywages/domain/payouts/cell-text.ts'
import { commentAgainst } from '@paywages/domain/payouts/comment-says.ts'
import { impliedMonth } from '@paywages/domain/payouts/implied-months.ts'
import { isOwnField } from '@paywages/domain/payouts/merged-cells.ts'
import { completeMonth } from '@paywages/domain/payouts/month-parts.ts'
import { remarkAgainst } from '@paywages/domain/payouts/remark-says.ts'
import { capitalsAgainst, saysAgainst } from '@paywages/domain/payouts/row-says.ts'
import { type SheetPlan, titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { OwnField, SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { hasStruck, struckText } from '@paywages/domain/payouts/struck-text.ts'
import { STRUCK_ROW } from '@paywages/domain/payouts/withheld-mark.ts'
import { DOUBTED, NOT_OURS, placesOf, SPEAKS, YEAR } from './column-places.ts'
import { DoubtedColumns } from './doubted-columns.ts'
import type { FoundHeading, HeadingFinder } from './heading-finder.ts'
import { HiddenColumns } from './hidden-columns.ts'
import { LayoutFit } from './layout-fit.ts'
import { LeftOutRows } from './left-out-rows.ts'
import { MergedCells, YEAR_PLACE } from './merged-cells.ts'
import { type HeldRow, OpenRow } from './open-row.ts'
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
import { type CellRange, columnName, type RowSink, type SheetCell, UNCOMPUTED } from './row-sink.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'
import type { SheetSummary } from './sheet-summary.ts'

const NOTHING: readonly OwnField[] = []

export class SheetRows implements RowSink {
  readonly isDone = false
  #out: RowPacker
  #plan: SheetPlan
  #limits: SheetLimits
  #search: HeadingFinder
  #heading: FoundHeading | undefined
  #fieldOfColumn: Int8Array | undefined
  #headingRow = 0
  #row = new OpenRow()
  #texts: string[] = FIELDS.map(() => '')
  #count = 0
  #characters = 0
  /** A bit for each field that some row has. */
  #filled = 0
  #leftOut: LeftOutRows
  #merged = new MergedCells()
  /** Rows that wait until the merged ranges are known. */
  #held: HeldRow[] | undefined
  /** The last cell of the month, and what it says. */
  #monthCell: CellValue | undefined
  #monthText = ''
  #fit: LayoutFit | undefined
  /** What was written last in each column that speaks, for 同上 below it. */
  #above = new Map<number, string>()
  #remarkAbove = ''
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
    const isStruck = this.#row.struckColumn === column && !(typeof value === 'string' && hasStruck(value))
    if (search.isOpen) {
      if (typeof value === 'string') search.text(column, isStruck ? struckText(value) : value)
      else search.number()
    }
    if (this.#fieldOfColumn === undefined) return
    const field = this.#fieldOfColumn[column] as number
    if (field >= 0) {
      this.#row.isBlank = false
      this.#row.cells[field] = isStruck ? this.#struckCell(field, value) : value
      return
    }
    if (field === DOUBTED) this.#row.doubted?.take(column, value)
    else if (field === YEAR && value !== UNCOMPUTED) this.#row.year = readCell('remark', value)
    if (field === SPEAKS || field === DOUBTED) this.#hear(column, value)
    if (typeof value === 'string' && field !== YEAR) this.#row.labels.push(value)
  }

  struck(column: number): void {
    this.#row.struckColumn = column
  }

  /** Words go without what was struck out; a row with anything else of it is not to be paid. */
  #struckCell(field: number, value: SheetCell): SheetCell | undefined {
    if (!isOwnField(FIELDS[field] as SheetField) && field !== MONTH) return undefined
    if (this.#plan.asks !== true) return typeof value === 'symbol' ? value : struckText(shownValue(value))
    this.#row.against = STRUCK_ROW
    return value
  }

  comment(text: string): void {
    if (this.#search.isOpen) this.#search.comment(text)
    if (this.#plan.asks === true) this.#row.comments = [...this.#row.comments, text]
  }

  hide(firstColumn: number, lastColumn: number): void {
    this.#hidden.hide(firstColumn, lastColumn)
  }

  #hear(column: number, value: SheetCell): void {
    const speaking = this.#heading?.speaking?.get(column)
    if (speaking === undefined || typeof value !== 'string') return
    if (speaking.kind === 'capitals') this.#row.capitals = value
    const text = isDitto(value) ? (this.#above.get(column) ?? '') : value
    this.#above.set(column, text)
    const said = saysAgainst(speaking, text)
    if (said !== undefined) this.#row.against = said
  }

  unit(column: number, unit: string): void {
    if (this.#fieldOfColumn?.[column] === AMOUNT) this.#row.against = unit
  }

  endRow(rowNumber: number, isHidden: boolean): void {
    if (this.#search.isOpen && this.#seekHeading(rowNumber)) return
    if (!this.#row.isEmpty) {
      if (this.#held === undefined) this.#keepRow(rowNumber, isHidden)
      else this.#held.push(this.#row.hold(rowNumber, isHidden))
    }
    this.#row.clear()
  }

  /** The name of the sheet, which may say that it pays nobody. */
  set tab(name: string) {
    this.#leftOut.tab = name
  }

  get wantsRanges(): boolean {
    return this.#held !== undefined
  }

  takeRanges(ranges?: readonly CellRange[]): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#merged.know(ranges)
    // Some readers have begun the next row by now.
    const next = this.#row.isEmpty ? undefined : this.#row.hold(0, false)
    const { struckColumn } = this.#row
    for (const row of held) {
      this.#row.reopen(row)
      this.#keepRow(row.rowNumber, row.isHidden)
      this.#row.clear()
    }
    if (next !== undefined) this.#row.reopen(next)
    this.#row.struckColumn = struckColumn
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
    const { texts, amountMeaning, layoutKey, month, months, unit, isUnitTold } = this.#heading
    // Confirmed of another sheet than this one.
    if (unit !== undefined && isUnitTold !== true && !this.#leftOut.isUnitTold)
      throw new SheetRefused('sheet-columns-unclear', { sheet: '', columns: titlesOf(['amount']) })
    return {
      total: this.#count,
      headingRow: this.#headingRow,
      headings: Object.fromEntries([...texts].filter(([field]) => field !== 'amount' || unit === undefined)),
      unused: unusedHeadings(this.#heading),
      amountMeaning,
      layoutKey,
      skipped: this.#leftOut.skipped,
      hidden: this.#hidden.read(this.#heading),
      ...(unit !== undefined && { unit }),
      ...(months !== undefined &&
        months.size > 0 && { months: [...months].map(([text, meant]) => ({ text, month: meant })) }),
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
      this.#row.clear()
      return true
    }
    return this.#heading === undefined
  }

  #begin(heading: FoundHeading, rowNumber: number): void {
    if (this.#plan.asks && !heading.isSettled) this.#hidden.askAbout(heading)
    this.#fieldOfColumn = placesOf(heading)
    this.#row.doubted = heading.doubts.length > 0 ? new DoubtedColumns(heading.doubts) : undefined
    const places = [...heading.columns].map(([field, column]) => [column, FIELDS.indexOf(field)] as const)
    const years = heading.yearColumn === undefined ? [] : [[heading.yearColumn, YEAR_PLACE] as const]
    this.#merged.begin(new Map([...years, ...places]), rowNumber)
    this.#fit = heading.layoutKey !== undefined ? new LayoutFit() : undefined
    this.#heading = heading
    this.#out.isNet = heading.isSettled && heading.amountMeaning === 'net'
    this.#headingRow = rowNumber
    this.#leftOut.unit = heading.unit
    this.#leftOut.titles = this.#search.titles
    for (const titleRow of this.#search.titleRows.splice(0))
      this.#leftOut.skip({ rowNumber: titleRow, kind: 'title', label: '' })
  }

  #keepRow(rowNumber: number, isHidden: boolean): void {
    const cells = this.#row.cells
    const texts = this.#texts
    let isBlank = true
    let uncomputed = -1
    let filled = 0
    for (let index = 0; index < texts.length; index += 1) {
      const value = cells[index]
      if (value === UNCOMPUTED) uncomputed = index
      const text = value === undefined || value === UNCOMPUTED ? '' : this.#read(index, value)
      texts[index] = text
      if (text === '') continue
      isBlank = false
      filled |= 1 << index
    }
    const unit = this.#heading?.unit
    if (unit !== undefined) texts[AMOUNT] = amountInYuan(texts[AMOUNT] as string, unit)
    // It must not pass for an amount, and tells its cause.
    if (this.#row.against !== '') texts[AMOUNT] += `[${this.#row.against}]`
    const namesNobody = !hasIdOrCard(texts)
    const asks = this.#plan.asks === true
    if (asks && namesNobody && this.#leftOut.take({ rowNumber, cells, texts, labels: this.#row.labels })) {
      this.#merged.noteLeftOut(rowNumber, filled)
      return
    }
    if (uncomputed >= 0) throw this.#uncomputed(uncomputed, rowNumber)
    if (isBlank) return
    const against =
      this.#leftOut.sectionAgainst ??
      remarkAgainst(this.#remarkOf(texts[REMARK] as string), texts[AMOUNT], texts[CARD_NO]) ??
      capitalsAgainst(this.#row.capitals, texts[AMOUNT] as string) ??
      this.#commentAgainst(texts)
    if (asks && against !== undefined && this.#row.against === '') texts[AMOUNT] += `[${against}]`
    if (this.#row.year !== '') filled |= 1 << YEAR_PLACE
    if (asks && this.#merged.mayReachInto(filled)) {
      this.#held = []
      this.#held.push(this.#row.hold(rowNumber, isHidden))
      return
    }
    this.#merged.note(rowNumber, texts, filled, this.#row.year)
    const merged = this.#merged.areKnown ? this.#fillMerged(rowNumber) : NOTHING
    this.#count += 1
    if (isHidden) this.#hidden.noteRow(rowNumber)
    this.#filled |= filled
    texts[MONTH] = this.#monthOf(texts[MONTH] as string)
    this.#validateSize()
    if (asks) this.#leftOut.addPaid(texts[AMOUNT] as string)
    this.#fit?.add(texts, FIELDS)
    this.#row.doubted?.compare(texts, FIELDS)
    this.#out.add(rowNumber, texts, {
      isHidden,
      idCardNoLost: hasLost(cells[ID_CARD_NO]),
      cardNoLost: hasLost(cells[CARD_NO]),
      merged,
    })
  }

  /** Most rows of a sheet name one month. */
  #read(index: number, value: CellValue): string {
    if (index !== MONTH) return readCell(FIELDS[index] as SheetField, value)
    if (value !== this.#monthCell) {
      this.#monthCell = value
      this.#monthText = readCell('month', value)
    }
    return this.#monthText
  }

  /** 同上 says what the remark above it says. */
  #remarkOf(text: string): string {
    if (isDitto(text)) return this.#remarkAbove
    if (text !== '') this.#remarkAbove = text
    return text
  }

  #commentAgainst(texts: readonly string[]): string | undefined {
    return this.#row.comments
      .map((comment) => commentAgainst(comment, texts[AMOUNT], texts[CARD_NO]))
      .find((said) => said !== undefined)
  }

  #fillMerged(rowNumber: number): readonly OwnField[] {
    const texts = [...this.#texts, this.#row.year]
    const nobodys = this.#merged.fill(rowNumber, texts)
    for (let index = 0; index < this.#texts.length; index += 1) this.#texts[index] = texts[index] as string
    this.#row.year = texts[YEAR_PLACE] as string
    return nobodys
  }

  #monthOf(text: string): string {
    const { month, yearColumn, titleYear, months, asksMonthsOf } = this.#heading ?? {}
    if (month !== undefined) return month
    const year = yearColumn === undefined ? undefined : this.#row.year
    const whole = completeMonth(text, year, titleYear)
    if (isMonth(whole) || year !== undefined) return whole
    if (asksMonthsOf !== undefined && impliedMonth(whole, asksMonthsOf) !== undefined)
      throw new SheetRefused('sheet-columns-unclear', { sheet: '', columns: titlesOf(['month']) })
    return months?.get(whole) ?? whole
  }

  #validateSize(): void {
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
