// Credits of receiving accounts against the recharges that they are the money of (I15).

import { sql } from 'kysely'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

const found = (what: string): Finding => ({ invariant: 'I15', what })

/** A line is the money of one recharge of its own account and to the fen of its amount, and no recharge has two. */
export const creditsAreRecharges: InvariantCheck = async (tx) => {
  const { rows: other } = await sql<{ credit: bigint; recharge: bigint; fen: bigint; asked: bigint | null }>`
    select c.credit_id as credit, c.recharge_id as recharge, c.amount_fen as fen, r.amount_fen as asked
    from receiver_credits c left join recharges r using (recharge_id)
    where c.recharge_id is not null
      and (r.recharge_id is null or r.amount_fen <> c.amount_fen or r.receiver_account <> c.receiver_account)
    order by 1 limit ${MAX_REPORTED}`.execute(tx)
  const { rows: twice } = await sql<{ recharge: bigint; credits: number }>`
    select recharge_id as recharge, count(*)::int as credits from receiver_credits
    where recharge_id is not null group by 1 having count(*) > 1 order by 1 limit ${MAX_REPORTED}`.execute(tx)
  return [
    ...other.map(({ credit, recharge, fen, asked }) =>
      found(
        asked === null || asked !== fen
          ? `credit ${credit} of ${fen} fen is matched with recharge ${recharge} of ${asked ?? 'no'} fen`
          : `credit ${credit} is matched with recharge ${recharge} of another receiving account`,
      ),
    ),
    ...twice.map(({ recharge, credits }) => found(`recharge ${recharge} is the money of ${credits} credits`)),
  ]
}
