// What companies decided about how long personal data is kept; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { DecidedPeriod } from '@paywages/domain/retention/retention.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'

/** In the order in which they were decided. */
export async function decidedPeriods(
  tx: Tx,
  providerIds: readonly number[],
): Promise<ReadonlyMap<number, DecidedPeriod[]>> {
  const { rows } = await sql<DecidedPeriod & { providerId: number }>`
    select provider_id as "providerId", kind, years, from_day as from from retention_periods
    where provider_id = any(${[...providerIds]}::int[]) order by period_id`.execute(tx)
  return Map.groupBy(rows, ({ providerId }) => providerId)
}

export async function insertPeriods(
  tx: Tx,
  providerId: number,
  periods: readonly DecidedPeriod[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('retention_periods')
    .values(
      periods.map(({ kind, years, from }) => ({
        provider_id: providerId,
        kind,
        years,
        from_day: from,
        decided_at: at,
      })),
    )
    .execute()
}

export type NamedProvider = { readonly providerId: number; readonly name: string }

export async function listNamed(
  tx: Tx,
  scope: Scope,
  name: string | undefined,
  page: { readonly index: number; readonly size: number },
): Promise<{ rows: NamedProvider[]; count: number }> {
  const found = sql`provider_names n where ${inScope(scope, 'n.provider_id')}
    and ${name ? sql`n.name ilike ${containing(name)}` : sql`true`}`
  const { rows } = await sql<NamedProvider>`
    select n.provider_id as "providerId", n.name from ${found}
    order by n.provider_id desc limit ${page.size} offset ${page.index * page.size}`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(
    tx,
  )
  return { rows, count: counted[0]?.count ?? 0 }
}

/** All of them, in the order of their ids. */
export async function namedProviders(tx: Tx): Promise<NamedProvider[]> {
  const { rows } = await sql<NamedProvider>`
    select provider_id as "providerId", name from provider_names order by provider_id`.execute(tx)
  return rows
}

export async function nameOf(tx: Tx, providerId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from provider_names where provider_id = ${providerId}`.execute(tx)
  return rows[0]?.name
}
