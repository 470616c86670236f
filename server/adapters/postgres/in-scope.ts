// The scope rule as SQL: which providers' rows a person sees (D11). Every list and every read by id goes through it.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type RawBuilder, sql } from 'kysely'

/** A condition on a provider column, for example `inScope(scope, 'accounts.provider_id')`. */
export function inScope(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.of === 'everything') return sql<boolean>`true`
  if (scope.of === 'provider') return sql<boolean>`${sql.ref(column)} = ${scope.providerId}`
  return sql<boolean>`${sql.ref(column)} in (select provider_id from platform_providers where platform_id = ${scope.platformId})`
}

/** The same with the companies of a platform looked up once, for lists that look at thousands of rows: joined to each, they cost as much as the rows. */
export function inScopeAtOnce(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.of !== 'platform') return inScope(scope, column)
  return sql<boolean>`${sql.ref(column)} = any(array(select provider_id from platform_providers where platform_id = ${scope.platformId}))`
}
