// The last lines of both methods: the tax on a taxable amount, less what was withheld before.

import type { Fen } from '../money/fen.ts'
import type { BasisFen } from './exact.ts'
import { taxRoundedHalfUp } from './exact.ts'
import type { Bracket } from './tax-table.ts'
import { lineFor } from './tax-table.ts'
import type { Levy } from './trace.ts'

export function levy(
  taxableBasisFen: BasisFen,
  brackets: readonly Bracket[],
  withheldBeforeFen: Fen,
  amountFen: Fen,
): Levy {
  const bracket = lineFor(brackets, taxableBasisFen)
  const taxFen = taxRoundedHalfUp(taxableBasisFen, bracket.rateBasisPoints, bracket.quickDeductionFen)
  const differenceFen = taxFen - withheldBeforeFen
  const dueFen = differenceFen > 0n ? differenceFen : 0n
  // After a gap or a returned row the difference can exceed a small payment, and a bank cannot be sent less than nothing.
  const withheldFen = dueFen < amountFen ? dueFen : amountFen
  return {
    taxableBasisFen,
    bracket,
    taxFen,
    withheldBeforeFen,
    differenceFen,
    withheldFen,
    carriedOverFen: differenceFen < 0n ? -differenceFen : 0n,
    carriedShortFen: dueFen - withheldFen,
  }
}
