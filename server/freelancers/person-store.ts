// Freelancers as a scope sees them: those whom its providers have paid, signed, invited or registered (D26).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export async function countPeopleInScope(tx: Tx, scope: Scope, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pf.freelancer_id)::int as count from provider_freelancers pf
    where pf.freelancer_id = any(${ids.map(BigInt)}::bigint[]) and ${inScope(scope, 'pf.provider_id')}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** By uid, or by the ID number under every known key (D33). */
export async function findPersonId(
  tx: Tx,
  scope: Scope,
  by: { readonly userId: number } | { readonly idHashes: readonly string[] },
): Promise<number | undefined> {
  const who =
    'userId' in by
      ? sql`f.freelancer_id = ${BigInt(by.userId)}`
      : sql`f.id_hash = any(${[...by.idHashes]}::text[])`
  const { rows } = await sql<{ userId: number }>`
    select f.freelancer_id::float8 as "userId" from freelancers f where ${who} and exists (
      select 1 from provider_freelancers pf where pf.freelancer_id = f.freelancer_id and ${inScope(scope, 'pf.provider_id')})`.execute(
    tx,
  )
  return rows[0]?.userId
}
