// What is withheld as VAT from a person's rows where the person bears it (ADR 39): from the row on that crosses the threshold.

import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import { type Levied, vatOnGross } from './vat.ts'
import { type VatRules, type VatTables, vatRulesOf } from './vat-table.ts'

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

/** How the VAT of a row above the threshold comes about; by what other companies paid it is not reckoned. */
export type VatTrace = {
  readonly month: Month
  readonly rules: VatRules
  readonly ownPaidFen: Fen
  readonly amountFen: Fen
  /** On what the company paid with this row. */
  readonly levied: Levied
  readonly ownWithheldFen: Fen
  readonly withheldFen: Fen
  /** What the row was too small to bear: later rows of the month bear it. */
  readonly carriedShortFen: Fen
  /** Withheld too much so far, after a payment came back: set against later rows of the month. */
  readonly carriedOverFen: Fen
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

export function vatTrace(
  { ownPaidFen, ownWithheldFen }: Pick<VatPerson, 'ownPaidFen' | 'ownWithheldFen'>,
  { amountFen, taxFen }: Omit<VatRow, 'rowId'>,
  month: Month,
  rules: VatRules,
): VatTrace {
  const levied = vatOnGross(ownPaidFen + amountFen, rules)
  const differenceFen = levied.totalFen - ownWithheldFen
  const dueFen = atLeastZero(differenceFen)
  const maxFen = atLeastZero(amountFen - taxFen - MIN_NET_FEN)
  const withheldFen = dueFen < maxFen ? dueFen : maxFen
  const carried = { carriedShortFen: dueFen - withheldFen, carriedOverFen: atLeastZero(-differenceFen) }
  return { month, rules, ownPaidFen, amountFen, levied, ownWithheldFen, withheldFen, ...carried }
}

const atLeastZero = (fen: Fen): Fen => (fen > 0n ? fen : 0n)

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
  return rows.map((row) => {
    const { rowId, amountFen } = row
    const above = rules !== undefined && before.platformPaidFen + amountFen > rules.threshold.thresholdFen
    const vatFen = above ? vatTrace(before, row, month, rules).withheldFen : 0n
    before = withVatPayment(before, amountFen, vatFen)
    return { rowId, vatFen }
  })
}
