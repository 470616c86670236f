// Records that belong to a provider, declared as data: where they lie, which ids name them, and who sees them (D11).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import { inScope } from './in-scope.ts'
import type { Tables } from './tables.ts'

type RecordsOf<T extends keyof Tables> = {
  readonly table: T
  readonly id: keyof Tables[T] & string
  /** Those that do not fulfil it are not there, whoever asks. */
  readonly where?: RawBuilder<boolean>
  /** Where the scope's word on `provider_id` is not all of it. */
  readonly visible?: (scope: Scope) => RawBuilder<boolean>
}

export type OwnedRecords = { [T in keyof Tables]: RecordsOf<T> }[keyof Tables]

/** How many of these distinct ids exist inside the scope. */
export async function countInScope(
  tx: Tx,
  records: OwnedRecords,
  scope: Scope,
  ids: readonly number[],
): Promise<number> {
  const visible = records.visible ?? ((of: Scope) => inScope(of, 'owned.provider_id'))
  // A number too large for an id names nothing; as a bigint it is compared, not refused.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(records.table)} owned
    where owned.${sql.ref(records.id)} = any(${ids.map(BigInt)}::bigint[])
      and ${records.where ?? sql`true`} and ${visible(scope)}`.execute(tx)
  return rows[0]?.count ?? 0
}
