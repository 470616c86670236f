// Where accounts are used from and their phones, as session and accounts publish it, and pairs of accounts that managers look into.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { SharedTrait } from '@paywages/domain/payouts/account-pairs.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'

export type UsedPlace = {
  readonly accountId: number
  readonly kind: 'device' | 'network'
  readonly place: string
  /** How many accounts use it. */
  readonly accounts: number
}

export async function placesOf(
  tx: Tx,
  accountIds: readonly number[],
  sinceDay: string,
): Promise<readonly UsedPlace[]> {
  const { rows } = await sql<UsedPlace>`
    select p.account_id as "accountId", p.kind, p.place, (
      select count(*)::int from places_of_accounts o
      where o.place = p.place and o.kind = p.kind and o.last_used_on >= ${sinceDay}::date) as accounts
    from places_of_accounts p
    where p.account_id = any(${[...accountIds]}::int[]) and p.last_used_on >= ${sinceDay}::date`.execute(tx)
  return rows
}

/** The digests of those that have a phone. */
export async function phonesOf(tx: Tx, accountIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ accountId: number; hash: string }>`
    select account_id as "accountId", phone_hash as hash from phones_of_accounts
    where account_id = any(${[...accountIds]}::int[])`.execute(tx)
  return new Map(rows.map(({ accountId, hash }) => [accountId, hash]))
}

export type PairKey = { readonly providerId: number; readonly accountIds: readonly [number, number] }

export type NotedPair = {
  readonly pairId: number
  readonly accountIds: readonly [number, number]
  readonly traits: readonly SharedTrait[]
  /** Null while a manager is asked. */
  readonly clearedAt: Date | null
  readonly clearedName: string
  readonly clearedWord: string
}

function notedPairs(tx: Tx) {
  return tx
    .selectFrom('account_pairs as p')
    .leftJoin('account_names as c', 'c.account_id', 'p.cleared_by')
    .select([
      'p.pair_id as pairId',
      sql<[number, number]>`array[p.account_a, p.account_b]`.as('accountIds'),
      sql<SharedTrait[]>`p.traits`.as('traits'),
      'p.cleared_at as clearedAt',
      sql<string>`coalesce(c.real_name, '')`.as('clearedName'),
      'p.cleared_word as clearedWord',
    ])
}

/** Of these accounts, held until the transaction ends where one of them decides. */
export async function pairsOf(
  tx: Tx,
  providerId: number,
  accountIds: readonly number[],
  lock?: 'lock',
): Promise<NotedPair[]> {
  const ids = [...accountIds]
  const asked = notedPairs(tx)
    .where('p.provider_id', '=', providerId)
    .where('p.account_a', 'in', ids)
    .where('p.account_b', 'in', ids)
    .orderBy('p.pair_id')
  return ids.length === 0 ? [] : (lock ? asked.forUpdate('p') : asked).execute()
}

type Finding = PairKey & {
  readonly traits: readonly SharedTrait[]
  readonly batchId: number
  readonly at: Date
}

/** A manager is asked about it, or asked again. */
export async function askAboutPair(tx: Tx, { providerId, accountIds, traits, batchId, at }: Finding) {
  await tx
    .insertInto('account_pairs')
    .values({
      provider_id: providerId,
      account_a: accountIds[0],
      account_b: accountIds[1],
      traits: [...traits],
      batch_id: BigInt(batchId),
      found_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_a', 'account_b']).doUpdateSet({
        traits: [...traits],
        batch_id: BigInt(batchId),
        found_at: at,
        cleared_at: null,
        cleared_by: null,
        cleared_word: '',
      }),
    )
    .execute()
}

export async function clearPair(
  tx: Tx,
  pairId: number,
  by: { readonly accountId: number; readonly at: Date; readonly word: string },
): Promise<void> {
  await tx
    .updateTable('account_pairs')
    .set({ cleared_by: by.accountId, cleared_at: by.at, cleared_word: by.word })
    .where('pair_id', '=', pairId)
    .execute()
}

/** What managers of the scope are asked, the oldest first; never about themselves. */
export async function askedPairs(tx: Tx, scope: Scope, accountId: number) {
  return tx
    .selectFrom('account_pairs as s')
    .innerJoin('account_names as a', 'a.account_id', 's.account_a')
    .innerJoin('account_names as b', 'b.account_id', 's.account_b')
    .innerJoin('provider_names as p', 'p.provider_id', 's.provider_id')
    .where(inScope(scope, 's.provider_id'))
    .where('s.cleared_at', 'is', null)
    .where('s.account_a', '<>', accountId)
    .where('s.account_b', '<>', accountId)
    .select([
      sql<string>`coalesce(nullif(a.real_name, ''), a.account)`.as('one'),
      sql<string>`coalesce(nullif(b.real_name, ''), b.account)`.as('other'),
      sql<SharedTrait[]>`s.traits`.as('traits'),
      sql<number>`s.batch_id::float8`.as('batchId'),
      'p.name as providerName',
      's.found_at as foundAt',
    ])
    .orderBy('s.pair_id')
    .execute()
}
