// Looks at the head of a sheet for the headings of a kind: whether it is one that people may mean (D13).

import {
  headingText,
  isHeadingOf,
  readHeading,
  type SheetPlan,
} from '@paywages/domain/payouts/sheet-columns.ts'
import type { RowSink, SheetCell } from './row-sink.ts'

const WATCHED_ROWS = 20

export class HeadingWatch implements RowSink {
  #plan: SheetPlan
  #cells = new Map<number, string>()
  #rows = 0
  #isFound = false

  constructor(plan: SheetPlan) {
    this.#plan = plan
  }

  get isFound(): boolean {
    return this.#isFound
  }

  get isDone(): boolean {
    return this.#isFound || this.#rows >= WATCHED_ROWS
  }

  wants(): boolean {
    return !this.isDone
  }

  cell(column: number, value: SheetCell): void {
    if (typeof value === 'string') this.#cells.set(column, headingText(value))
  }

  endRow(): void {
    if (this.isDone) return
    this.#isFound = isHeadingOf(readHeading(this.#cells, this.#plan), this.#plan)
    this.#rows += 1
    this.#cells.clear()
  }

  merged(): void {}
}
