// From the net a person shall receive to the gross to be paid: gross − income tax − the VAT that the person bears = net.

import type { Day } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { type VatTables, vatRulesOf } from './vat-table.ts'
import { type VatPerson, withholdVat } from './vat-withholding.ts'
import type { TaxCase, Withholding } from './withhold.ts'
import { withhold } from './withhold.ts'

/** Where the person bears VAT: what is on record of the month, and the rules. */
export type VatBorne = { readonly person: VatPerson; readonly tables: VatTables }

export interface FoundGross {
  readonly grossFen: Fen
  readonly vatFen: Fen
  readonly netFen: Fen
  /** False only if no gross gives that net to the fen; the net is then the next one above. */
  readonly exact: boolean
}

export interface GrossForNet extends Withholding, FoundGross {}

const MAX_DOUBLINGS = 64

/**
 * Income tax, VAT and each surcharge are rounded apart, so above the VAT threshold one more fen of gross may take up to some fen of net.
 * Two grosses around such a dip lie nearer to each other than this, as each fen of gross leaves more than half a fen before rounding.
 */
const DIP_FEN = 16n

/**
 * The smallest gross whose net is at least the wanted one.
 *
 * While a table's tax is continuous and takes less than the whole of one fen more (tables.test.ts proves both of ours), one more
 * fen of gross adds nothing or one fen of net. So no net is skipped and the answer is exact; but the rounded tax rises in steps
 * of one fen (at 20 % × 80 %, once in about six fen), and on each step two neighbouring grosses share a net: the smaller is given.
 */
export function grossForNet({
  day,
  netFen,
  vat,
  ...taxCase
}: TaxCase & { readonly day: Day; readonly netFen: Fen; readonly vat?: VatBorne | undefined }): GrossForNet {
  const at = (amountFen: Fen) => withhold({ ...taxCase, payment: { day, amountFen } })
  const found = smallestGross(netFen, (amountFen) => at(amountFen).withheldFen, vatFrom(day, vat))
  return { ...at(found.grossFen), ...found }
}

/** The same where no income tax is withheld. */
export function untaxedGrossForNet(day: Day, netFen: Fen, vat: VatBorne | undefined): FoundGross {
  return smallestGross(netFen, () => 0n, vatFrom(day, vat))
}

type Borne = {
  /** Up to this gross the month stays at or below the threshold. */
  readonly freeFen: Fen
  readonly of: (amountFen: Fen, taxFen: Fen) => Fen
}

function vatFrom(day: Day, vat: VatBorne | undefined): Borne | undefined {
  const month = day.slice(0, 7)
  const rules = vat && vatRulesOf(month, vat.tables)
  if (rules === undefined) return undefined
  const { person, tables } = vat as VatBorne
  return {
    freeFen: rules.threshold.thresholdFen - person.platformPaidFen,
    of: (amountFen, taxFen) =>
      withholdVat(person, [{ rowId: 0n, amountFen, taxFen }], month, tables)[0]?.vatFen ?? 0n,
  }
}

function smallestGross(wantedFen: Fen, taxOf: (amountFen: Fen) => Fen, vat: Borne | undefined): FoundGross {
  if (wantedFen < 0n) throw new RangeError('a net is zero or more')
  // Neither tax nor VAT is ever negative, so no gross below the wanted net can reach it.
  const freeFen = search(wantedFen, (fen) => fen - taxOf(fen) >= wantedFen)
  if (vat === undefined || freeFen <= vat.freeFen) return foundAt(freeFen, wantedFen, taxOf, () => 0n)
  // Crossing the threshold takes VAT from the whole month at once: whatever stays below it was too little, and more is sought above.
  const reaches = (fen: Fen) => foundAt(fen, wantedFen, taxOf, vat.of).netFen >= wantedFen
  const least = vat.freeFen + 1n > wantedFen ? vat.freeFen + 1n : wantedFen
  let grossFen = search(least, reaches)
  for (let back = 1n; back <= DIP_FEN && grossFen - back >= least; back += 1n)
    if (reaches(grossFen - back)) {
      grossFen -= back
      back = 0n
    }
  return foundAt(grossFen, wantedFen, taxOf, vat.of)
}

function foundAt(
  grossFen: Fen,
  wantedFen: Fen,
  taxOf: (amountFen: Fen) => Fen,
  vatOf: Borne['of'],
): FoundGross {
  const taxFen = taxOf(grossFen)
  const vatFen = vatOf(grossFen, taxFen)
  const netFen = grossFen - taxFen - vatFen
  return { grossFen, vatFen, netFen, exact: netFen === wantedFen }
}

/** From the least on, the first that reaches it where more always does; at a dip one side of it. */
function search(leastFen: Fen, reaches: (amountFen: Fen) => boolean): Fen {
  let low = leastFen
  let high = upperBound(leastFen, reaches)
  while (low < high) {
    const middle = (low + high) / 2n
    if (reaches(middle)) high = middle
    else low = middle + 1n
  }
  return low
}

function upperBound(leastFen: Fen, reaches: (amountFen: Fen) => boolean): Fen {
  let high = leastFen
  for (let doublings = 0; doublings < MAX_DOUBLINGS; doublings++) {
    if (reaches(high)) return high
    high = high * 2n + 1n
  }
  throw new RangeError('no gross gives that net: the top rate takes all')
}
