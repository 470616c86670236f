// People and income of a quarter, person by person and provider by provider, from the entries of its closed months.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { Quarter } from '@paywages/domain/tax/periods.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import type { LeftOut } from './left-out-store.ts'

export type QuarterFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  readonly quarter: Quarter
  readonly months: readonly Month[]
}

/** Names and phones are compared, never told: the phone by its keyed hash. */
type IdentityBefore = { readonly name: string; readonly phoneHash: string }

export type QuarterPerson = {
  readonly providerId: number
  readonly providerName: string
  readonly taxpayerId: string
  readonly name: string
  readonly sealed: string
  readonly phoneHash: string
  /** As the last report before this quarter had it; null where the person was in none. */
  readonly before: IdentityBefore | null
  readonly entries: number
  /** Of them, those whose tax was withheld and declared. */
  readonly declaredEntries: number
  readonly declaredFen: Fen
  readonly payments: number
  readonly paidFen: Fen
  readonly takenBackFen: Fen
  readonly taxFen: Fen
}

const chosen = (column: string, { scope, providerId }: QuarterFilter): RawBuilder<boolean> =>
  sql<boolean>`${inScope(scope, column)} and (${providerId === undefined} or ${sql.ref(column)} = ${providerId ?? 0})`

const within = (filter: QuarterFilter): RawBuilder<boolean> =>
  sql<boolean>`p.month = any(${[...filter.months]}::text[]) and ${chosen('p.provider_id', filter)}`

/** Everyone with an entry in the quarter, once a provider, by the newest of their payouts in it. */
const peopleOf = (filter: QuarterFilter): RawBuilder<unknown> => sql`
  select p.provider_id, r.id_hash, max(e.row_id) as last_row, count(*) filter (where e.kind = 'paid')::int as payments,
    coalesce(sum(e.income_fen) filter (where e.kind = 'paid'), 0)::bigint as paid,
    coalesce(-sum(e.income_fen) filter (where e.kind = 'reversed'), 0)::bigint as back, sum(e.tax_fen)::bigint as tax,
    count(*)::int as entries, count(*) filter (where r.withholds_tax)::int as declared_entries,
    coalesce(sum(e.income_fen) filter (where r.withholds_tax), 0)::bigint as declared
  from tax_periods p join tax_entries e using (tax_id) join taxed_rows r using (row_id)
  where ${within(filter)} group by 1, 2`

export function quarterPieces(tx: Tx, filter: QuarterFilter): AsyncGenerator<QuarterPerson[]> {
  return inPieces(
    tx,
    sql<QuarterPerson>`
      with people as (${peopleOf(filter)}),
      reported as (
        select distinct on (t.provider_id, i.id_hash) t.provider_id, i.id_hash, i.name, i.phone_hash
        from tax_reported_people t join row_identities i using (row_id)
        where t.quarter < ${filter.quarter} and ${chosen('t.provider_id', filter)} order by 1, 2, t.quarter desc, t.row_id desc)
      select q.provider_id as "providerId", v.name as "providerName", v.taxpayer_id as "taxpayerId", l.name, l.sealed,
        n.phone_hash as "phoneHash",
        case when b.id_hash is not null then json_build_object('name', b.name, 'phoneHash', b.phone_hash) end as before,
        q.entries, q.declared_entries as "declaredEntries", q.declared as "declaredFen", q.payments, q.paid as "paidFen",
        q.back as "takenBackFen", q.tax as "taxFen"
      from people q join provider_profiles v using (provider_id) join taxed_rows l on l.row_id = q.last_row
        join row_identities n on n.row_id = q.last_row
        left join reported b on b.provider_id = q.provider_id and b.id_hash = q.id_hash
      order by q.provider_id, l.name, q.last_row`,
  )
}

/**
 * Keeps who was told of in a quarter's report, by the payout that named them; who is in it already stays. Left out are those
 * whose withholding was declared, unless they were asked for.
 */
export async function recordReported(
  tx: Tx,
  filter: QuarterFilter,
  { includeDeclared, at }: { readonly includeDeclared: boolean; readonly at: Date },
): Promise<void> {
  await sql`
    insert into tax_reported_people (provider_id, quarter, row_id, reported_at)
    select q.provider_id, ${filter.quarter}, q.last_row, ${at}::timestamptz from (${peopleOf(filter)}) q
    where ${includeDeclared} or q.declared_entries < q.entries
    order by 1, 3 on conflict do nothing`.execute(tx)
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
      from failed_outcomes f join taxed_rows r using (row_id, batch_id, provider_id) left join tax_entries e on e.row_id = r.row_id and e.kind = 'paid'
      where ${chosen('r.provider_id', filter)} and r.payment_month = any(${[...filter.months]}::text[]) and e.row_id is null
      group by 1, 2
      union all
      select c.provider_id, c.payment_month, 'cancelled', c.rows, c.amount_fen from cancelled_sums c
      where ${chosen('c.provider_id', filter)} and c.payment_month = any(${[...filter.months]}::text[]))
    select v.name as "providerName", f.month, f.why, f.count, f.fen from found f join provider_names v using (provider_id)
    order by f.provider_id, f.month, f.why`.execute(tx)
  return rows
}
