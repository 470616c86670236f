// What our books say of a day, to be held against the bank's.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export async function knownReferences(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  // A sign that no text of the database holds is in none of ours.
  const possible = references.filter((reference) => !reference.includes('\0'))
  const { rows } = await sql<{ reference: string }>`
    select reference from transfers where reference = any(${possible}::text[])`.execute(tx)
  return new Set(rows.map(({ reference }) => reference))
}

/** Transfers whose row was paid in that time by the bank's clock; what two people resolved stands apart. */
export async function paidBetween(tx: Tx, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select t.reference from transfers t join payout_lines r on r.row_id = t.row_id
    where t.state in ('succeeded', 'returned') and r.paid_at >= ${from} and r.paid_at < ${to} and t.bank_serial <> ''`.execute(
    tx,
  )
  return rows.map(({ reference }) => reference)
}
