// Looks for the heading of a sheet in its first rows: one row or two, below titles.

import { unitAbove, unitInTitle } from '@paywages/domain/payouts/amount-words.ts'
import {
  type HeadingLine,
  headingLines,
  isSecondLine,
  MAX_HEADING_LINES,
} from '@paywages/domain/payouts/heading-lines.ts'
import { yearColumnOf } from '@paywages/domain/payouts/month-parts.ts'
import { speakingColumns } from '@paywages/domain/payouts/row-says.ts'
import {
  type Heading,
  headingText,
  joinHeadings,
  readHeading,
  type SheetPlan,
  titlesOf,
} from '@paywages/domain/payouts/sheet-columns.ts'
import { keyOfLines, type SheetLayout } from '@paywages/domain/payouts/sheet-layout.ts'
import { yearInTitles } from '@paywages/domain/payouts/title-month.ts'
import { headingOfChoice } from './chosen-heading.ts'
import { type FoundHeading, type HeadingFinder, inYuan, unitOver } from './heading-finder.ts'
import { SheetRefused } from './sheet-refused.ts'

/** The heading may stand below a title, a company's name and the like. */
const MAX_TITLE_ROWS = 15

export type HeadingTerms = {
  readonly layouts: readonly SheetLayout[]
  readonly netMayDiffer: boolean
  /** "YYYY-MM" of today: a person is asked what months without a year mean. */
  readonly thisMonth?: string | undefined
}

export class HeadingSearch implements HeadingFinder {
  /** Rows above the heading that hold something. */
  readonly titleRows: number[] = []
  #plan: SheetPlan
  #cells = new Map<number, string>()
  #unit: string | undefined
  #hasNumbers = false
  #isEmpty = true
  #upper:
    | { readonly cells: ReadonlyMap<number, string>; readonly heading: Heading; readonly row: number }
    | undefined
  #found: FoundHeading | undefined
  #isOpen = true
  /** Of this row, and of those above it. */
  #texts: string[] = []
  readonly titles: string[] = []
  /** The last rows with something in them, of which a heading may be made. */
  #rows: HeadingLine[] = []
  /** Why the heading will not do, unless its second line makes it a layout that is remembered. */
  #failed: SheetRefused | undefined
  #layouts: ReadonlyMap<string, SheetLayout>
  #netMayDiffer: boolean
  #thisMonth: string | undefined

  constructor(plan: SheetPlan, terms: HeadingTerms = { layouts: [], netMayDiffer: false }) {
    this.#plan = plan
    this.#layouts = new Map(terms.layouts.map((layout) => [layout.key, layout]))
    this.#netMayDiffer = terms.netMayDiffer
    this.#thisMonth = plan.asks ? terms.thisMonth : undefined
  }

  /** Until the first row behind the heading is through: that may be its second line. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  text(column: number, value: string): void {
    this.#isEmpty = false
    this.#unit ??= unitAbove(value)
    if (this.#found === undefined) this.#texts.push(value)
    if (value.trim() !== '') this.#cells.set(column, headingText(value))
  }

  /** 单位：万元 hangs on the heading of the amounts. */
  comment(text: string): void {
    this.#unit ??= unitAbove(text)
  }

  number(): void {
    this.#isEmpty = false
    this.#hasNumbers = true
  }

  /** The heading as far as it is known; another one when the row was its second line. */
  endRow(rowNumber: number): FoundHeading | undefined {
    const line = { cells: this.#cells, hasNumbers: this.#hasNumbers }
    const { cells, hasNumbers } = line
    if (cells.size === 0 && !hasNumbers) return this.#found
    this.#cells = new Map()
    this.#hasNumbers = false
    const texts = this.#texts.splice(0)
    this.#rows = [...this.#rows, line].slice(-MAX_HEADING_LINES)
    const remembered = this.#remembered()
    if (remembered) return remembered
    if (this.#failed) throw this.#failed
    if (this.#found) {
      this.#isOpen = false
      return isSecondLine(line, this.#plan) ? this.#joined(cells, rowNumber) : this.#found
    }
    const found = cells.size === 0 ? undefined : this.#seek(cells, rowNumber, hasNumbers)
    if (found === undefined) this.titles.push(...texts)
    return found
  }

  /** Why there is none, at the end of the sheet. */
  failure(): SheetRefused {
    if (this.#failed) return this.#failed
    if (this.#upper) return incomplete(this.#upper.heading, this.#plan)
    return new SheetRefused(this.#isEmpty ? 'sheet-empty' : 'sheet-no-header')
  }

  /** The layout that all lines so far are; the next row may still be one of them. */
  #remembered(): FoundHeading | undefined {
    if (this.#layouts.size === 0) return undefined
    const lines = headingLines(this.#rows).map(({ cells }) => cells)
    const layout = this.#layouts.get(keyOfLines(lines))
    if (layout === undefined) return undefined
    this.#failed = undefined
    const cells = new Map(lines.flatMap((line) => [...line]))
    const unit = this.#unit ?? unitOver(lines, layout.fields.amount)
    this.#found = {
      ...inYuan(headingOfChoice(layout, cells), unit),
      layoutKey: layout.key,
      asksMonthsOf: this.#thisMonth,
      titleYear: yearInTitles(this.titles),
    }
    return this.#found
  }

  /** A heading with its second line, which no layout is known for. */
  #joined(cells: ReadonlyMap<number, string>, rowNumber: number): FoundHeading {
    if (this.#found?.layoutKey !== undefined)
      throw new SheetRefused('sheet-columns-unclear', { sheet: '', columns: '' }, 'a line below the layout')
    const upper = this.#upper?.cells ?? new Map<number, string>()
    return this.#settle(joinHeadings(upper, cells, this.#plan), new Map([...upper, ...cells]), rowNumber)
  }

  #seek(cells: Map<number, string>, rowNumber: number, hasNumbers: boolean): FoundHeading | undefined {
    const plan = this.#plan
    const read = readHeading(cells, plan)
    const upper = this.#upper
    if (upper !== undefined) {
      if (isSecondLine({ cells, hasNumbers }, plan)) {
        const joined = joinHeadings(upper.cells, cells, plan)
        if (joined.missing.length === 0 || joined.columns.size > read.columns.size)
          return this.#settle(joined, new Map([...upper.cells, ...cells]), rowNumber)
      }
      if (read.columns.size <= upper.heading.columns.size) throw incomplete(upper.heading, plan)
      this.titleRows.push(upper.row)
    }
    if (read.columns.size >= plan.fewHeadings) {
      this.#upper = { cells, heading: read, row: rowNumber }
      if (read.missing.length > 0 && read.twice.length === 0) {
        const joined = this.#withLineAbove(cells, hasNumbers)
        return joined && this.#settle(joined.heading, joined.cells, rowNumber)
      }
      return this.#settleOrWait(read, cells, rowNumber)
    }
    this.titleRows.push(rowNumber)
    if (cells.size === 1) for (const text of cells.values()) this.#unit ??= unitInTitle(text)
    if (this.titleRows.length > MAX_TITLE_ROWS) throw new SheetRefused('sheet-no-header')
    return undefined
  }

  /** Headings that reach over two lines, of which too few stand in the upper one to be a heading by themselves. */
  #withLineAbove(cells: ReadonlyMap<number, string>, hasNumbers: boolean) {
    const above = this.#rows.at(-2)
    if (above === undefined || hasNumbers || headingLines(this.#rows).length < 2) return undefined
    const heading = joinHeadings(above.cells, cells, this.#plan)
    if (heading.missing.length > 0 || heading.twice.length > 0) return undefined
    this.titleRows.pop()
    return { heading, cells: new Map([...above.cells, ...cells]) }
  }

  #settleOrWait(heading: Heading, cells: ReadonlyMap<number, string>, row: number): FoundHeading | undefined {
    try {
      return this.#settle(heading, cells, row)
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw error
      this.#failed = error
      return undefined
    }
  }

  #settle(heading: Heading, cells: ReadonlyMap<number, string>, row: number): FoundHeading {
    const plan = this.#plan
    if (heading.twice.length > 0)
      throw new SheetRefused('sheet-duplicate-columns', { columns: titlesOf(heading.twice, plan) })
    if (heading.missing.length > 0) throw incomplete(heading, plan)
    const lines = headingLines(this.#rows).map((line) => line.cells)
    inYuan(heading, this.#unit ?? unitOver(lines, heading.columns.get('amount')))
    // What arrives, or what may: where something is withheld, a person says which.
    if (this.#netMayDiffer && heading.amountMeaning !== 'gross')
      throw new SheetRefused('sheet-columns-unclear', { sheet: '', columns: titlesOf(['amount'], plan) })
    this.#upper = { cells, heading, row }
    const ours = new Set(heading.columns.values())
    this.#found = {
      ...heading,
      isOurs: (column) => ours.has(column),
      isSettled: false,
      asksMonthsOf: this.#thisMonth,
      yearColumn: yearColumnOf(cells),
      titleYear: yearInTitles(this.titles),
      speaking: plan.asks ? speakingColumns(cells, (column) => ours.has(column)) : undefined,
    }
    return this.#found
  }
}

function incomplete({ missing }: Heading, plan: SheetPlan): SheetRefused {
  return new SheetRefused('sheet-missing-columns', { columns: titlesOf(missing, plan) })
}
