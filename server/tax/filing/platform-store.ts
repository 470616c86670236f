// People and income of a quarter, person by person and provider by provider, from the entries of its closed months.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { LeftOut } from './left-out-store.ts'

export type QuarterFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  readonly months: readonly Month[]
}

export type QuarterPerson = {
  readonly providerId: number
  readonly providerName: string
  readonly taxpayerId: string
  readonly name: string
  readonly sealed: string
  readonly payments: number
  readonly paidFen: Fen
  readonly takenBackFen: Fen
  readonly taxFen: Fen
}

const chosen = (column: string, { scope, providerId }: QuarterFilter): RawBuilder<boolean> =>
  sql<boolean>`${inScope(scope, column)} and (${providerId === undefined} or ${sql.ref(column)} = ${providerId ?? 0})`

const within = (filter: QuarterFilter): RawBuilder<boolean> =>
  sql<boolean>`p.month = any(${[...filter.months]}::text[]) and ${chosen('p.provider_id', filter)}`

export function quarterPieces(tx: Tx, filter: QuarterFilter): AsyncGenerator<QuarterPerson[]> {
  return inPieces(
    tx,
    sql<QuarterPerson>`
      with people as (
        select p.provider_id, r.id_hash, max(e.row_id) as last_row, count(*) filter (where e.kind = 'paid')::int as payments,
          coalesce(sum(e.income_fen) filter (where e.kind = 'paid'), 0)::bigint as paid,
          coalesce(-sum(e.income_fen) filter (where e.kind = 'reversed'), 0)::bigint as back, sum(e.tax_fen)::bigint as tax
        from tax_periods p join tax_entries e using (tax_id) join taxed_rows r using (row_id)
        where ${within(filter)} group by 1, 2)
      select q.provider_id as "providerId", v.name as "providerName", v.taxpayer_id as "taxpayerId", l.name, l.sealed, q.payments,
        q.paid as "paidFen", q.back as "takenBackFen", q.tax as "taxFen"
      from people q join provider_profiles v using (provider_id) join taxed_rows l on l.row_id = q.last_row
      order by q.provider_id, l.name, q.last_row`,
  )
}

export type QuarterSum = {
  readonly providerId: number
  readonly providerName: string
  readonly incomeFen: Fen
  readonly taxFen: Fen
  readonly ledgerTaxFen: Fen
}

/** What the periods of each provider say, and what the ledger posted for the same payouts. */
export async function quarterSums(tx: Tx, filter: QuarterFilter): Promise<QuarterSum[]> {
  const { rows } = await sql<QuarterSum>`
    with sums as (select p.provider_id, sum(p.income_fen)::bigint as income, sum(p.tax_fen)::bigint as tax
      from tax_periods p where ${within(filter)} group by 1),
    ledger as (
      select p.provider_id, sum(case when e.kind = 'paid' and l.phase in ('settle-tax', 'late-tax') then l.amount_fen
        when e.kind = 'reversed' and l.phase = 'return-tax' then -l.amount_fen else 0 end)::bigint as tax
      from tax_periods p join tax_entries e using (tax_id) join tax_postings l using (row_id) where ${within(filter)} group by 1)
    select s.provider_id as "providerId", v.name as "providerName", s.income as "incomeFen", s.tax as "taxFen",
      coalesce(l.tax, 0)::bigint as "ledgerTaxFen"
    from sums s join provider_names v using (provider_id) left join ledger l using (provider_id) order by s.provider_id`.execute(
    tx,
  )
  return rows
}

export type QuarterLeftOut = LeftOut & { readonly providerName: string; readonly month: Month }

/** Only what there is: a line a provider, month and reason. */
export async function leftOutOfQuarter(tx: Tx, filter: QuarterFilter): Promise<QuarterLeftOut[]> {
  const last = filter.months.at(-1) ?? ''
  const { rows } = await sql<QuarterLeftOut>`
    with found as (
      select p.provider_id, p.month, 'open' as why, p.open_count as count, p.open_fen as fen
      from tax_periods p where ${within(filter)} and p.month = ${last} and p.open_count > 0
      union all
      select r.provider_id, r.payment_month, 'failed', count(*)::int, sum(r.amount_fen)::bigint
      from taxed_rows r left join tax_entries e on e.row_id = r.row_id and e.kind = 'paid'
      where ${chosen('r.provider_id', filter)} and r.payment_month = any(${[...filter.months]}::text[]) and r.status = 'failed' and e.row_id is null
      group by 1, 2
      union all
      select c.provider_id, c.payment_month, 'cancelled', c.rows, c.amount_fen from cancelled_sums c
      where ${chosen('c.provider_id', filter)} and c.payment_month = any(${[...filter.months]}::text[]))
    select v.name as "providerName", f.month, f.why, f.count, f.fen from found f join provider_names v using (provider_id)
    order by f.provider_id, f.month, f.why`.execute(tx)
  return rows
}
