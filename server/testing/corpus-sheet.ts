// One sheet of the corpus: its cells, and the truth about them.

import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'

export type Cells = readonly (readonly (string | number)[])[]
export type CorpusPerson = Omit<RawRow, 'rowNumber'>
export type CorpusTruth =
  | { readonly rows: readonly CorpusPerson[] }
  /** A person is to be asked about the columns. */
  | { readonly asked: true }
  /** A person is asked whether the title's month holds; these are the rows when it does. */
  | { readonly titleMonth: string; readonly rows: readonly CorpusPerson[] }
  | { readonly refused: string }
  /** Rows that cannot be paid as they stand: the sheet goes back with them marked. */
  | { readonly badRows: number }
  /** The rows are right, but a total differs from them, which asks. */
  | { readonly totalDiffers: readonly CorpusPerson[] }

export type CorpusSheet = { readonly cells: Cells; readonly truth: CorpusTruth }
