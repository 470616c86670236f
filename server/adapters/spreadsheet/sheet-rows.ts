// Finds the heading of a sheet and gathers the wanted cells below it into rows; rows that pay nobody are left out and told (D13).

import { readCell } from '@paywages/domain/payouts/cell-text.ts'
import { completeMonth } from '@paywages/domain/payouts/month-parts.ts'
import {
  isNote,
  isSectionTitle,
  kindOfRow,
  RunningSums,
  type SkippedRow,
} from '@paywages/domain/payouts/other-rows.ts'
import type { SheetPlan } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { DoubtedColumns } from './doubted-columns.ts'
import type { FoundHeading, HeadingFinder } from './heading-finder.ts'
import { LayoutFit } from './layout-fit.ts'
import {
  AMOUNT,
  CARD_NO,
  FIELDS,
  hasIdOrCard,
  hasLost,
  hasPhone,
  ID_CARD_NO,
  isRepeatedHeading,
  MONTH,
  NAME,
  unusedHeadings,
} from './row-cells.ts'
import type { RowPacker } from './row-packing.ts'
import {
  type CellRange,
  columnName,
  LAST_COLUMN,
  type RowSink,
  rangeName,
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
const MAX_LABEL_COLUMNS = 4

/** A sheet with more of them tells of the first. */
const MAX_SKIPPED = 500

export class SheetRows implements RowSink {
  readonly isDone = false
  #out: RowPacker
  #plan: SheetPlan
  #limits: SheetLimits
  #search: HeadingFinder
  #heading: FoundHeading | undefined
  #fieldOfColumn: Int8Array | undefined
  #headingRow = 0
  #lastRow = 0
  #cells: (SheetCell | undefined)[] = FIELDS.map(() => undefined)
  #texts: string[] = FIELDS.map(() => '')
  #labels: string[] = []
  #isBlank = true
  #count = 0
  #characters = 0
  /** A bit for each field that some row has. */
  #filled = 0
  #sums = new RunningSums()
  #skipped: SkippedRow[] = []
  #skippedRows = new Set<number>()
  /** A total above all rows: its place among those left out, and what it says. */
  #above: { readonly at: number; readonly amount: string } | undefined
  #fit: LayoutFit | undefined
  #doubted: DoubtedColumns | undefined
  #year = ''
  /** Other than yuan, that this row's amount is shown in. */
  #unit = ''

  constructor(out: RowPacker, plan: SheetPlan, limits: SheetLimits, search: HeadingFinder) {
    this.#out = out
    this.#plan = plan
    this.#limits = limits
    this.#search = search
    if (search.atOnce) this.#begin(search.atOnce, 0)
  }

  wants(column: number): boolean {
    return this.#fieldOfColumn === undefined || this.#fieldOfColumn[column] !== NOT_OURS
  }

  cell(column: number, value: SheetCell): void {
    const search = this.#search
    if (search.isOpen) {
      if (typeof value === 'string') search.text(column, value)
      else search.number()
    }
    if (this.#fieldOfColumn === undefined) return
    const field = this.#fieldOfColumn[column] as number
    if (field >= 0) {
      this.#isBlank = false
      this.#cells[field] = value
      return
    }
    if (field === DOUBTED) this.#doubted?.take(column, value)
    else if (field === YEAR && value !== UNCOMPUTED) this.#year = readCell('remark', value)
    if (typeof value === 'string' && field !== YEAR) this.#labels.push(value)
  }

  unit(column: number, unit: string): void {
    if (this.#fieldOfColumn?.[column] === AMOUNT) this.#unit = unit
  }

  endRow(rowNumber: number, isHidden: boolean): void {
    if (this.#search.isOpen && this.#seekHeading(rowNumber)) return
    if (!this.#isBlank || this.#labels.length > 0) {
      this.#keepRow(rowNumber, isHidden)
      this.#isBlank = true
      this.#labels.length = 0
    }
    this.#doubted?.clear()
    this.#year = ''
    this.#unit = ''
  }

  /** One value over several people's rows: nobody can tell whose it is. */
  merged(range: CellRange): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = range
    const map = this.#fieldOfColumn
    if (firstRow === lastRow && firstColumn === lastColumn) return
    if (map === undefined || lastRow < this.#headingRow || firstRow >= this.#lastRow) return
    if (firstRow === lastRow && this.#skippedRows.has(firstRow + 1)) return
    const touchesOurs = map.subarray(firstColumn, lastColumn + 1).some((field) => field >= 0)
    if (touchesOurs) throw new SheetRefused('sheet-merged-cells', { range: rangeName(range) })
  }

  /** To be called behind the last row. */
  end(): Omit<SheetSummary, 'sheetName'> {
    if (this.#heading === undefined) throw this.#search.failure()
    if (this.#count === 0) throw new SheetRefused('sheet-empty')
    this.#fit?.end()
    this.#compareAbove()
    const { texts, amountMeaning, layoutKey, month } = this.#heading
    return {
      total: this.#count,
      headingRow: this.#headingRow,
      headings: Object.fromEntries(texts),
      unused: unusedHeadings(this.#heading),
      amountMeaning,
      layoutKey,
      skipped: this.#skipped,
      blank: this.#plan.columns
        .filter(({ field, required }) => required && !(field === 'month' && month !== undefined))
        .filter(({ field }) => (this.#filled & (1 << FIELDS.indexOf(field))) === 0)
        .map(({ field }) => field),
    }
  }

  #compareAbove(): void {
    const row = this.#above && this.#skipped[this.#above.at]
    const total = row && this.#sums.whole(this.#above?.amount ?? '')
    if (this.#above && row && total) this.#skipped[this.#above.at] = { ...row, total }
  }

  /** True where the row belongs to the heading or stands above it. */
  #seekHeading(rowNumber: number): boolean {
    const found = this.#search.endRow(rowNumber)
    if (found !== undefined && found !== this.#heading) {
      if (this.#heading !== undefined) this.#skip({ rowNumber, kind: 'heading', label: '' })
      this.#begin(found, rowNumber)
      this.#clear()
      return true
    }
    return this.#heading === undefined
  }

  #begin(heading: FoundHeading, rowNumber: number): void {
    const map = new Int8Array(LAST_COLUMN + 1).fill(NOT_OURS)
    const last = Math.max(...heading.columns.values())
    for (let column = 0, labels = 0; column < last && labels < MAX_LABEL_COLUMNS; column += 1) {
      if (heading.isOurs(column)) continue
      map[column] = LABEL
      labels += 1
    }
    for (const { column } of heading.doubts) map[column] = DOUBTED
    if (heading.yearColumn !== undefined) map[heading.yearColumn] = YEAR
    this.#doubted = heading.doubts.length > 0 ? new DoubtedColumns(heading.doubts) : undefined
    for (const [field, column] of heading.columns) map[column] = FIELDS.indexOf(field)
    this.#fieldOfColumn = map
    this.#fit = heading.layoutKey !== undefined ? new LayoutFit() : undefined
    this.#heading = heading
    this.#out.isNet = heading.isSettled && heading.amountMeaning === 'net'
    this.#headingRow = rowNumber
    for (const titleRow of this.#search.titleRows.splice(0))
      this.#skip({ rowNumber: titleRow, kind: 'title', label: '' })
  }

  #clear(): void {
    this.#cells.fill(undefined)
    this.#labels.length = 0
    this.#isBlank = true
    this.#doubted?.clear()
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
    if (namesNobody && this.#plan.asks === true && this.#isOther(rowNumber)) {
      this.#skippedRows.add(rowNumber)
    } else if (uncomputed >= 0) throw this.#uncomputed(uncomputed, rowNumber)
    else if (!isBlank) {
      this.#count += 1
      this.#filled |= filled
      texts[MONTH] = this.#monthOf(texts[MONTH] as string)
      this.#validateAmount()
      this.#lastRow = rowNumber
      if (this.#plan.asks === true) this.#sums.add(texts[AMOUNT] as string)
      this.#fit?.add(texts, FIELDS)
      this.#doubted?.compare(texts, FIELDS)
      this.#out.add(rowNumber, texts, {
        isHidden,
        idCardNoLost: hasLost(cells[ID_CARD_NO]),
        cardNoLost: hasLost(cells[CARD_NO]),
      })
    }
    cells.fill(undefined)
  }

  #monthOf(text: string): string {
    const { month, yearColumn, titleYear } = this.#heading ?? {}
    if (month !== undefined) return month
    return completeMonth(text, yearColumn === undefined ? undefined : this.#year, titleYear)
  }

  /** Of a row that names nobody: whether it is no payout at all. */
  #isOther(rowNumber: number): boolean {
    const texts = this.#texts
    if (isRepeatedHeading(this.#cells, this.#plan, rowNumber)) {
      this.#skip({ rowNumber, kind: 'heading', label: '' })
      return true
    }
    if (hasPhone(texts)) return false
    const amount = texts[AMOUNT] as string
    const hasAmount = amount !== '' && !Number.isNaN(Number(amount))
    const said = kindOfRow([...this.#labels, ...this.#ownTexts()], hasAmount)
    if (said?.kind === 'footer') {
      if (hasAmount) return false
      this.#skip({ rowNumber, ...said })
      return true
    }
    if (said?.kind === 'total' && this.#count === 0 && this.#above === undefined) {
      this.#above = { at: this.#skipped.length, amount }
      this.#skip({ rowNumber, ...said })
      return true
    }
    if (said !== undefined) {
      const total = this.#sums.close(said.kind, amount)
      this.#skip({ rowNumber, ...said, ...(total && { total }) })
      return true
    }
    return this.#isNote(rowNumber) || this.#isBareSum(rowNumber, amount)
  }

  /** Nothing but a title over the rows below, or a note. */
  #isNote(rowNumber: number): boolean {
    const texts = [...this.#labels, ...this.#texts].filter((text) => text !== '')
    const [only, another] = texts
    const isTitle = only !== undefined && another === undefined && isSectionTitle(only)
    const isOurs = this.#texts.some((text) => text !== '')
    if (!isTitle && !(isOurs && isNote(texts, this.#texts[NAME]))) return false
    this.#skip({ rowNumber, kind: isTitle ? 'title' : 'footer', label: '' })
    return true
  }

  /** Nothing but an amount that is the sum of those above. */
  #isBareSum(rowNumber: number, amount: string): boolean {
    const isAlone = amount !== '' && this.#texts.every((text, index) => index === AMOUNT || text === '')
    if (!isAlone || this.#count === 0 || Math.round(Number(amount) * 100) !== this.#sums.all) return false
    const total = this.#sums.close('total', amount)
    this.#skip({ rowNumber, kind: 'total', label: '', ...(total && { total }) })
    return true
  }

  #ownTexts(): string[] {
    return this.#texts.filter((_, index) => index !== AMOUNT)
  }

  #skip(row: SkippedRow): void {
    if (this.#skipped.length < MAX_SKIPPED) this.#skipped.push(row)
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
