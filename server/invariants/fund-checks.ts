// The fund flow against the ledger: the kept sums of each day, and the balance that all lines lead to (I6, I7).

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
import { sumsByDay } from './checkpoint-store.ts'
import { type Extent, looksAtBatch, postedSums } from './extent.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

export const fundFlowIsTrue: InvariantCheck = async (tx, _, extent) => [
  ...(await fundDaysAreTrue(tx, extent)),
  ...(await fundSubjectsAreTrue(tx, extent)),
  ...(await flowEndsAtBalance(tx, extent)),
]

/** What is kept of a day is what summing its postings again gives: of all days, or from the day of the checkpoint on. */
async function fundDaysAreTrue(tx: Tx, extent: Extent): Promise<Finding[]> {
  const days = extent.kind === 'whole' ? sql`true` : sql`day >= ${extent.day}::date`
  const { rows } = await sql<{ provider: number; day: string; phase: string }>`
    with counted as (
      select provider_id, day, phase, sum(lines) as lines, sum(fen) as fen from (${sumsByDay(extent)}) s where ${days} group by 1, 2, 3
    ), kept as (select * from fund_days where ${days})
    select coalesce(k.provider_id, c.provider_id) as provider, coalesce(k.day, c.day)::text as day, coalesce(k.phase, c.phase) as phase
    from kept k full join counted c on c.provider_id = k.provider_id and c.day = k.day and c.phase = k.phase
    where (coalesce(k.lines, 0), coalesce(k.amount_fen, 0)) <> (coalesce(c.lines, 0), coalesce(c.fen, 0))
    order by 1, 2, 3 limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ provider, day, phase }) => ({
    invariant: 'I6',
    what: `provider ${provider}: ${phase} of ${day} is not what its postings give`,
  }))
}

/** Postings with the rows that they pay: all of them, or those of the moved batches and whatever else was posted since. */
function postedLines(extent: Extent) {
  const columns = sql`p.provider_id, p.at, p.phase, p.amount_fen, p.subject, p.subject_id`
  if (extent.kind === 'whole')
    return sql`
      select ${columns}, r.batch_id from ledger_lines p
        left join transfer_rows t on p.subject = 'transfer' and t.transfer_id = p.subject_id
        left join payout_rows r on p.subject = 'transfer' and r.row_id = coalesce(t.row_id, p.subject_id)`
  return sql`
    select ${columns}, r.batch_id from payout_rows r left join transfer_names n on n.row_id = r.row_id cross join lateral (
      select * from ledger_lines l where l.subject_id = coalesce(n.transfer_id, r.row_id) and l.subject = 'transfer' offset 0) p
    where ${looksAtBatch(extent, 'r.batch_id')}
    union all
    select ${columns}, p.subject_id from ledger_postings p where p.subject = 'batch' and p.subject_id = any(${[...extent.moved]}::bigint[])
    union all
    select ${columns}, null from ledger_balances o join ledger_postings p on p.provider_id = o.provider_id and p.at >= ${extent.checkpoint.before}
    where p.subject in ('recharge', 'reversal')`
}

/**
 * What is kept of a batch, recharge or reversal on a day: recounted from the postings of that day; a batch's by the rows that it pays. The last
 * time is the last of the same postings.
 */
async function fundSubjectsAreTrue(tx: Tx, extent: Extent): Promise<Finding[]> {
  // From the first day on which one of the moved batches was started; a later day has nothing else of it.
  const subjects =
    extent.kind === 'whole'
      ? sql`true`
      : sql`(k.subject = 'batch' and ${looksAtBatch(extent, 'k.subject_id')} and k.day >= (
            select (min(b.started_at) at time zone 'Asia/Shanghai')::date from payout_batches b where ${looksAtBatch(extent, 'b.batch_id')})
          or (k.subject, k.subject_id) in (select subject, subject_id from counted where subject <> 'batch'))`
  const { rows } = await sql<{ provider: number; day: string; subject: string; id: bigint; phase: string }>`
    with counted as materialized (
      select p.provider_id, (p.at at time zone 'Asia/Shanghai')::date as day, case p.subject when 'transfer' then 'batch' else p.subject end as subject,
        case p.subject when 'transfer' then p.batch_id else p.subject_id end as subject_id, p.phase,
        count(*) as lines, sum(p.amount_fen) as fen, max(p.at) as last_at
      from (${postedLines(extent)}) p where p.phase = any(${flowPhases()}::text[]) group by 1, 2, 3, 4, 5
    ), kept as (select * from fund_subjects k where ${subjects})
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
async function flowEndsAtBalance(tx: Tx, extent: Extent): Promise<Finding[]> {
  // Since a checkpoint by the postings, which the kept days were just held against.
  const flow =
    extent.kind === 'whole'
      ? sql`select provider_id, phase, amount_fen as fen from fund_days`
      : postedSums(extent)
  const sums = await sql<{ provider: number; phase: Phase; fen: bigint }>`
    select provider_id as provider, phase, sum(fen)::bigint as fen from (${flow}) f group by 1, 2`.execute(tx)
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
