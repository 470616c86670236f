// What is withheld as VAT from a person's rows where the person bears it (ADR 39): from the row on that crosses the threshold.

import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { vatOnGross } from './vat.ts'
import { type VatTables, vatRulesOf } from './vat-table.ts'

/** What is on record of one person in the month, before these rows. */
export type VatPerson = {
  /** Paid or on its way from all companies of the platform, the own one included. */
  readonly platformPaidFen: Fen
  /** Of it, from the company that withholds; and what it withheld as VAT. */
  readonly ownPaidFen: Fen
  readonly ownWithheldFen: Fen
}

export type VatRow = { readonly rowId: bigint; readonly amountFen: Fen; readonly taxFen: Fen }

export type VatVerdict = {
  readonly rowId: bigint
  readonly vatFen: Fen
}

/** The same with one more payment. */
export function withVatPayment(person: VatPerson, amountFen: Fen, vatFen: Fen): VatPerson {
  return {
    platformPaidFen: person.platformPaidFen + amountFen,
    ownPaidFen: person.ownPaidFen + amountFen,
    ownWithheldFen: person.ownWithheldFen + vatFen,
  }
}

/** There is no transfer of nothing: what a small row cannot bear is borne by the next one of the month. */
const MIN_NET_FEN = 1n

/**
 * In the order of the sheet. The row that crosses bears what falls due on everything its company paid this month so far, each
 * later one what is added; what other companies paid is theirs to withhold.
 */
export function withholdVat(
  person: VatPerson,
  rows: readonly VatRow[],
  month: Month,
  tables: VatTables,
): VatVerdict[] {
  const rules = vatRulesOf(month, tables)
  let before = person
  return rows.map(({ rowId, amountFen, taxFen }) => {
    const { platformPaidFen, ownPaidFen, ownWithheldFen } = before
    const above = rules !== undefined && platformPaidFen + amountFen > rules.threshold.thresholdFen
    const dueFen = above ? vatOnGross(ownPaidFen + amountFen, rules).totalFen - ownWithheldFen : 0n
    const mostFen = amountFen - taxFen - MIN_NET_FEN
    const borneFen = dueFen < mostFen ? dueFen : mostFen
    const vatFen = borneFen > 0n ? borneFen : 0n
    before = withVatPayment(before, amountFen, vatFen)
    return { rowId, vatFen }
  })
}
