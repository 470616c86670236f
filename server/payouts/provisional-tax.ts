// The tax a batch would withhold if it were started now (docs/rules/tax.md): a provisional figure until the start fixes it (D19).

import { type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { COUNTING_NOW, type TaxCounting } from '@paywages/domain/tax/counted-history.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod, TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { VatPerson } from '@paywages/domain/tax/vat-withholding.ts'
import { type TaxSettings, type Withholding, withholdSequence } from '@paywages/domain/tax/withhold.ts'
import { camelColumns } from '../adapters/postgres/camel-columns.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { setTaxes } from './row-outcome-store.ts'
import { monthsOf } from './tax-history-store.ts'

export type ProvisionalRow = { readonly idHash: string; readonly amountFen: Fen }

/** Whose payouts, and by which rule they are taxed. */
export type TaxTerms = Pick<TaxSettings, 'gapRule'> & {
  readonly providerId: number
  readonly taxMethod: TaxMethod
  readonly taxTables: TaxTables
}

const ruleOf = ({ taxMethod, gapRule, taxTables }: TaxTerms, counting: TaxCounting) => ({
  method: taxMethod,
  settings: { gapRule, counting },
  tables: taxTables,
})

/** One withholding a row, in the rows' order; a person's earlier rows count for the later ones. */
export async function provisionalTax(
  tx: Tx,
  terms: TaxTerms & { readonly day: Day },
  rows: readonly ProvisionalRow[],
): Promise<Withholding[]> {
  const histories = await monthsOf(tx, terms, [...new Set(rows.map((row) => row.idHash))], terms.day)
  const places = new Map<string, number[]>()
  for (const [index, { idHash }] of rows.entries()) {
    const known = places.get(idHash)
    if (known) known.push(index)
    else places.set(idHash, [index])
  }
  const results = new Array<Withholding>(rows.length)
  for (const [idHash, indexes] of places) {
    const payments = indexes.map((index) => ({ day: terms.day, amountFen: rows[index]?.amountFen ?? 0n }))
    const withheld = withholdSequence({
      ...ruleOf(terms, COUNTING_NOW),
      history: histories.get(idHash) ?? [],
      payments,
    })
    for (const [place, index] of indexes.entries()) {
      const one = withheld[place]
      if (one) results[index] = one
    }
  }
  return results
}

export type BatchTerms = TaxTerms & { readonly batchId: number }

export type PersonRow = {
  readonly rowId: bigint
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
}

/** The rows of these people that the batch would pay, in its order. */
export async function rowsOfPeople(
  tx: Tx,
  batchId: number,
  idHashes: readonly string[],
): Promise<PersonRow[]> {
  return tx
    .selectFrom('payout_rows')
    .where('batch_id', '=', BigInt(batchId))
    .where('id_hash', 'in', [...idHashes])
    .where('cancelled', '=', false)
    .select(camelColumns('payout_rows', ['row_id', 'id_hash', 'amount_fen', 'tax_fen', 'vat_fen']))
    .orderBy('row_number')
    .execute()
}

/** After rows were cancelled or restored, the same people's other rows bear another tax. */
export async function refreshProvisionalTax(
  tx: Tx,
  batch: BatchTerms,
  idHashes: readonly string[],
  day: Day,
): Promise<void> {
  const rows = await rowsOfPeople(tx, batch.batchId, [...new Set(idHashes)])
  const taxes = await provisionalTax(tx, { ...batch, day }, rows)
  await setTaxes(
    tx,
    rows.map(({ rowId }, index) => ({ rowId, taxFen: taxes[index]?.withheldFen ?? 0n })),
  )
}

/** A batch that was started, and what of the history its start counted. */
export type StartedBatch = {
  readonly batchId: number
  readonly providerId: number
  readonly startedAt: Date
  readonly taxMethod: TaxMethod
  readonly taxCounting: TaxCounting
}

/** What the transfers tell of a batch that was started; whoever puts the server together hands it in. */
export type StartedHistory = {
  /** The person's rows that the start sent, in the order their tax was worked out. */
  readonly paidRowsOf: (tx: Tx, batchId: number, idHash: string) => Promise<PersonRow[]>
  /** What the person had earned by payment month when the batch was started. */
  readonly monthsBefore: (tx: Tx, batch: StartedBatch, idHash: string) => Promise<readonly MonthSoFar[]>
  /** What the company had paid the person in the payment month by then, and withheld of it as VAT. */
  readonly vatBefore: (tx: Tx, batch: StartedBatch, idHash: string) => Promise<VatBefore>
}

export type VatBefore = Pick<VatPerson, 'ownPaidFen' | 'ownWithheldFen'>

/** How the tax of one row comes about: as things stand now, or as they stood when the start fixed it. */
export async function explainTax(
  tx: Tx,
  batch: BatchTerms & Pick<StartedBatch, 'taxCounting'> & { readonly startedAt: Date | null },
  row: { rowId: number; idHash: string },
  day: Day,
  started: StartedHistory,
): Promise<Withholding | undefined> {
  const { startedAt } = batch
  const rows = startedAt
    ? await started.paidRowsOf(tx, batch.batchId, row.idHash)
    : await rowsOfPeople(tx, batch.batchId, [row.idHash])
  const taxes = startedAt
    ? withholdSequence({
        ...ruleOf(batch, batch.taxCounting),
        history: await started.monthsBefore(tx, { ...batch, startedAt }, row.idHash),
        payments: rows.map(({ amountFen }) => ({ day: shanghaiDay(startedAt), amountFen })),
      })
    : await provisionalTax(tx, { ...batch, day }, rows)
  return taxes[rows.findIndex((one) => one.rowId === BigInt(row.rowId))]
}
