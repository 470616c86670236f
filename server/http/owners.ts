// Checks, before any handler runs, that the records a call names are inside the caller's scope (D11).

import type { Person } from '@paywages/domain/accounts/person.ts'
import { type Scope, scopeOf } from '@paywages/domain/accounts/rights.ts'
import type { Endpoint, RecordKind } from '@paywages/wire/endpoint.ts'
import { Refused } from '../refused.ts'

export type RecordId = number | string

/** For each kind of record: how many of these distinct ids exist inside the scope. */
export type Owners = {
  readonly [K in RecordKind]: (scope: Scope, ids: readonly RecordId[], person: Person) => Promise<number>
}

/** A foreign id answers 404 exactly as one that does not exist. */
export async function checkRecords(
  endpoint: Endpoint,
  ask: unknown,
  person: Person,
  owners: Owners,
): Promise<void> {
  const { scope } = endpoint
  const values = ask as Readonly<Record<string, RecordId | readonly RecordId[] | undefined>>
  if (scope.rule === 'record') {
    const named = values[scope.at]
    const kind = 'kindAt' in scope ? (values[scope.kindAt] as RecordKind) : scope.kind
    if (named === undefined && 'optional' in scope) return
    await require(owners[kind], named, person)
  }
  if (scope.rule === 'list' && scope.provider !== undefined && values[scope.provider] !== undefined) {
    await require(owners.provider, values[scope.provider], person)
  }
}

async function require(
  owner: Owners[RecordKind],
  named: RecordId | readonly RecordId[] | undefined,
  person: Person,
): Promise<void> {
  const ids = [...new Set(Array.isArray(named) ? (named as RecordId[]) : [named as RecordId])]
  if (ids.includes(undefined as never))
    throw new Error('a record rule names a field that the call does not ask for')
  const found = await owner(scopeOf(person), ids, person)
  if (found !== ids.length) throw new Refused('not-found')
}
