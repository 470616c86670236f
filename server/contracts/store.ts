// Enterprise contracts and their history; the only file that writes these tables.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export async function countEnterpriseContractsInScope(
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enterprise_contracts c
    where c.contract_id = any(${[...ids]}::int[]) and ${inScope(scope, 'c.provider_id')}`.execute(tx)
  return rows[0]?.count ?? 0
}
