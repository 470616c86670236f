// When the database was set up: nothing of ours is older, and every backup of it knows that day.

import { sql } from 'kysely'
import type { Tx } from './database.ts'

export async function setUpAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null
  }>`select min(applied_at) as at from schema_migrations`.execute(tx)
  return rows[0]?.at ?? null
}
