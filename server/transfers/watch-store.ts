// The figures that alarms watch.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export async function openTransfers(tx: Tx) {
  const { rows: states } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from transfers where state in ('sending', 'in-doubt', 'manual') group by 1
    union all select 'reserved', coalesce(sum(waiting), 0)::int from transfer_queues where waiting > 0`.execute(
    tx,
  )
  const { rows } = await sql<{ oldestDoubt: Date | null; shortfallFen: Fen }>`
    select (select min(first_sent_at) from transfers where state in ('in-doubt', 'manual')) as "oldestDoubt",
      (select coalesce(-sum(suspense_fen), 0)::bigint from ledger_debts) as "shortfallFen"`.execute(tx)
  return { states, oldestDoubt: rows[0]?.oldestDoubt ?? null, shortfallFen: rows[0]?.shortfallFen ?? 0n }
}
