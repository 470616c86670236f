// Which rows belong to a heading of several lines: group titles above it, details below. All of them tell one layout from another.

import { fieldOfHeading, PAYOUT_SHEET, type SheetPlan } from './sheet-columns.ts'

/** The lines that a layout is known by: group titles, the heading, its second line. */
export const MAX_HEADING_LINES = 3
const MAX_SUBHEADING_LENGTH = 20
/** A row with so many known headings is a heading, whatever else stands in it. */
const FEW_KNOWN = 2

/** One row's texts by column; `hasNumbers` where it has other cells too. */
export type HeadingLine = { readonly cells: ReadonlyMap<number, string>; readonly hasNumbers: boolean }

const REMARK = /[(（[【][^()（）[\]【】]*[)）\]】]/g

/** Words as they stand over columns: short, and digits only in their remarks. */
function isWord(text: string): boolean {
  return text.length <= MAX_SUBHEADING_LENGTH && !/\d/.test(text.replace(REMARK, ''))
}

function knownIn(cells: ReadonlyMap<number, string>, plan: SheetPlan): number {
  return [...cells.values()].filter((text) => fieldOfHeading(text, plan) !== undefined).length
}

/** Headings and nothing else, one of them known: what may stand below a heading. */
export function isSecondLine({ cells, hasNumbers }: HeadingLine, plan: SheetPlan = PAYOUT_SHEET): boolean {
  return !hasNumbers && [...cells.values()].every(isWord) && knownIn(cells, plan) > 0
}

/** What says of the line below it what its columns are; a title stands alone in the first column, and dates come and go. */
function isLineAbove({ cells, hasNumbers }: HeadingLine): boolean {
  if (knownIn(cells, PAYOUT_SHEET) >= FEW_KNOWN) return true
  const isTitle = cells.size === 1 && cells.has(0)
  return !hasNumbers && !isTitle && cells.size > 0 && [...cells.values()].every(isWord)
}

/** Of rows up to the last line of a heading, in their order: those that are the heading. */
export function headingLines<L extends HeadingLine>(rows: readonly L[]): L[] {
  const lines = rows.slice(-1)
  for (const row of rows.slice(0, -1).toReversed()) {
    if (lines.length === MAX_HEADING_LINES || !isLineAbove(row)) break
    lines.unshift(row)
  }
  return lines
}
