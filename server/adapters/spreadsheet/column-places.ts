// What each column of a sheet is to its reader: the field that it holds, or what else is heard from it.

import type { FoundHeading } from './heading-finder.ts'
import { FIELDS } from './row-cells.ts'
import { LAST_COLUMN } from './row-sink.ts'

export const NOT_OURS = -1
/** Not ours either, but 合计 may stand there. */
export const LABEL = -2
/** Not ours, but it could be. */
export const DOUBTED = -3
/** Holds the years of the months. */
export const YEAR = -4
/** May say that the row is not to be paid, or not in yuan. */
export const SPEAKS = -5
const MAX_LABEL_COLUMNS = 4

/** The place of a field in FIELDS for each column, or one of the above. */
export function placesOf(heading: FoundHeading): Int8Array {
  const places = new Int8Array(LAST_COLUMN + 1).fill(NOT_OURS)
  const last = Math.max(...heading.columns.values())
  for (let column = 0, labels = 0; column < last && labels < MAX_LABEL_COLUMNS; column += 1) {
    if (heading.isOurs(column)) continue
    places[column] = LABEL
    labels += 1
  }
  for (const column of heading.speaking?.keys() ?? []) places[column] = SPEAKS
  for (const { column } of heading.doubts) places[column] = DOUBTED
  if (heading.yearColumn !== undefined) places[heading.yearColumn] = YEAR
  for (const [field, column] of heading.columns) places[column] = FIELDS.indexOf(field)
  return places
}
