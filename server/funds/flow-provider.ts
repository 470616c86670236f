// Whose account a flow or a statement is of.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { Refused } from '../refused.ts'

export type FlowProvider = {
  readonly providerId: number
  readonly providerName: string
  /** As the bank knows it, where that is on record. */
  readonly fullName: string
}

export async function findProvider(tx: Tx, scope: Scope, providerId: number): Promise<FlowProvider> {
  const { rows } = await sql<FlowProvider>`
    select p.provider_id as "providerId", p.name as "providerName", p.bank_account_name as "fullName"
    from provider_profiles p where p.provider_id = ${providerId} and ${inScope(scope, 'p.provider_id')}`.execute(
    tx,
  )
  if (!rows[0]) throw new Refused('not-found')
  return rows[0]
}
