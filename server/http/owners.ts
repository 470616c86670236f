// Checks, before any handler runs, that the records a call names are inside the caller's scope (D11).

import type { Person } from '@paywages/domain/accounts/person.ts'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Endpoint, RecordKind } from '@paywages/wire/endpoint.ts'
import type { Database, Tx } from '../adapters/postgres/database.ts'
import { countInScope, type OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { Refused } from '../refused.ts'

export type RecordId = number | string

/** Counts how many of these distinct ids exist inside the scope, for kinds whose ids are no numbers. */
type CountOwned = (tx: Tx, scope: Scope, ids: readonly string[], person: Person) => Promise<number>

/** For each kind of record: how its owner is found. */
export type Owners = { readonly [K in RecordKind]: OwnedRecords | CountOwned }

/** A foreign id answers 404 exactly as one that does not exist. */
export async function checkRecords(
  endpoint: Endpoint,
  input: unknown,
  person: Person,
  { owners, query }: { readonly owners: Owners; readonly query: Database['query'] },
): Promise<void> {
  const { scope } = endpoint
  const values = input as Readonly<Record<string, RecordId | readonly RecordId[] | undefined>>
  const requireOwn = async (kind: RecordKind, named: RecordId | readonly RecordId[] | undefined) => {
    const ids = [...new Set(Array.isArray(named) ? (named as RecordId[]) : [named as RecordId])]
    if (ids.includes(undefined as never))
      throw new Error('a record rule names a field that the call does not ask for')
    const owner = owners[kind]
    const found = await query((tx) =>
      typeof owner === 'function'
        ? owner(tx, scopeOf(person), ids.map(String), person)
        : countInScope(tx, owner, scopeOf(person), ids as number[]),
    )
    if (found !== ids.length) throw new Refused('not-found')
  }
  if (scope.rule === 'record') {
    const named = values[scope.at]
    const kind = 'kindAt' in scope ? (values[scope.kindAt] as RecordKind) : scope.kind
    if ((named === undefined && 'optional' in scope) || 'byHandler' in scope) return
    await requireOwn(kind, named)
  }
  if (scope.rule === 'list' && scope.provider !== undefined && values[scope.provider] !== undefined) {
    await requireOwn('provider', values[scope.provider])
  }
}
