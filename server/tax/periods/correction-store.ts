// Corrections of closed months, and how each was filed: in the period that booked it, or on the old month once more.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import {
  correctedMonth,
  type EntryPlace,
  type FilingWay,
  filedMonth,
} from '@paywages/domain/tax/correction-filing.ts'
import type { EntryKind } from '@paywages/domain/tax/periods.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'

/** What an entry needs to be put to the month it corrects, as the queries of this file give it. */
export type PlacedEntry = {
  readonly taxId: number
  readonly kind: EntryKind
  readonly bookedMonth: Month
  readonly paymentMonth: Month
  /** Of what is taken back: the period that declared it, and how that was filed where it was late. */
  readonly firstMonth: Month | null
  readonly firstWay: FilingWay | null
}

/** Of entries `e` and their periods `p`, with what DECLARED_FIRST joins. */
export const PLACE_COLUMNS = sql`p.tax_id as "taxId", e.kind, p.month as "bookedMonth", e.payment_month as "paymentMonth", first.month as "firstMonth",
  ff.way as "firstWay"`

/** To entries `e` and their periods `p`. */
export const DECLARED_FIRST = sql`left join tax_entries paid on e.kind = 'reversed' and paid.row_id = e.row_id and paid.kind = 'paid'
  left join tax_periods first on first.tax_id = paid.tax_id
  left join tax_correction_filings ff on ff.tax_id = paid.tax_id and ff.month = paid.payment_month`

/** As the rule takes it (domain/tax/correction-filing.ts). */
export function placeOf({ firstMonth, firstWay, ...entry }: PlacedEntry): EntryPlace {
  const { kind, bookedMonth, paymentMonth } = entry
  if (firstMonth === null) return { kind, bookedMonth, paymentMonth }
  const paid: EntryPlace = { kind: 'paid', bookedMonth: firstMonth, paymentMonth }
  return { kind, bookedMonth, paymentMonth, declaredMonth: filedMonth(paid, firstWay ?? undefined) }
}

export type CorrectionEntry = PlacedEntry & {
  /** The month whose declaration it corrects. */
  readonly month: Month
  readonly rowId: bigint
  readonly batchNo: string
  readonly idHash: string
  readonly name: string
  readonly sealed: string
  readonly method: TaxMethod
  readonly incomeFen: Fen
  readonly taxFen: Fen
}

/** Of the payouts that withheld: the others are not declared, and need no choice. An entry of its period's own month is none. */
export async function correctionEntries(tx: Tx, taxId: number): Promise<CorrectionEntry[]> {
  const { rows } = await sql<Omit<CorrectionEntry, 'month'>>`
    select ${PLACE_COLUMNS}, e.row_id as "rowId", r.batch_no as "batchNo", r.id_hash as "idHash", r.name, r.sealed, r.tax_method as method, e.income_fen as "incomeFen",
      e.tax_fen as "taxFen"
    from tax_periods p join tax_entries e on e.tax_id = p.tax_id and e.payment_month < p.month join taxed_rows r on r.row_id = e.row_id
      ${DECLARED_FIRST}
    where p.tax_id = ${taxId} and r.withholds_tax order by e.payment_month, e.row_id, e.kind`.execute(tx)
  return rows.flatMap((row) => {
    const month = correctedMonth(placeOf(row))
    return month === undefined ? [] : [{ ...row, month }]
  })
}

export type CorrectionFiling = {
  readonly way: FilingWay
  /** Empty where it was filed before there was a choice. */
  readonly byName: string
  readonly at: Date
}

/** How the corrections of a period were filed, by the month they correct. */
export async function filingsOf(tx: Tx, taxId: number): Promise<ReadonlyMap<Month, CorrectionFiling>> {
  const { rows } = await sql<CorrectionFiling & { month: Month }>`
    select f.month, f.way, coalesce(a.real_name, '') as "byName", f.chosen_at as at
    from tax_correction_filings f left join account_names a on a.account_id = f.chosen_by where f.tax_id = ${taxId}`.execute(
    tx,
  )
  return new Map(rows.map(({ month, ...filing }) => [month, filing]))
}

export type OpenCorrection = { readonly taxId: number; readonly period: Month; readonly month: Month }

/** Periods and the months they correct for which nobody has chosen a way yet, oldest period first. Its cost follows the corrections. */
export async function openCorrections(tx: Tx, of: RawBuilder<boolean>): Promise<readonly OpenCorrection[]> {
  const { rows } = await sql<PlacedEntry & { filed: readonly Month[] }>`
    select distinct ${PLACE_COLUMNS}, array(select f.month from tax_correction_filings f where f.tax_id = p.tax_id) as filed
    from tax_periods p join tax_entries e on e.tax_id = p.tax_id and e.payment_month < p.month join taxed_rows r on r.row_id = e.row_id
      ${DECLARED_FIRST}
    where ${of} and r.withholds_tax order by "bookedMonth", "taxId"`.execute(tx)
  const found = new Map<string, OpenCorrection>()
  for (const row of rows) {
    const month = correctedMonth(placeOf(row))
    if (month === undefined || row.filed.includes(month)) continue
    found.set(`${row.taxId} ${month}`, { taxId: row.taxId, period: row.bookedMonth, month })
  }
  return [...found.values()]
}

/** The oldest period of a provider before this month that still waits for a choice. */
export async function earliestOpen(tx: Tx, providerId: number, before: Month): Promise<Month | undefined> {
  const [first] = await openCorrections(tx, sql`p.provider_id = ${providerId} and p.month < ${before}`)
  return first?.period
}

/** How many old months of each period wait for a choice. */
export async function openCorrectionCounts(
  tx: Tx,
  taxIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  if (taxIds.length === 0) return counts
  for (const { taxId } of await openCorrections(tx, sql`p.tax_id = any(${[...taxIds]}::int[])`))
    counts.set(taxId, (counts.get(taxId) ?? 0) + 1)
  return counts
}

export async function insertFiling(
  tx: Tx,
  filing: {
    readonly taxId: number
    readonly month: Month
    readonly way: FilingWay
    readonly by: number
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('tax_correction_filings')
    .values({
      tax_id: filing.taxId,
      month: filing.month,
      way: filing.way,
      chosen_by: filing.by,
      chosen_at: filing.at,
    })
    .execute()
}

/** What the corrections of one old month come to on the ledger: the postings of their own transfers (I13). */
export async function ledgerTaxOfRows(tx: Tx, taxId: number, rowIds: readonly bigint[]): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(case when e.kind = 'paid' and l.phase in ('settle-tax', 'late-tax') then l.amount_fen
      when e.kind = 'reversed' and l.phase = 'return-tax' then -l.amount_fen else 0 end), 0)::bigint as fen
    from tax_entries e join tax_postings l using (row_id)
    where e.tax_id = ${taxId} and e.row_id = any(${[...rowIds]}::bigint[])`.execute(tx)
  return rows[0]?.fen ?? 0n
}
