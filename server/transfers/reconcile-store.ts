// What our books say of a day, to be held against the bank's.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { NAMED, REFERENCE, TRANSFER_ID } from './reference-store.ts'

/**
 * Transfers whose row was paid in that time by the bank's clock. What two people resolved stands apart, as its time is that
 * of their decision, whether or not the bank had given it a number before; and so does what went by files.
 */
export async function paidBetween(tx: Tx, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select ${REFERENCE} as reference from transfers t ${NAMED}
    where t.state in ('succeeded', 'returned') and t.paid and t.payout_at >= ${from} and t.payout_at < ${to} and t.bank_serial <> ''
      and not exists (select 1 from transfer_resolutions s
        where s.transfer_id = ${TRANSFER_ID} and s.status = 'confirmed' and s.outcome = 'succeeded')
      and not exists (select 1 from transfer_queues q where q.batch_id = t.batch_id and q.channel <> 'direct')`.execute(
    tx,
  )
  return rows.map(({ reference }) => reference)
}

/** When anything of a transfer was last written, or the bank's record compared: by the clocks of then, whatever ours says now. */
export async function lastWrittenAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select at from transfer_events order by event_id desc limit 1),
      (select compared_at from sending_gate)) as at`.execute(tx)
  return rows[0]?.at ?? null
}

/** When the bank was last known to have ended a transfer; read once, before anything was compared. */
export async function lastEndedAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select at from transfer_events where to_state in ('succeeded', 'failed', 'returned') order by event_id desc limit 1),
      (select max(answered_at) from transfer_leases)) as at`.execute(tx)
  return rows[0]?.at ?? null
}
