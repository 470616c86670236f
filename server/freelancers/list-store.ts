// Which people a search finds: one row a person, however many companies of the scope know them (D26, D27).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { spellingSought } from '@paywages/domain/freelancers/spelling.ts'
import { MOST_TRIES, type SigningState } from '@paywages/domain/signing/signing-link.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing } from '../adapters/postgres/like.ts'

/** Plain data: exports take it to a thread of their own. */
export type PeopleFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  /** A part of the name, or of its spelling in letters. */
  readonly name?: string | undefined
  /** Of the ID number, under every key. */
  readonly idHashes?: readonly string[] | undefined
  readonly signed?: boolean | undefined
  readonly signState?: SigningState | undefined
  /** Links expire. */
  readonly now: Date
}

/** The companies that the search is about. */
export function companies(
  filter: Pick<PeopleFilter, 'scope' | 'providerId'>,
  column: string,
): RawBuilder<boolean> {
  const { scope, providerId } = filter
  return providerId === undefined
    ? inScope(scope, column)
    : sql<boolean>`(${sql.ref(column)} = ${providerId} and ${inScope(scope, column)})`
}

/** The newest first; only those after `before` (a uid) where it is given. */
export async function findPeople(
  tx: Tx,
  filter: PeopleFilter,
  page: { readonly limit: number; readonly offset?: number; readonly before?: number | undefined },
): Promise<number[]> {
  const { limit, offset = 0, before } = page
  const { rows } = await sql<{ userId: number }>`
    select pf.freelancer_id::float8 as "userId" ${found(filter)}
      ${before === undefined ? sql`` : sql`and pf.freelancer_id < ${BigInt(before)}`}
    ${grouped(filter)}
    order by pf.freelancer_id desc limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(({ userId }) => userId)
}

export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${found(filter)} ${grouped(filter)}) people`.execute(tx)
  return rows[0]?.count ?? 0
}

function found(filter: PeopleFilter): RawBuilder<unknown> {
  const { idHashes, signState } = filter
  const standing =
    signState === 'invited' || signState === 'unsigned'
      ? sql`left join signing_standings s on s.provider_id = pf.provider_id and s.freelancer_id = pf.freelancer_id`
      : sql``
  const byId =
    idHashes === undefined
      ? sql``
      : sql`and pf.freelancer_id in (select freelancer_id from freelancers where id_hash = any(${[...idHashes]}::text[]))`
  return sql`from provider_freelancers pf ${standing} where ${companies(filter, 'pf.provider_id')} ${byId}`
}

/** Each of these may hold at another company of the scope: the name here, the signature there. */
function grouped(filter: PeopleFilter): RawBuilder<unknown> {
  const having: RawBuilder<unknown>[] = []
  if (filter.name) having.push(sql`bool_or(${named(filter.name)})`)
  const signed = sql`bool_or(pf.signed_at is not null)`
  const invited = sql`bool_or(s.link_id is not null and s.expires_at > ${filter.now} and s.failed_tries < ${MOST_TRIES})`
  if (filter.signed !== undefined) having.push(filter.signed ? signed : sql`not ${signed}`)
  if (filter.signState === 'signed') having.push(signed)
  if (filter.signState === 'invited') having.push(sql`not ${signed} and ${invited}`)
  if (filter.signState === 'unsigned') having.push(sql`not ${signed} and not ${invited}`)
  const conditions = having.length === 0 ? sql`` : sql`having ${sql.join(having, sql` and `)}`
  return sql`group by pf.freelancer_id ${conditions}`
}

/** Written or spelled so, of the table pf: wherever people are chosen by the filters of the list. */
export function named(name: string): RawBuilder<boolean> {
  const spelling = spellingSought(name)
  const written = sql<boolean>`pf.name ilike ${containing(name)}`
  return spelling === undefined
    ? written
    : sql<boolean>`(${written} or coalesce(pf.pinyin like ${containing(spelling)}, false))`
}
