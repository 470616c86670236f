// Looks for the heading of a sheet in its first rows: one row or two, below titles.

import {
  fieldOfHeading,
  type Heading,
  headingText,
  joinHeadings,
  readHeading,
  type SheetPlan,
  titlesOf,
} from '@paywages/domain/payouts/sheet-columns.ts'
import { SheetRefused } from './sheet-refused.ts'

/** The heading may stand below a title, a company's name and the like. */
const MAX_TITLE_ROWS = 15
const MAX_SUBHEADING_LENGTH = 20

export type FoundHeading = Heading & { isOurs(column: number): boolean }

export class HeadingSearch {
  /** Rows above the heading that hold something. */
  readonly titleRows: number[] = []
  #plan: SheetPlan
  #cells = new Map<number, string>()
  #hasNumbers = false
  #isEmpty = true
  #upper:
    | { readonly cells: ReadonlyMap<number, string>; readonly heading: Heading; readonly row: number }
    | undefined
  #found: FoundHeading | undefined
  #isOpen = true

  constructor(plan: SheetPlan) {
    this.#plan = plan
  }

  /** Until the first row behind the heading is through: that may be its second line. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  text(column: number, value: string): void {
    this.#isEmpty = false
    if (value.trim() !== '') this.#cells.set(column, headingText(value))
  }

  number(): void {
    this.#isEmpty = false
    this.#hasNumbers = true
  }

  /** The heading as far as it is known; another one when the row was its second line. */
  endRow(rowNumber: number): FoundHeading | undefined {
    const cells = this.#cells
    const hasNumbers = this.#hasNumbers
    this.#hasNumbers = false
    if (cells.size === 0) {
      if (hasNumbers && this.#found) this.#isOpen = false
      return this.#found
    }
    this.#cells = new Map()
    if (this.#found) {
      this.#isOpen = false
      if (hasNumbers || !this.#isSecondLine(cells)) return this.#found
      const upper = this.#upper?.cells ?? new Map<number, string>()
      return this.#settle(joinHeadings(upper, cells, this.#plan), new Map([...upper, ...cells]), rowNumber)
    }
    return this.#seek(cells, rowNumber, hasNumbers)
  }

  /** Why there is none, at the end of the sheet. */
  failure(): SheetRefused {
    if (this.#upper) return incomplete(this.#upper.heading, this.#plan)
    return new SheetRefused(this.#isEmpty ? 'sheet-empty' : 'sheet-no-header')
  }

  #seek(cells: Map<number, string>, rowNumber: number, hasNumbers: boolean): FoundHeading | undefined {
    const plan = this.#plan
    const read = readHeading(cells, plan)
    const upper = this.#upper
    if (upper !== undefined) {
      if (!hasNumbers && this.#isSecondLine(cells)) {
        const joined = joinHeadings(upper.cells, cells, plan)
        if (joined.missing.length === 0 || joined.columns.size > read.columns.size)
          return this.#settle(joined, new Map([...upper.cells, ...cells]), rowNumber)
      }
      if (read.columns.size <= upper.heading.columns.size) throw incomplete(upper.heading, plan)
      this.titleRows.push(upper.row)
    }
    if (read.columns.size >= plan.fewHeadings) {
      this.#upper = { cells, heading: read, row: rowNumber }
      if (read.missing.length > 0 && read.twice.length === 0) return undefined
      return this.#settle(read, cells, rowNumber)
    }
    this.titleRows.push(rowNumber)
    if (this.titleRows.length > MAX_TITLE_ROWS) throw new SheetRefused('sheet-no-header')
    return undefined
  }

  #settle(heading: Heading, cells: ReadonlyMap<number, string>, row: number): FoundHeading {
    const plan = this.#plan
    if (heading.twice.length > 0)
      throw new SheetRefused('sheet-duplicate-columns', { columns: titlesOf(heading.twice, plan) })
    if (heading.missing.length > 0) throw incomplete(heading, plan)
    if (heading.amountUnit !== undefined)
      throw new SheetRefused('sheet-amount-unit', { unit: heading.amountUnit })
    this.#upper = { cells, heading, row }
    const ours = new Set(heading.columns.values())
    this.#found = { ...heading, isOurs: (column) => ours.has(column) }
    return this.#found
  }

  /** Headings and nothing else: no digits, short, and one of them known. */
  #isSecondLine(cells: ReadonlyMap<number, string>): boolean {
    const texts = [...cells.values()]
    return (
      texts.every((text) => text.length <= MAX_SUBHEADING_LENGTH && !/\d/.test(text)) &&
      texts.some((text) => fieldOfHeading(text, this.#plan) !== undefined)
    )
  }
}

function incomplete({ missing }: Heading, plan: SheetPlan): SheetRefused {
  return new SheetRefused('sheet-missing-columns', { columns: titlesOf(missing, plan) })
}
