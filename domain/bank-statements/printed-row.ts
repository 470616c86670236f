// One row of a statement's table as it is printed, on a page or in a sheet.

import type { Day } from '../calendar/shanghai.ts'
import type { ColumnKind } from './headings.ts'

/** One row as printed; a kind may have several columns, such as two of references. */
export type PrintedRow = {
  readonly page: number
  /** Counted on its page. */
  readonly place: number
  /** Of the columns of its table, whether or not this row has a cell there. */
  readonly kinds: ReadonlySet<ColumnKind>
  /** Headings or title say that everything in the table was paid. */
  readonly paysOut: boolean
  /** The heading of money out says that its amounts bear a minus. */
  readonly outIsMinus?: boolean
  /** Holds for a table without a column of days. */
  readonly dayAbove: Day | null
  /** Title or tab say that what is listed was not paid, or not for good. */
  readonly listsUndone?: boolean
  /** For days that are printed without their year. */
  readonly yearAbove?: string
  /** It stands in a company's own books, whose 借 and 贷 are not the bank's. */
  readonly ownBooks?: boolean
  /** 万元 above it: its amounts are no yuan. */
  readonly otherUnit?: string
  readonly cells: readonly Readonly<Cell>[]
  /** Which receipt of its page it is, counted from the top, where it can be cut out and nobody else's is cut with it. */
  readonly receipt?: number
}

export type Cell = { readonly kind: ColumnKind; readonly rank: number; readonly column: number; text: string }

/** A row of sums at the foot of the table, by the columns that it stands in. */
export type TotalRow = Pick<PrintedRow, 'cells'>

/** A row of a sheet with its number as the program shows it; cells in their columns, empty ones as ''. */
export type GridRow = { readonly number: number; readonly cells: readonly string[] }
