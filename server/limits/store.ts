// People restricted from transfers; the only file that writes this table.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import { ID_CARD_NO, LIMIT_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import type { SealedColumns } from '../adapters/postgres/sealed-column.ts'

export type NewLimitUser = {
  readonly providerId: number | null
  readonly name: string
  readonly idHash: string
  readonly sealedId: string
  readonly addedBy: number
  readonly at: Date
}

export async function insertLimitUser(tx: Tx, user: NewLimitUser): Promise<number> {
  const row = await tx
    .insertInto('limit_users')
    .values({
      provider_id: user.providerId,
      name: user.name,
      id_hash: user.idHash,
      sealed_id: user.sealedId,
      added_by: user.addedBy,
      added_at: user.at,
    })
    .returning('limit_id')
    .executeTakeFirstOrThrow()
  return row.limit_id
}

/** Restrictions at every provider bind everyone, so everyone sees them. */
function visible(scope: Scope, of: 'l' | 'owned' = 'l') {
  return sql<boolean>`(${sql.ref(of)}.provider_id is null or ${inScope(scope, `${of}.provider_id`)})`
}

export async function listLimitUsers(
  tx: Tx,
  scope: Scope,
  filter: { name?: string | undefined; providerId?: number | undefined },
  page: { index: number; size: number },
) {
  const found = tx
    .selectFrom('limit_users as l')
    .where('l.removed_at', 'is', null)
    .where(visible(scope))
    // Whoever is restricted everywhere is restricted at this one.
    .$if(filter.providerId !== undefined, (q) =>
      q.where((eb) =>
        eb.or([eb('l.provider_id', 'is', null), eb('l.provider_id', '=', filter.providerId ?? 0)]),
      ),
    )
    .$if(Boolean(filter.name), (q) => q.where('l.name', 'like', containing(filter.name ?? '')))
  const rows = await found
    .leftJoin('provider_names as p', 'p.provider_id', 'l.provider_id')
    .innerJoin('account_names as i', 'i.account_id', 'l.added_by')
    .select([
      'l.limit_id as limitId',
      'l.provider_id as providerId',
      sql<string>`coalesce(p.name, '')`.as('providerName'),
      'l.name',
      'l.sealed_id as sealedId',
      'i.real_name as addedBy',
      'l.added_at as addedAt',
    ])
    .orderBy('l.limit_id', 'desc')
    .limit(page.size)
    .offset(page.index * page.size)
    .execute()
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return { rows, count }
}

export const LIMIT_USER_RECORDS: OwnedRecords = {
  table: 'limit_users',
  id: 'limit_id',
  where: sql`owned.removed_at is null`,
  visible: (scope) => visible(scope, 'owned'),
}

export async function lockLimitUser(tx: Tx, scope: Scope, limitId: number) {
  return tx
    .selectFrom('limit_users as l')
    .where('l.limit_id', '=', limitId)
    .where('l.removed_at', 'is', null)
    .where(visible(scope))
    .select(['l.limit_id as limitId', 'l.provider_id as providerId', 'l.name', 'l.sealed_id as sealedId'])
    .forUpdate()
    .executeTakeFirst()
}

export async function removeLimitUser(
  tx: Tx,
  limitId: number,
  by: { accountId: number; at: Date; reason: string },
): Promise<void> {
  await tx
    .updateTable('limit_users')
    .set({ removed_by: by.accountId, removed_at: by.at, removal_reason: by.reason })
    .where('limit_id', '=', limitId)
    .execute()
}

/** Their hashes go with the seals, so that restricted people stay restricted. */
export const LIMIT_SEALS: SealedColumns = {
  name: 'restricted people',
  table: 'limit_users',
  ids: ['limit_id'],
  columns: ['sealed_id'],
  renew: (cipher, { sealed_id }) => {
    const idCardNo = cipher.open(String(sealed_id), LIMIT_SEAL)
    return { sealed_id: cipher.seal(idCardNo, LIMIT_SEAL), id_hash: cipher.lookupHash(idCardNo, ID_CARD_NO) }
  },
}
