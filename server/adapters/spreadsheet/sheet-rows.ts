// Finds the heading of a sheet and gathers the wanted cells below it into rows (D13).

import { hasLostDigits, readCell } from '@paywages/domain/payouts/cell-text.ts'
import {
  type Heading,
  headingText,
  joinHeadings,
  readHeading,
  SHEET_COLUMNS,
  type SheetPlan,
  titlesOf,
} from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
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

/** Of every kind of sheet, in the order in which rows are packed. */
const FIELDS: readonly SheetField[] = [...SHEET_COLUMNS.map(({ field }) => field), 'item']
const ID_CARD_NO = FIELDS.indexOf('idCardNo')
const CARD_NO = FIELDS.indexOf('cardNo')
const NOT_OURS = -1

/** The heading may stand below a title, a company's name and the like. */
const MAX_TITLE_ROWS = 5

export class SheetRows implements RowSink {
  readonly isDone = false
  #out: RowPacker
  #plan: SheetPlan
  #limits: SheetLimits
  #fieldOfColumn: Int8Array | undefined
  #headingRow = 0
  #lastRow = 0
  #cells: (SheetCell | undefined)[] = FIELDS.map(() => undefined)
  #texts: string[] = FIELDS.map(() => '')
  #isBlank = true
  #count = 0
  #characters = 0
  #headCells = new Map<number, string>()
  #upper: Heading | undefined
  #titleRows = 0
  #isEmpty = true

  constructor(out: RowPacker, plan: SheetPlan, limits: SheetLimits) {
    this.#out = out
    this.#plan = plan
    this.#limits = limits
  }

  wants(column: number): boolean {
    return this.#fieldOfColumn === undefined || this.#fieldOfColumn[column] !== NOT_OURS
  }

  cell(column: number, value: SheetCell): void {
    if (this.#fieldOfColumn === undefined) {
      this.#isEmpty = false
      if (typeof value === 'string' && value.trim() !== '') this.#headCells.set(column, headingText(value))
      return
    }
    this.#isBlank = false
    this.#cells[this.#fieldOfColumn[column] as number] = value
  }

  endRow(rowNumber: number, isHidden: boolean): void {
    if (this.#fieldOfColumn === undefined) {
      this.#seekHeading(rowNumber)
      this.#headCells.clear()
    } else if (!this.#isBlank) {
      this.#keepRow(rowNumber, isHidden)
      this.#isBlank = true
    }
  }

  /** One value over several people's rows: nobody can tell whose it is. */
  merged(range: CellRange): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = range
    const map = this.#fieldOfColumn
    if (firstRow === lastRow && firstColumn === lastColumn) return
    if (map === undefined || lastRow < this.#headingRow || firstRow >= this.#lastRow) return
    const touchesOurs = map.subarray(firstColumn, lastColumn + 1).some((field) => field !== NOT_OURS)
    if (touchesOurs) throw new SheetRefused('sheet-merged-cells', { range: rangeName(range) })
  }

  /** To be called behind the last row. */
  end(): number {
    if (this.#fieldOfColumn === undefined) {
      if (this.#upper !== undefined) throw incomplete(this.#upper, this.#plan)
      throw new SheetRefused(this.#isEmpty ? 'sheet-empty' : 'sheet-no-header')
    }
    if (this.#count === 0) throw new SheetRefused('sheet-empty')
    return this.#count
  }

  #seekHeading(rowNumber: number): void {
    if (this.#headCells.size === 0) return
    const plan = this.#plan
    const read = readHeading(this.#headCells, plan)
    const upper = this.#upper
    if (upper !== undefined && !read.pure) throw incomplete(upper, plan)
    const heading = upper === undefined ? read : joinHeadings(upper, read, plan)
    if (heading.columns.size >= plan.fewHeadings && heading.twice.length > 0)
      throw new SheetRefused('sheet-duplicate-columns', { columns: titlesOf(heading.twice, plan) })
    if (heading.missing.length === 0) {
      this.#fieldOfColumn = new Int8Array(LAST_COLUMN + 1).fill(NOT_OURS)
      for (const [field, column] of heading.columns) this.#fieldOfColumn[column] = FIELDS.indexOf(field)
      this.#headingRow = rowNumber
      return
    }
    if (upper !== undefined) throw incomplete(heading, plan)
    if (heading.columns.size >= plan.fewHeadings) this.#upper = heading
    this.#titleRows += 1
    if (this.#titleRows > MAX_TITLE_ROWS && this.#upper === undefined)
      throw new SheetRefused('sheet-no-header')
  }

  #keepRow(rowNumber: number, isHidden: boolean): void {
    const cells = this.#cells
    const texts = this.#texts
    let isBlank = true
    for (let index = 0; index < texts.length; index += 1) {
      const value = cells[index]
      if (value === UNCOMPUTED) throw this.#uncomputed(index, rowNumber)
      const text = value === undefined ? '' : readCell(FIELDS[index] as SheetField, value)
      texts[index] = text
      if (text !== '') isBlank = false
    }
    if (!isBlank) {
      this.#count += 1
      this.#validateAmount()
      this.#lastRow = rowNumber
      this.#out.add(rowNumber, texts, {
        isHidden,
        idCardNoLost: hasLost(cells[ID_CARD_NO]),
        cardNoLost: hasLost(cells[CARD_NO]),
      })
    }
    cells.fill(undefined)
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

function hasLost(value: SheetCell | undefined): boolean {
  return value !== undefined && value !== UNCOMPUTED && hasLostDigits(value)
}

function incomplete({ missing }: Heading, plan: SheetPlan): SheetRefused {
  return new SheetRefused('sheet-missing-columns', { columns: titlesOf(missing, plan) })
}
