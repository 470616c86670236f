// From the net a person shall receive to the gross to be paid, for the calculator (gross − tax = net).

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { TaxCase, Withholding } from './withhold.ts'
import { withhold } from './withhold.ts'

export interface GrossForNet extends Withholding {
  readonly grossFen: Fen
  readonly netFen: Fen
  /** False only if no gross gives that net to the fen; the net is then the next one above. */
  readonly exact: boolean
}

const MAX_DOUBLINGS = 64

/**
 * The smallest gross whose net is at least the wanted one.
 *
 * While a table's tax is continuous and takes less than the whole of one fen more (tables.test.ts proves both of ours), one more
 * fen of gross adds nothing or one fen of net. So no net is skipped and the answer is exact; but the rounded tax rises in steps
 * of one fen (at 20 % × 80 %, once in about six fen), and on each step two neighbouring grosses share a net: the smaller is given.
 */
export function grossForNet({
  day,
  netFen: wantedFen,
  ...taxCase
}: TaxCase & { readonly day: Day; readonly netFen: Fen }): GrossForNet {
  if (wantedFen < 0n) throw new RangeError('a net is zero or more')
  const at = (amountFen: Fen) => withhold({ ...taxCase, payment: { day, amountFen } })
  const reaches = (amountFen: Fen) => amountFen - at(amountFen).withheldFen >= wantedFen
  let high = upperBound(wantedFen, reaches)
  // Tax is never negative, so no gross below the wanted net can reach it.
  let low = wantedFen
  while (low < high) {
    const middle = (low + high) / 2n
    if (reaches(middle)) high = middle
    else low = middle + 1n
  }
  const result = at(low)
  const netFen = low - result.withheldFen
  return { ...result, grossFen: low, netFen, exact: netFen === wantedFen }
}

function upperBound(wantedFen: Fen, reaches: (amountFen: Fen) => boolean): Fen {
  let high = wantedFen
  for (let doublings = 0; doublings < MAX_DOUBLINGS; doublings++) {
    if (reaches(high)) return high
    high = high * 2n + 1n
  }
  throw new RangeError('no gross gives that net: the top rate takes all')
}
