// Columns and rows that a sheet hides: nobody who looked at it has seen them, so what they say of money is asked about or told.

import type { SheetField } from './sheet-row.ts'

/** How much goes to which card: read from a hidden column only where a person has said so. The others are told. */
export function asksWhereHidden(field: SheetField): boolean {
  return field === 'amount' || field === 'cardNo'
}

/** What of a sheet that was read is hidden in it. */
export type HiddenParts = {
  /** The headings of columns that were read. */
  readonly columns: readonly string[]
  /** The first of the rows that were read. */
  readonly rows: readonly number[]
  readonly rowCount: number
}
