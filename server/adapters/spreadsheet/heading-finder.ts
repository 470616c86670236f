// What finds the heading of a sheet: by its words, or by what a person said.

import { type AmountUnit, amountUnit } from '@paywages/domain/payouts/amount-units.ts'
import { otherUnit } from '@paywages/domain/payouts/amount-words.ts'
import type { SpeakingColumns } from '@paywages/domain/payouts/row-says.ts'
import type { Heading } from '@paywages/domain/payouts/sheet-columns.ts'
import type { TitleYear } from '@paywages/domain/payouts/title-month.ts'
import { SheetRefused } from './sheet-refused.ts'

export type FoundHeading = Heading & {
  isOurs(column: number): boolean
  /** Whether a person has said which column is which. */
  readonly isSettled: boolean
  /** The layout by which that was said of another sheet, so that the content is to be looked at. */
  readonly layoutKey?: string
  /** The title's month, which a person took for every row. */
  readonly month?: string
  /** What a person has confirmed of months without a whole year. */
  readonly months?: ReadonlyMap<string, string> | undefined
  /** "YYYY-MM" of today, where a person is to be asked about such months. */
  readonly asksMonthsOf?: string | undefined
  /** The amounts' unit, where a person has confirmed it, and whether heading or title name it. */
  readonly unit?: AmountUnit | undefined
  readonly isUnitTold?: boolean | undefined
  /** Where the years stand of months without one. */
  readonly yearColumn?: number | undefined
  readonly titleYear?: TitleYear | undefined
  /** Columns that may say that a row is not to be paid, or not in yuan. */
  readonly speaking?: SpeakingColumns | undefined
}

/** Finds the heading row by row. */
export type HeadingFinder = {
  readonly titleRows: number[]
  /** The texts above the heading. */
  readonly titles: readonly string[]
  readonly isOpen: boolean
  readonly atOnce?: FoundHeading | undefined
  text(column: number, value: string): void
  number(): void
  /** On a cell of the row that ends next. */
  comment(text: string): void
  endRow(rowNumber: number): FoundHeading | undefined
  failure(): SheetRefused
}

/** Amounts in another unit are never taken for yuan, whoever has named the columns; for so many yuan only as was confirmed. */
export function inYuan<H extends Heading>(
  heading: H,
  unitAbove: string | undefined,
  confirmed?: AmountUnit,
): H {
  const unit = heading.columns.has('amount') ? (heading.amountUnit ?? unitAbove) : undefined
  if (unit !== undefined && (confirmed === undefined || amountUnit(unit) !== confirmed))
    throw new SheetRefused('sheet-amount-unit', { unit })
  return confirmed === undefined ? heading : { ...heading, unit: confirmed, isUnitTold: unit !== undefined }
}

/** The unit that any line of a heading names over a column; a group's title stands over its first column alone. */
export function unitOver(
  lines: readonly ReadonlyMap<number, string>[],
  column: number | undefined,
): string | undefined {
  if (column === undefined) return undefined
  const over = lines.map((line) => {
    const at = Math.max(...[...line.keys()].filter((place) => place <= column))
    return line.get(at)
  })
  return over.map((text) => otherUnit(text ?? '')).find((unit) => unit !== undefined)
}
