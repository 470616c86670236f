// What finds the heading of a sheet: by its words, or by what a person said.

import type { Heading } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetRefused } from './sheet-refused.ts'

export type FoundHeading = Heading & {
  isOurs(column: number): boolean
  /** Whether a person has said which column is which. */
  readonly isSettled: boolean
  /** Whether that was said of another sheet, so that the content is to be looked at. */
  readonly isRemembered?: boolean
}

/** Finds the heading row by row. */
export type HeadingFinder = {
  readonly titleRows: number[]
  readonly isOpen: boolean
  readonly atOnce?: FoundHeading | undefined
  text(column: number, value: string): void
  number(): void
  endRow(rowNumber: number): FoundHeading | undefined
  failure(): SheetRefused
}
