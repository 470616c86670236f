// How wide the columns of a list are: on a wide window what is left over goes to all of them, not to the flexible one alone.

import type { ListColumn } from './list-column.ts'

/** What a flexible column is content with unless it says otherwise: a file name, a payer or a company in one line. */
export const ENOUGH = 240

/**
 * What each column is declared with; once flexible ones would have more than enough, they are declared with a width as well,
 * and the browser shares what is left among all columns, each in proportion to its own.
 */
export function columnWidths(
  columns: readonly Pick<ListColumn<never>, 'width' | 'enough'>[],
  room: number,
): readonly (number | undefined)[] {
  const content = columns.map(({ width, enough = ENOUGH }) => width ?? enough)
  const isWide = room > content.reduce((sum, width) => sum + width, 0)
  return isWide ? content : columns.map(({ width }) => width)
}
