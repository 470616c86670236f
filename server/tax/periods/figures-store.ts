// What is declared of each person in a closed period, read from its entries: the source of statements and filing packs.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type AdjustmentItem, termOf } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import { type MonthSoFar, monthsSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type BookedSum, bookedSums } from '../adjustments/booked-store.ts'

export type PersonFigures = {
  readonly idHash: string
  readonly name: string
  readonly sealed: string
  readonly method: TaxMethod
  readonly gapRule: GapRule
  readonly withholds: boolean
  /** Booked in this period. */
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly payments: number
  /** Entries of other months' payouts, and what they add. */
  readonly corrections: number
  readonly correctedIncomeFen: Fen
  readonly correctedTaxFen: Fen
  /** All that this period books, by payment month. */
  readonly booked: readonly MonthSoFar[]
  /** Of payouts that withheld; false and zero where none did. */
  readonly declared: boolean
  readonly declaredIncomeFen: Fen
  /** What stood of the year when the period was closed, by payment month. */
  readonly months: readonly MonthSoFar[]
  /** Adjustments that this period books, by item. */
  readonly adjusted: ItemSums
}

export type ItemSums = Readonly<Partial<Record<AdjustmentItem, Fen>>>

/** Amounts as text: JSON has no whole numbers of that size. */
type MonthLine = { readonly month: Month; readonly income: string; readonly tax: string }
type Line = Omit<PersonFigures, 'months' | 'booked' | 'adjusted'> & {
  readonly months: readonly MonthLine[]
  readonly booked: readonly MonthLine[]
}

export type Period = { readonly taxId: number; readonly providerId: number; readonly month: Month }

/** Everyone with an entry in the period, by name; or some of them, by any of their rows in it. */
export async function periodFigures(
  tx: Tx,
  period: Period,
  rowIds?: readonly bigint[],
): Promise<PersonFigures[]> {
  const { rows } = await linesOf(period, rowIds).execute(tx)
  const hashes = rows.map(({ idHash }) => idHash)
  const booked = bySomebody(await bookedSums(tx, period, hashes))
  return rows.map((line) => figuresOf(line, booked.get(line.idHash)))
}

/**
 * Everyone, as they are read: a period may hold a hundred thousand people. At the end those of whom it books an adjustment and no payout,
 * where an earlier period of the year has declared any.
 */
export async function* figurePieces(tx: Tx, period: Period): AsyncGenerator<PersonFigures[]> {
  const booked = bySomebody(await bookedSums(tx, period))
  const quiet = new Set([...booked].filter(([, sums]) => sums.some(({ own }) => own)).map(([hash]) => hash))
  for await (const piece of inPieces(tx, linesOf(period))) {
    for (const { idHash } of piece) quiet.delete(idHash)
    yield piece.map((line) => figuresOf(line, booked.get(line.idHash)))
  }
  if (quiet.size === 0) return
  const { rows } = await quietLines(period, [...quiet]).execute(tx)
  yield rows.map((line) => figuresOf(line, booked.get(line.idHash)))
}

const bySomebody = (sums: readonly BookedSum[]) => Map.groupBy(sums, ({ idHash }) => idHash)

function linesOf(period: Period, rowIds?: readonly bigint[]): RawBuilder<Line> {
  return sql<Line>`
    with mine as (
      select r.id_hash, sum(e.income_fen)::bigint as income, sum(e.tax_fen)::bigint as tax,
        count(*) filter (where e.kind = 'paid')::int as payments,
        count(*) filter (where e.kind = 'reversed' or e.payment_month <> ${period.month})::int as corrections,
        coalesce(sum(e.income_fen) filter (where e.kind = 'reversed' or e.payment_month <> ${period.month}), 0)::bigint as corrected_income,
        coalesce(sum(e.tax_fen) filter (where e.kind = 'reversed' or e.payment_month <> ${period.month}), 0)::bigint as corrected_tax,
        bool_or(r.withholds_tax) as declared, coalesce(sum(e.income_fen) filter (where r.withholds_tax), 0)::bigint as declared_income,
        max(r.row_id) as last_row
      from tax_entries e join taxed_rows r using (row_id)
      where e.tax_id = ${period.taxId}
        and (${rowIds === undefined} or r.id_hash in (select id_hash from taxed_rows where row_id = any(${[...(rowIds ?? [])]}::bigint[])))
      group by 1),
    year as (
      select r.id_hash, e.payment_month as month, sum(e.income_fen) as income, sum(e.tax_fen) as tax
      from tax_entries e join tax_periods p using (tax_id) join taxed_rows r using (row_id) join mine m using (id_hash)
      where p.provider_id = ${period.providerId} and p.month between ${`${period.month.slice(0, 4)}-01`} and ${period.month}
      group by 1, 2),
    months as (
      select id_hash, json_agg(json_build_object('month', month, 'income', income::text, 'tax', tax::text) order by month) as months
      from year group by 1),
    own as (
      select r.id_hash, e.payment_month as month, sum(e.income_fen) as income, sum(e.tax_fen) as tax
      from tax_entries e join taxed_rows r using (row_id) join mine m using (id_hash)
      where e.tax_id = ${period.taxId} group by 1, 2),
    booked as (
      select id_hash, json_agg(json_build_object('month', month, 'income', income::text, 'tax', tax::text) order by month) as booked
      from own group by 1)
    select m.id_hash as "idHash", l.name, l.sealed, l.tax_method as method, l.gap_rule as "gapRule", l.withholds_tax as withholds,
      m.income as "incomeFen", m.tax as "taxFen", m.payments, m.corrections, m.corrected_income as "correctedIncomeFen",
      m.corrected_tax as "correctedTaxFen",
      m.declared, m.declared_income as "declaredIncomeFen", y.months, b.booked
    from mine m join taxed_rows l on l.row_id = m.last_row join months y on y.id_hash = m.id_hash join booked b on b.id_hash = m.id_hash
    order by l.name, m.last_row`
}

/** People without a payout in the period, by what earlier periods of its year declare of them. */
function quietLines(period: Period, idHashes: readonly string[]): RawBuilder<Line> {
  return sql<Line>`
    with year as (
      select r.id_hash, e.payment_month as month, sum(e.income_fen) as income, sum(e.tax_fen) as tax, max(r.row_id) as last_row
      from tax_entries e join tax_periods p using (tax_id) join taxed_rows r using (row_id)
      where p.provider_id = ${period.providerId} and p.month between ${`${period.month.slice(0, 4)}-01`} and ${period.month}
        and r.id_hash = any(${[...idHashes]}::text[])
      group by 1, 2),
    mine as (
      select id_hash, max(last_row) as last_row,
        json_agg(json_build_object('month', month, 'income', income::text, 'tax', tax::text) order by month) as months
      from year group by 1)
    select m.id_hash as "idHash", l.name, l.sealed, l.tax_method as method, l.gap_rule as "gapRule", l.withholds_tax as withholds,
      0::bigint as "incomeFen", 0::bigint as "taxFen", 0 as payments, 0 as corrections, 0::bigint as "correctedIncomeFen",
      0::bigint as "correctedTaxFen", l.withholds_tax as declared, 0::bigint as "declaredIncomeFen", m.months, '[]'::json as booked
    from mine m join taxed_rows l on l.row_id = m.last_row order by l.name, m.last_row`
}

function figuresOf({ months, booked, ...line }: Line, adjustments: readonly BookedSum[] = []): PersonFigures {
  const own = adjustments.filter((one) => one.own)
  const adjusted: Partial<Record<AdjustmentItem, Fen>> = {}
  for (const { item, fen } of own) adjusted[item] = (adjusted[item] ?? 0n) + fen
  return {
    ...line,
    months: monthsSoFar([...months.map(monthOf), ...adjustments.map(termsOfMonth)]),
    booked: monthsSoFar([...booked.map(monthOf), ...own.map(termsOfMonth)]),
    adjusted,
  }
}

const termsOfMonth = ({ month, item, fen }: BookedSum): MonthSoFar => ({
  month,
  incomeFen: 0n,
  withheldFen: 0n,
  [termOf(item)]: fen,
})

const monthOf = ({ month, income, tax }: MonthLine): MonthSoFar => ({
  month,
  incomeFen: BigInt(income),
  withheldFen: BigInt(tax),
})

/** The ledger's own sum of what a period declares: postings of the entries' transfers (I13). */
export async function ledgerTaxOf(tx: Tx, taxId: number): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(case when e.kind = 'paid' and l.phase in ('settle-tax', 'late-tax') then l.amount_fen
      when e.kind = 'reversed' and l.phase = 'return-tax' then -l.amount_fen else 0 end), 0)::bigint as fen
    from tax_entries e join tax_postings l using (row_id) where e.tax_id = ${taxId}`.execute(tx)
  return rows[0]?.fen ?? 0n
}
