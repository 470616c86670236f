// What each person earned and had withheld here this year, by payment month (docs/rules/tax.md).

import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

type Month = MonthSoFar & { readonly hash: string }

/** Everything paid or on its way now: one query for all people. */
export async function monthsOf(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
  day: Day,
): Promise<Map<string, MonthSoFar[]>> {
  const { rows } = await sql<Month>`
    select r.id_hash as hash, b.payment_month as month, sum(r.amount_fen)::bigint as "incomeFen", sum(r.tax_fen)::bigint as "withheldFen"
    from unnest(${[...idHashes]}::text[]) w(hash)
      join payout_rows r on r.provider_id = ${providerId} and r.id_hash = w.hash
      join payout_batches b on b.batch_id = r.batch_id
    where b.status = 'transferring' and r.status in ('processing', 'succeeded') and b.payment_month >= ${`${day.slice(0, 4)}-01`}
    group by 1, 2`.execute(tx)
  return byPerson(rows)
}

/**
 * The same as it stood when that batch was started, which fixed its tax: what had been started before it, in the order in
 * which the starts were let in and not by their clocks, and had not failed or come back by then, by each transfer's history:
 * one that failed first and was paid late did not count, and never will for this one.
 */
export async function monthsBefore(
  tx: Tx,
  batch: { batchId: number; providerId: number; startedAt: Date },
  idHash: string,
  day: Day,
): Promise<MonthSoFar[]> {
  const { rows } = await sql<Month>`
    select r.id_hash as hash, b.payment_month as month, sum(r.amount_fen)::bigint as "incomeFen", sum(r.tax_fen)::bigint as "withheldFen"
    from payout_approvals mine
      join payout_rows r on r.provider_id = ${batch.providerId} and r.id_hash = ${idHash}
      join payout_batches b on b.batch_id = r.batch_id
      join payout_approvals theirs on theirs.batch_id = b.batch_id and theirs.step = 'start' and theirs.approval_id < mine.approval_id
      join transfers t on t.row_id = r.row_id
      left join lateral (select e.to_state as state from transfer_events e
        where e.transfer_id = t.transfer_id and e.at <= ${batch.startedAt} order by e.event_id desc limit 1) stood on true
    where mine.batch_id = ${BigInt(batch.batchId)} and mine.step = 'start' and b.payment_month >= ${`${day.slice(0, 4)}-01`}
      and coalesce(stood.state, 'reserved') not in ('failed', 'returned')
    group by 1, 2`.execute(tx)
  return byPerson(rows).get(idHash) ?? []
}

/** A person's rows that the start sent, in the order their tax was worked out; those it refused bore none. */
export async function paidRowsOf(tx: Tx, batchId: number, idHash: string) {
  return tx
    .selectFrom('payout_rows as r')
    .innerJoin('transfers as t', 't.row_id', 'r.row_id')
    .where('r.batch_id', '=', BigInt(batchId))
    .where('r.id_hash', '=', idHash)
    .select(['r.row_id as rowId', 'r.id_hash as idHash', 'r.amount_fen as amountFen'])
    .orderBy('r.row_number')
    .execute()
}

function byPerson(rows: readonly Month[]): Map<string, MonthSoFar[]> {
  const months = new Map<string, MonthSoFar[]>()
  for (const { hash, ...month } of rows) {
    const known = months.get(hash)
    if (known) known.push(month)
    else months.set(hash, [month])
  }
  return months
}
