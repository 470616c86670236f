// What is declared for tax against the payouts, the periods and the ledger (I13).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const taxIsDeclared: InvariantCheck = async (tx, _, since) => [
  ...(await declaredIsPayable(tx)),
  ...(await periodsAreTheirEntries(tx, since)),
  ...(await entriesAreTheirPayouts(tx, since)),
  ...(await adjustmentsAreBooked(tx)),
]

/**
 * Declared, with what succeeded and waits for its period, without what came back and waits to be taken back: that is what the
 * ledger owes. Only rows that bore tax are looked at.
 */
async function declaredIsPayable(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; declared: bigint; payable: bigint }>`
    with moves as (
      select p.provider_id, e.tax_fen as fen from tax_entries e join tax_periods p using (tax_id)
      union all
      select r.provider_id, r.tax_fen from payout_rows r left join tax_entries e on e.row_id = r.row_id and e.kind = 'paid'
      where r.status = 'succeeded' and r.tax_fen > 0 and e.row_id is null
      union all
      select r.provider_id, -e.tax_fen from tax_entries e join payout_rows r using (row_id)
        left join tax_entries back on back.row_id = e.row_id and back.kind = 'reversed'
      where e.kind = 'paid' and r.status <> 'succeeded' and back.row_id is null
    ), declared as (select provider_id, sum(fen)::bigint as fen from moves group by 1)
    select coalesce(b.provider_id, d.provider_id) as provider, coalesce(d.fen, 0)::bigint as declared,
      coalesce(b.tax_payable_fen, 0)::bigint as payable
    from ledger_balances b full join declared d using (provider_id)
    where coalesce(d.fen, 0) <> coalesce(b.tax_payable_fen, 0) order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, declared, payable }) => ({
    invariant: 'I13',
    what: `provider ${provider}: ${declared} fen of tax are declared or wait for it, the ledger owes ${payable}`,
  }))
}

async function periodsAreTheirEntries(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; month: string }>`
    select p.provider_id as provider, p.month from tax_periods p cross join lateral (
      select coalesce(sum(e.income_fen), 0) as income, coalesce(sum(e.tax_fen), 0) as tax, count(distinct r.id_hash) as people
      from tax_entries e join payout_rows r using (row_id) where e.tax_id = p.tax_id) s
    where p.closed_at >= ${since} and (p.income_fen, p.tax_fen, p.people_count) <> (s.income, s.tax, s.people)
    order by 1, 2 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, month }) => ({
    invariant: 'I13',
    what: `provider ${provider}: the period ${month} is not what its entries give`,
  }))
}

/** A payout is declared with its own amounts, in no period before its month, and taken back only after it came back. */
async function entriesAreTheirPayouts(tx: Tx, since: Date): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number; row: bigint; kind: string; month: string }>`
    select p.provider_id as provider, e.row_id as row, e.kind, p.month
    from tax_periods p join tax_entries e using (tax_id) join payout_rows r using (row_id) join payout_batches b using (batch_id)
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
