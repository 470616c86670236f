// Which people a search finds: one row a person, however many companies of the scope know them (D26, D27).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { pinyinSearchText } from '@paywages/domain/freelancers/pinyin.ts'
import { MAX_ATTEMPTS, type SigningState } from '@paywages/domain/signing/signing-link.ts'
import { MAX_COUNTED } from '@paywages/wire/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { containing, nameHolds } from '../adapters/postgres/like.ts'
import { countUpTo } from '../adapters/postgres/list-page.ts'

/** Plain data: exports take it to a thread of their own. */
export type PeopleFilter = {
  readonly scope: Scope
  readonly providerId?: number | undefined
  /** A part of the name, or of its spelling in letters. */
  readonly name?: string | undefined
  readonly userId?: number | undefined
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

/** The newest first unless the oldest are asked for; only those after `before` (a uid) where it is given. */
export async function findPeople(
  tx: Tx,
  filter: PeopleFilter,
  page: {
    readonly limit: number
    readonly offset?: number
    readonly before?: number | undefined
    readonly oldestFirst?: boolean
  },
): Promise<number[]> {
  const { limit, offset = 0, before, oldestFirst = false } = page
  const { rows } = await sql<{ userId: number }>`
    select pf.freelancer_id::float8 as "userId" ${found(filter, before)}
    order by pf.freelancer_id ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return rows.map(({ userId }) => userId)
}

/** Up to MAX_COUNTED and one more. */
export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const { rows } = await countUpTo(MAX_COUNTED, sql`select 1 ${found(filter)}`).execute(tx)
  return rows[0]?.count ?? 0
}

/** At one company a person is one row already, and nothing need be grouped, which costs most of the time. */
function found(filter: PeopleFilter, before?: number): RawBuilder<unknown> {
  const { scope, providerId, userId, idHashes, signState } = filter
  const isOne = providerId !== undefined || scope.of === 'provider'
  const rows = [companies(filter, 'pf.provider_id')]
  if (before !== undefined) rows.push(sql`pf.freelancer_id < ${BigInt(before)}`)
  if (userId !== undefined) rows.push(sql`pf.freelancer_id = ${BigInt(userId)}`)
  if (idHashes !== undefined)
    rows.push(
      sql`pf.freelancer_id in (select freelancer_id from freelancers where id_hash = any(${[...idHashes]}::uuid[]))`,
    )
  // Which company knows them by that name is asked below; whom no company knows by it need not be grouped.
  const characters = filter.name ? namedInCharacters(filter.name, 'known.name') : undefined
  if (!isOne && characters)
    rows.push(
      sql`pf.freelancer_id in (select known.freelancer_id from provider_freelancers known where ${characters})`,
    )
  const people = wanted(filter, isOne ? (here) => here : (anywhere) => sql`bool_or(${anywhere})`)
  const standing =
    signState === 'invited' || signState === 'unsigned'
      ? sql`join signing_standings s on s.provider_id = pf.provider_id and s.freelancer_id = pf.freelancer_id`
      : sql``
  const from = sql`from provider_freelancers pf ${standing}`
  if (isOne) return sql`${from} where ${every([...rows, ...people])}`
  return people.length === 0
    ? sql`${from} where ${every(rows)} group by pf.freelancer_id`
    : sql`${from} where ${every(rows)} group by pf.freelancer_id having ${every(people)}`
}

/** Each of these may hold at another company of the scope: the name here, the signature there. */
function wanted(
  filter: PeopleFilter,
  hasRight: (condition: RawBuilder<boolean>) => RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const { name, signed, signState, now } = filter
  const conditions: RawBuilder<boolean>[] = []
  const isSigned = hasRight(sql<boolean>`pf.signed_at is not null`)
  const isInvited = hasRight(
    sql<boolean>`coalesce(s.expires_at > ${now} and s.failed_tries < ${MAX_ATTEMPTS}, false)`,
  )
  if (name) conditions.push(hasRight(named(name)))
  if (signed !== undefined) conditions.push(signed ? isSigned : sql`not ${isSigned}`)
  if (signState === 'signed') conditions.push(isSigned)
  if (signState === 'invited') conditions.push(sql`not ${isSigned}`, isInvited)
  if (signState === 'unsigned') conditions.push(sql`not ${isSigned}`, sql`not ${isInvited}`)
  return conditions
}

function every(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )
}

/**
 * Written or spelled so, of the table pf: wherever people are chosen by the filters of the list. Letters are looked for among the
 * spellings, and in any case in names that have letters: most have none, and cost nothing.
 */
export function named(name: string): RawBuilder<boolean> {
  const characters = namedInCharacters(name, 'pf.name')
  if (characters) return characters
  const spelling = pinyinSearchText(name)
  const hasLetters = sql`octet_length(pf.name) < 3 * char_length(pf.name)`
  const written = sql<boolean>`(${hasLetters} and pf.name ilike ${containing(name)})`
  return spelling === undefined
    ? written
    : sql<boolean>`(${written} or coalesce(pf.pinyin like ${containing(spelling)}, false))`
}

/** A part without letters is nobody's spelling, and an index finds it. */
function namedInCharacters(name: string, column: string): RawBuilder<boolean> | undefined {
  return pinyinSearchText(name) === undefined && !/[a-z]/i.test(name) ? nameHolds(column, name) : undefined
}
