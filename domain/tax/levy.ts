// The last lines of both methods: the tax on a taxable amount, less relief and what was withheld before.

import type { Fen } from '../money/fen.ts'
import { type BasisFen, basisFen, taxRoundedHalfUp } from './exact.ts'
import type { FormulaTerms } from './formula-terms.ts'
import type { Bracket } from './tax-table.ts'
import { lineFor } from './tax-table.ts'
import type { Levy } from './trace.ts'

/** `afterCosts` is income less costs and standard deduction; the terms come off it, and off the tax. */
export function levy(
  afterCosts: BasisFen,
  terms: FormulaTerms,
  brackets: readonly Bracket[],
  withheldBeforeFen: Fen,
  amountFen: Fen,
): Levy {
  const taxableBasisFen = afterCosts - basisFen(terms.exemptFen + terms.otherDeductionFen)
  const bracket = lineFor(brackets, taxableBasisFen)
  const taxBeforeReliefFen = taxRoundedHalfUp(
    taxableBasisFen,
    bracket.rateBasisPoints,
    bracket.quickDeductionFen,
  )
  const taxFen = taxBeforeReliefFen > terms.reliefFen ? taxBeforeReliefFen - terms.reliefFen : 0n
  const differenceFen = taxFen - withheldBeforeFen
  const dueFen = differenceFen > 0n ? differenceFen : 0n
  // After a gap or a returned row the difference can exceed a small payment, and a bank cannot be sent less than nothing.
  const withheldFen = dueFen < amountFen ? dueFen : amountFen
  return {
    ...terms,
    taxableBasisFen,
    bracket,
    taxBeforeReliefFen,
    taxFen,
    withheldBeforeFen,
    differenceFen,
    withheldFen,
    carriedOverFen: differenceFen < 0n ? -differenceFen : 0n,
    carriedShortFen: dueFen - withheldFen,
  }
}
