// The figures that alarms watch.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export async function openTransfers(tx: Tx) {
  const { rows: states } = await sql<{ state: string; count: number }>`
    select t.state::text as state, count(*)::int as count from (
      select row_id from transfer_questions
      union select t.row_id from transfer_leases l
        join current_transfers t on t.row_id between l.first_row_id and l.last_row_id and t.lease_id = l.lease_id
        where not l.swept and t.state = 'sending') open join current_transfers t using (row_id) group by 1
    union all select 'reserved', coalesce(sum(waiting), 0)::int from transfer_queues where waiting > 0`.execute(
    tx,
  )
  const { rows } = await sql<{ oldestDoubt: Date | null; shortfallFen: Fen }>`
    select (select min(first_sent_at) from transfer_questions where next_ask_at is not null) as "oldestDoubt",
      (select coalesce(-sum(suspense_fen), 0)::bigint from ledger_debts) as "shortfallFen"`.execute(tx)
  return { states, oldestDoubt: rows[0]?.oldestDoubt ?? null, shortfallFen: rows[0]?.shortfallFen ?? 0n }
}
