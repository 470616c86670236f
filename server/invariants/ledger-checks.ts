// The ledger against itself: postings, balances, what is open, and what people are shown (I1, I2, I7).

import { PHASES } from '@paywages/domain/ledger/postings.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Extent, looksAtRow, postedSums, sinceOf } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

/** Every account of every provider is what its postings add up to; and they add up to nothing. */
export const balancesArePostings: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ provider: number; account: string; balance: bigint; posted: bigint }>`
    with sums as materialized (
      select provider_id, source, destination, sum(fen) as fen from (${postedSums(extent)}) s group by 1, 2, 3
    ), moves as (
      select provider_id, destination as account, fen from sums union all select provider_id, source, -fen from sums
    ), posted as (
      select provider_id, account, sum(fen)::bigint as fen from moves group by 1, 2
    ), kept as (
      select provider_id, account, fen from ledger_balances, lateral (values
        ('available', available_fen), ('held', held_fen), ('bank-clearing', bank_clearing_fen), ('fee-income', fee_income_fen),
        ('tax-payable', tax_payable_fen), ('vat-payable', vat_payable_fen), ('suspense', suspense_fen)) a(account, fen)
    )
    select coalesce(kept.provider_id, posted.provider_id) as provider, coalesce(kept.account, posted.account) as account,
      coalesce(kept.fen, 0)::bigint as balance, coalesce(posted.fen, 0)::bigint as posted
    from kept full join posted on posted.provider_id = kept.provider_id and posted.account = kept.account
    where coalesce(kept.fen, 0) <> coalesce(posted.fen, 0) limit ${MAX_REPORTED}`.execute(tx)
  const sums = await sql<{ fen: bigint }>`
    select sum(available_fen + held_fen + bank_clearing_fen + fee_income_fen + tax_payable_fen + vat_payable_fen + suspense_fen)::bigint as fen
    from ledger_balances having sum(available_fen + held_fen + bank_clearing_fen + fee_income_fen + tax_payable_fen + vat_payable_fen + suspense_fen) <> 0`.execute(
    tx,
  )
  return [
    ...rows.map(
      (row): Finding => ({
        invariant: 'I1',
        what: `provider ${row.provider}: ${row.account} is ${row.balance} fen, its postings say ${row.posted}`,
      }),
    ),
    ...sums.rows.map((row): Finding => ({ invariant: 'I1', what: `all accounts sum to ${row.fen} fen` })),
  ]
}

/** What is held is what is open, and nothing is below zero. */
export const heldIsOpen: InvariantCheck = async (tx, _, extent) => {
  const { rows } = await sql<{ provider: number; held: bigint; open: bigint; available: bigint }>`
    with open as (
      select t.provider_id, sum(r.amount_fen + r.fee_fen)::bigint as fen from transfers t join payout_rows r using (row_id)
      where t.state in ('reserved', 'sending', 'in-doubt', 'manual') and ${looksAtRow(extent, 't.row_id')} group by 1)
    select b.provider_id as provider, b.held_fen as held, coalesce(open.fen, 0)::bigint as open, b.available_fen as available
    from ledger_balances b left join open using (provider_id)
    where b.held_fen <> coalesce(open.fen, 0) or b.held_fen < 0 or b.available_fen < 0 limit ${MAX_REPORTED}`.execute(
    tx,
  )
  return rows.map((row) => ({
    invariant: 'I2',
    what: `provider ${row.provider}: ${row.held} fen held, ${row.open} open, ${row.available} available`,
  }))
}

/** income − outcome − cost = available − shortfall, and each of them is what its records add up to. */
export const totalsTie: InvariantCheck = async (tx, _, extent) => [
  ...(await untied(tx)),
  ...(await totalsAgainstPostings(tx, extent)),
  ...(await incomeAgainstRecharges(tx, extent)),
]

async function untied(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ provider: number }>`
    select provider_id as provider from ledger_balances
    where income_fen - outcome_fen - cost_fen <> available_fen + suspense_fen`.execute(tx)
  return rows.map(({ provider }) => ({
    invariant: 'I7',
    what: `provider ${provider}: the totals do not tie`,
  }))
}

async function totalsAgainstPostings(tx: Tx, extent: Extent): Promise<Finding[]> {
  const signs = Object.entries(PHASES).flatMap(([phase, rule]) =>
    'total' in rule ? [{ phase, total: rule.total, sign: Number(rule.sign) }] : [],
  )
  const { rows } = await sql<{ provider: number; total: string; kept: bigint; posted: bigint }>`
    with signs as (
      select * from unnest(${signs.map((s) => s.phase)}::text[], ${signs.map((s) => s.total)}::text[], ${signs.map((s) => s.sign)}::int[]) s(phase, total, sign)
    ), posted as (
      select p.provider_id, s.total, sum(s.sign * p.fen)::bigint as fen
      from (${postedSums(extent)}) p join signs s using (phase) group by 1, 2
    ), kept as (
      select provider_id, total, fen from ledger_balances,
        lateral (values ('income', income_fen), ('outcome', outcome_fen), ('cost', cost_fen)) t(total, fen)
    )
    select kept.provider_id as provider, kept.total, kept.fen as kept, coalesce(posted.fen, 0)::bigint as posted
    from kept left join posted on posted.provider_id = kept.provider_id and posted.total = kept.total
    where kept.fen <> coalesce(posted.fen, 0) limit ${MAX_REPORTED}`.execute(tx)
  return rows.map((row) => ({
    invariant: 'I7',
    what: `provider ${row.provider}: ${row.total} is ${row.kept} fen, its postings say ${row.posted}`,
  }))
}

async function incomeAgainstRecharges(tx: Tx, extent: Extent): Promise<Finding[]> {
  const since = sinceOf(extent)
  const decided = extent.kind === 'whole' ? sql`true` : sql`decided_at >= ${since}`
  const posted =
    extent.kind === 'whole'
      ? sql`ledger_postings p`
      : sql`ledger_balances o join ledger_postings p on p.provider_id = o.provider_id and p.at >= ${since}`
  const { rows } = await sql<{ subject: string; id: bigint; recorded: bigint; posted: bigint }>`
    with recorded as (
      select 'recharge' as subject, recharge_id as id, amount_fen as fen from recharges where status = 'approved' and ${decided}
      union all select 'reversal', reversal_id, amount_fen from recharge_reversals where status = 'confirmed' and ${decided}
    ), posted as (
      select p.subject, p.subject_id as id, sum(p.amount_fen)::bigint as fen from ${posted}
      where p.phase in ('recharge', 'recharge-reversal') group by 1, 2
    )
    select coalesce(recorded.subject, posted.subject) as subject, coalesce(recorded.id, posted.id) as id,
      coalesce(recorded.fen, 0)::bigint as recorded, coalesce(posted.fen, 0)::bigint as posted
    from recorded full join posted on posted.subject = recorded.subject and posted.id = recorded.id
    where coalesce(recorded.fen, 0) <> coalesce(posted.fen, 0) limit ${MAX_REPORTED}`.execute(tx)
  return rows.map((row) => ({
    invariant: 'I7',
    what: `${row.subject} ${row.id} is ${row.recorded} fen on record and ${row.posted} in the ledger`,
  }))
}
