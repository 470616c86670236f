// Looks at the head of every sheet but the first: one with the headings of the first would hold what nobody reads (D13).

import {
  headingText,
  isHeadingOf,
  readHeading,
  type SheetPlan,
} from '@paywages/domain/payouts/sheet-columns.ts'
import type { RowSink, SheetCell } from './row-sink.ts'
import { SheetRefused } from './sheet-refused.ts'

const WATCHED_ROWS = 20

export class HeadingWatch implements RowSink {
  #sheetName: string
  #plan: SheetPlan
  #cells = new Map<number, string>()
  #rows = 0

  constructor(sheetName: string, plan: SheetPlan) {
    this.#sheetName = sheetName
    this.#plan = plan
  }

  get isDone(): boolean {
    return this.#rows >= WATCHED_ROWS
  }

  wants(): boolean {
    return !this.isDone
  }

  cell(column: number, value: SheetCell): void {
    if (typeof value === 'string') this.#cells.set(column, headingText(value))
  }

  endRow(): void {
    if (this.isDone) return
    if (isHeadingOf(readHeading(this.#cells, this.#plan), this.#plan))
      throw new SheetRefused('sheet-second-payout-sheet', { sheet: this.#sheetName })
    this.#rows += 1
    this.#cells.clear()
  }

  merged(): void {}
}
