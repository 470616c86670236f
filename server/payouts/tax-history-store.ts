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
    select r.id_hash as hash, b.payment_month as month, sum(r.amount_fen)::bigint as "incomeFen", sum(r.tax_fen)::bigint as "withheldFen",
      coalesce(sum(r.amount_fen) filter (where r.status = 'processing'), 0)::bigint as "pendingFen"
    from unnest(${[...idHashes]}::text[]) w(hash)
      join payout_rows r on r.provider_id = ${providerId} and r.id_hash = w.hash
      join payout_batches b on b.batch_id = r.batch_id
    where b.status = 'transferring' and r.status in ('processing', 'succeeded') and b.payment_month >= ${`${day.slice(0, 4)}-01`}
    group by 1, 2`.execute(tx)
  return byPerson(rows)
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
