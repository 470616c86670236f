// The shape of a dated tax table, and which one is in force on a day.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { BasisFen, BasisPoints } from './exact.ts'
import { basisFen } from './exact.ts'

export type TaxMethod = 'cumulative' | 'per-payment'

/** One line of a progressive table; the last line has no upper edge. The edge itself belongs to the lower line. */
export interface Bracket {
  readonly upToFen: Fen | null
  readonly rateBasisPoints: BasisPoints
  readonly quickDeductionFen: Fen
}

interface DatedTable {
  readonly effectiveFrom: Day
  /** The announcement it comes from, for the trace. */
  readonly source: string
  readonly brackets: readonly Bracket[]
}

export interface CumulativeTable extends DatedTable {
  readonly costShareBasisPoints: BasisPoints
  readonly deductionPerMonthFen: Fen
}

/** What comes off a month's income before the brackets: a fixed sum, or a share of it. */
export type Allowance =
  | { readonly upToFen: Fen | null; readonly kind: 'fixed'; readonly fixedFen: Fen }
  | { readonly upToFen: Fen | null; readonly kind: 'share'; readonly shareBasisPoints: BasisPoints }

export interface PerPaymentTable extends DatedTable {
  readonly allowances: readonly Allowance[]
}

export interface TaxTables {
  readonly cumulative: readonly CumulativeTable[]
  readonly perPayment: readonly PerPaymentTable[]
}

/** The table in force on that day; undefined before the first one. The order of the list does not matter. */
export function tableOn<Table extends DatedTable>(tables: readonly Table[], day: Day): Table | undefined {
  let found: Table | undefined
  for (const table of tables) {
    if (table.effectiveFrom <= day && (!found || table.effectiveFrom > found.effectiveFrom)) found = table
  }
  return found
}

/** The line that an amount falls in; amounts below zero fall in the first. */
export function lineFor<Line extends { readonly upToFen: Fen | null }>(
  lines: readonly Line[],
  amount: BasisFen,
): Line {
  const line = lines.find(({ upToFen }) => upToFen === null || amount <= basisFen(upToFen))
  if (!line) throw new Error('a tax table needs a last line without an upper edge')
  return line
}
