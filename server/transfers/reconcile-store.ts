// What our books say of a day, to be held against the bank's.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Transfers whose row was paid in that time by the bank's clock; what two people resolved stands apart. */
export async function paidBetween(tx: Tx, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select t.reference from transfers t join payout_lines r on r.row_id = t.row_id
    where t.state in ('succeeded', 'returned') and r.paid_at >= ${from} and r.paid_at < ${to} and t.bank_serial <> ''`.execute(
    tx,
  )
  return rows.map(({ reference }) => reference)
}

/** When the bank was last known to have ended a transfer; read once, before anything was compared. */
export async function lastEndedAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(ended_at) as at from transfers`.execute(tx)
  return rows[0]?.at ?? null
}
