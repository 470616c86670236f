// Corrections of closed months whose way of filing nobody has recorded yet, for the managers' to-dos.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { inScope } from '../../adapters/postgres/in-scope.ts'
import { openCorrections } from './correction-store.ts'

export type WaitingChoices = {
  readonly count: number
  /** The oldest period, and since when it is closed. */
  readonly month: Month
  readonly since: Date
  /** Empty where it is about several providers. */
  readonly providerName: string
}

/** What waits for a choice in periods from that month on. */
export async function waitingChoices(tx: Tx, scope: Scope, from: Month): Promise<WaitingChoices | undefined> {
  const open = await openCorrections(tx, sql`${inScope(scope, 'p.provider_id')} and p.month >= ${from}`)
  const taxIds = open.map(({ taxId }) => taxId)
  if (taxIds.length === 0) return undefined
  const { rows } = await sql<Omit<WaitingChoices, 'count'> & { providers: number }>`
    select p.month, p.closed_at as since, v.name as "providerName",
      (select count(distinct q.provider_id)::int from tax_periods q where q.tax_id = any(${taxIds}::int[])) as providers
    from tax_periods p join provider_names v using (provider_id) where p.tax_id = any(${taxIds}::int[]) order by p.month, p.tax_id limit 1`.execute(
    tx,
  )
  const [oldest] = rows
  if (oldest === undefined) return undefined
  const { month, since, providers, providerName } = oldest
  return { count: open.length, month, since, providerName: providers === 1 ? providerName : '' }
}
