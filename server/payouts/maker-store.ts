// Who proposed and who confirmed the accounts behind a batch, as the proposals publish it.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Maker = {
  readonly accountId: number
  readonly proposerName: string
  /** Empty where it took effect after a cooling time. */
  readonly deciderName: string
  readonly decidedAt: Date
}

export async function makersOf(tx: Tx, accountIds: readonly number[]): Promise<Maker[]> {
  const { rows } = await sql<Maker>`
    select account_id as "accountId", proposer_name as "proposerName", decider_name as "deciderName", decided_at as "decidedAt"
    from account_makers where account_id = any(${[...accountIds]}::int[])`.execute(tx)
  return rows
}
