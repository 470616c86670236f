// What is declared for tax against the payouts, the periods and the ledger (I13).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { batchDues } from './checkpoint-store.ts'
import { type Extent, looksAtBatch, sinceOf } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const taxIsDeclared: InvariantCheck = async (tx, _, extent) => [
  ...(await declaredIsPayable(tx, extent)),
  ...(await periodsAreTheirEntries(tx, sinceOf(extent))),
  ...(await entriesAreTheirPayouts(tx, sinceOf(extent))),
  ...(await adjustmentsAreBooked(tx)),
]

/**
 * Declared, with what succeeded and waits for its period, without what came back and waits to be taken back: that is what the
 * ledger owes. What waits is known to the next closing, which looks at nothing else. Both in one statement, as it reads every payout.
 */
async function declaredIsPayable(tx: Tx, extent: Extent): Promise<Finding[]> {
  const { rows } = await sql<Undeclared | Untied>`
    with waiting as materialized (
      select r.provider_id, r.row_id, r.batch_id, r.status, case when r.status = 'succeeded' then r.tax_fen else -paid.tax_fen end as fen
      from payout_lines r left join tax_entries paid on paid.row_id = r.row_id and paid.kind = 'paid'
        left join tax_entries back on back.row_id = r.row_id and back.kind = 'reversed'
      where ${looksAtBatch(extent, 'r.batch_id')} and case when r.status = 'succeeded' then paid.row_id is null else paid.row_id is not null and back.row_id is null end
    ), moves as (${declaredMoves(extent)}), declared as (select provider_id, sum(fen)::bigint as fen from moves group by 1), untied as (
      select coalesce(b.provider_id, d.provider_id) as provider, coalesce(d.fen, 0)::bigint as declared,
        coalesce(b.tax_payable_fen, 0)::bigint as payable
      from ledger_balances b full join declared d using (provider_id)
      where coalesce(d.fen, 0) <> coalesce(b.tax_payable_fen, 0) order by 1 limit ${MAX_REPORTED}
    ), listed as materialized (
      select row_id from tax_undeclared_rows where last_row_id is null
      union select r.row_id from tax_undeclared_rows u join payout_rows r on r.row_id between u.row_id and u.last_row_id and r.batch_id = u.batch_id
      where ${looksAtBatch(extent, 'u.batch_id')}
    ), missed as (
      select w.provider_id as provider, w.row_id as row, w.status, b.payment_month as month
      from waiting w join payout_batches b using (batch_id) left join listed u on u.row_id = w.row_id
      where b.status = 'transferring' and u.row_id is null order by 1, 2 limit ${MAX_REPORTED})
    select provider, declared, payable, null::bigint as row, null as status, null as month from untied
    union all
    select provider, null, null, row, status, month from missed`.execute(tx)
  return rows.map((one) => ({
    invariant: 'I13',
    what:
      one.row === null
        ? `provider ${one.provider}: ${one.declared} fen of tax are declared or wait for it, the ledger owes ${one.payable}`
        : `provider ${one.provider}: row ${one.row} of ${one.month} is ${one.status}, and no closing would ${one.status === 'succeeded' ? 'declare it' : 'take it back'}`,
  }))
}

/** What is owed, as it came about: by all entries and what waits, or by what the checkpoint knows of every other batch and the moved ones anew. */
function declaredMoves(extent: Extent) {
  if (extent.kind === 'whole')
    return sql`
      select p.provider_id, e.tax_fen as fen from tax_entries e join tax_periods p using (tax_id)
      union all select provider_id, fen from waiting`
  return sql`
    select provider_id, tax_fen as fen from checked_providers
    union all select provider_id, -tax_fen from checked_batches where ${looksAtBatch(extent, 'batch_id')}
    union all select provider_id, tax_fen from (${batchDues(extent)}) dues`
}

type Untied = {
  readonly provider: number
  readonly declared: bigint
  readonly payable: bigint
  readonly row: null
}
type Undeclared = {
  readonly provider: number
  readonly row: bigint
  readonly status: string
  readonly month: string
}

/** A period has the sums of its entries, and so have its people by payment month and way of withholding, from whom declarations are read. */
async function periodsAreTheirEntries(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; month: string; untied: boolean }>`
    with lately as (select * from tax_periods where closed_at >= ${since}),
    sums as materialized (
      select e.tax_id, r.id_hash, e.payment_month, case when b.withholds_tax then b.tax_method else 'none' end as withheld_as, sum(e.income_fen) as income, sum(e.tax_fen) as tax, count(*) as entries,
        count(*) filter (where e.kind = 'paid') as payments, count(*) filter (where b.withholds_tax) as declared,
        coalesce(sum(e.income_fen) filter (where b.withholds_tax), 0) as declared_income
      from lately join tax_entries e using (tax_id) join payout_rows r using (row_id) join payout_batches b using (batch_id) group by 1, 2, 3, 4),
    kept as (
      select m.tax_id, m.id_hash, m.payment_month, m.withheld_as, sum(m.income_fen) as income, sum(m.tax_fen) as tax, sum(m.entries) as entries,
        sum(m.payments) as payments, sum(m.declared_entries) as declared, sum(m.declared_income_fen) as declared_income
      from lately join tax_person_months m using (tax_id) group by 1, 2, 3, 4),
    wrong as (
      select distinct tax_id from sums s full join kept k using (tax_id, id_hash, payment_month, withheld_as)
      where (s.income, s.tax, s.entries, s.payments, s.declared, s.declared_income)
        is distinct from (k.income, k.tax, k.entries, k.payments, k.declared, k.declared_income)),
    totals as (select tax_id, sum(income) as income, sum(tax) as tax, count(distinct id_hash) as people from sums group by 1),
    compared as (
      select p.provider_id as provider, p.month, w.tax_id is not null as wrong,
        (p.income_fen, p.tax_fen, p.people_count) <> (coalesce(t.income, 0), coalesce(t.tax, 0), coalesce(t.people, 0)) as untied
      from lately p left join totals t using (tax_id) left join wrong w using (tax_id))
    select provider, month, untied from compared where untied or wrong order by 1, 2 limit ${MAX_REPORTED}`.execute(
    tx,
  )
  return rows.map(({ provider, month, untied }) => ({
    invariant: 'I13',
    what: `provider ${provider}: ${untied ? 'the period' : 'the sums by person of the period'} ${month} ${untied ? 'is' : 'are'} not what its entries give`,
  }))
}

/** A payout is declared with its own amounts, in no period before its month, and taken back only after it came back. */
async function entriesAreTheirPayouts(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; row: bigint; kind: string; month: string }>`
    select p.provider_id as provider, e.row_id as row, e.kind, p.month
    from tax_periods p join tax_entries e using (tax_id) join payout_lines r using (row_id) join payout_batches b using (batch_id)
      left join (tax_entries paid join tax_periods first on first.tax_id = paid.tax_id) on paid.row_id = e.row_id and paid.kind = 'paid'
    where p.closed_at >= ${since} and (r.provider_id <> p.provider_id or e.payment_month is distinct from b.payment_month
      or p.month < e.payment_month
      or (e.kind = 'paid' and (e.income_fen, e.tax_fen) <> (r.amount_fen, r.tax_fen))
      or (e.kind = 'reversed' and (r.status = 'succeeded' or paid.row_id is null or first.month >= p.month
        or (e.income_fen, e.tax_fen) <> (-paid.income_fen, -paid.tax_fen))))
    order by 1, 2, 3 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, row, kind, month }) => ({
    invariant: 'I13',
    what: `provider ${provider}: row ${row} is ${kind} in the period ${month} against its payout`,
  }))
}

/** A confirmed adjustment stands in the first period from its month on that is closed, as it was confirmed; any other stands in none. */
async function adjustmentsAreBooked(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; adjustment: number; booked: string | null }>`
    select a.provider_id as provider, a.adjustment_id as adjustment, p.month as booked
    from tax_adjustments a left join (tax_adjustment_entries e join tax_periods p using (tax_id)) using (adjustment_id)
      left join lateral (select min(month) as month from tax_periods
        where provider_id = a.provider_id and month >= a.counted_month) due on a.status = 'confirmed'
    where p.month is distinct from due.month or p.provider_id <> a.provider_id
      or (e.freelancer_id, e.month, e.item, e.amount_fen) <> (a.freelancer_id, a.counted_month, a.item, a.amount_fen)
    order by 1, 2 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, adjustment, booked }) => ({
    invariant: 'I13',
    what: `provider ${provider}: adjustment ${adjustment} is booked in ${booked ?? 'no period'} against its confirmation`,
  }))
}
