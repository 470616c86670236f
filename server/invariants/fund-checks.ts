// The fund flow against the ledger: the kept sums of each day, and the balance that all lines lead to (I6, I7).

import { shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import {
  type AccountBalance,
  addStandings,
  balanceMove,
  EMPTY_ACCOUNT,
  flowPhases,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const fundFlowIsTrue: InvariantCheck = async (tx, _, since) => [
  ...(await fundDaysAreTrue(tx, since)),
  ...(await fundSubjectsAreTrue(tx, since)),
  ...(await flowEndsAtBalance(tx)),
]

/** What is kept of a day is what summing its postings again gives; provider by provider, for the index by time. */
async function fundDaysAreTrue(tx: Tx, since: Date): Promise<Finding[]> {
  const first = shanghaiDay(since)
  const { rows } = await sql<{ provider: number; day: string; phase: string }>`
    with counted as (
      select b.provider_id, c.* from ledger_balances b cross join lateral (
        select (p.at at time zone 'Asia/Shanghai')::date as day, p.phase, count(*) as lines, sum(p.amount_fen) as fen
        from ledger_postings p where p.provider_id = b.provider_id and p.at >= ${startOfDay(first)} group by 1, 2) c
    ), kept as (select * from fund_days where day >= ${first})
    select coalesce(k.provider_id, c.provider_id) as provider, coalesce(k.day, c.day)::text as day, coalesce(k.phase, c.phase) as phase
    from kept k full join counted c on c.provider_id = k.provider_id and c.day = k.day and c.phase = k.phase
    where (coalesce(k.lines, 0), coalesce(k.amount_fen, 0)) <> (coalesce(c.lines, 0), coalesce(c.fen, 0))
    order by 1, 2, 3 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, day, phase }) => ({
    invariant: 'I6',
    what: `provider ${provider}: ${phase} of ${day} is not what its postings give`,
  }))
}

/**
 * What is kept of a batch, recharge or reversal on a day: recounted from the postings of that day; a batch's by the rows that it pays. The last
 * time is the last of the same postings.
 */
async function fundSubjectsAreTrue(tx: Tx, since: Date): Promise<Finding[]> {
  const first = shanghaiDay(since)
  const { rows } = await sql<{ provider: number; day: string; subject: string; id: bigint; phase: string }>`
    with counted as (
      select p.provider_id, (p.at at time zone 'Asia/Shanghai')::date as day, case p.subject when 'transfer' then 'batch' else p.subject end as subject,
        case p.subject when 'transfer' then r.batch_id else p.subject_id end as subject_id, p.phase,
        count(*) as lines, sum(p.amount_fen) as fen, max(p.at) as last_at
      from ledger_postings p
        left join transfer_rows t on p.subject = 'transfer' and t.transfer_id = p.subject_id
        left join payout_rows r on p.subject = 'transfer' and r.row_id = coalesce(t.row_id, p.subject_id)
      where p.at >= ${startOfDay(first)} and p.phase = any(${flowPhases()}::text[]) group by 1, 2, 3, 4, 5
    ), kept as (select * from fund_subjects where day >= ${first})
    select coalesce(k.provider_id, c.provider_id) as provider, coalesce(k.day, c.day)::text as day, coalesce(k.subject, c.subject) as subject,
      coalesce(k.subject_id, c.subject_id) as id, coalesce(k.phase, c.phase) as phase
    from kept k full join counted c on c.provider_id = k.provider_id and c.day = k.day and c.subject = k.subject
      and c.subject_id = k.subject_id and c.phase = k.phase
    where (coalesce(k.lines, 0), coalesce(k.amount_fen, 0), k.last_at) is distinct from (coalesce(c.lines, 0), coalesce(c.fen, 0), c.last_at)
    order by 1, 2, 3, 4, 5 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, day, subject, id, phase }) => ({
    invariant: 'I6',
    what: `provider ${provider}: ${phase} of ${subject} ${id} on ${day} is not what its postings give`,
  }))
}

/** From nothing, over all days, to available + held + shortfall: where the running balance of the last line stands. */
async function flowEndsAtBalance(tx: Tx): Promise<Finding[]> {
  const sums = await sql<{ provider: number; phase: Phase; fen: bigint }>`
    select provider_id as provider, phase, sum(amount_fen)::bigint as fen from fund_days group by 1, 2`.execute(
    tx,
  )
  const flows = new Map<number, AccountBalance>()
  for (const { provider, phase, fen } of sums.rows)
    flows.set(provider, addStandings(flows.get(provider) ?? EMPTY_ACCOUNT, balanceMove(phase, fen)))
  const balances = await sql<{ provider: number; balanceFen: bigint; heldFen: bigint }>`
    select provider_id as provider, available_fen + held_fen + suspense_fen as "balanceFen", held_fen as "heldFen"
    from ledger_balances order by 1`.execute(tx)
  return balances.rows
    .flatMap(({ provider, ...kept }): Finding[] => {
      const flow = flows.get(provider) ?? EMPTY_ACCOUNT
      if (flow.balanceFen === kept.balanceFen && flow.heldFen === kept.heldFen) return []
      const what = `provider ${provider}: its flow ends at ${flow.balanceFen} fen (${flow.heldFen} held), its balance is ${kept.balanceFen} (${kept.heldFen} held)`
      return [{ invariant: 'I7', what }]
    })
    .slice(0, MAX_REPORTED)
}
