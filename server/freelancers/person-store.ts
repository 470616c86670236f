// Freelancers as a scope sees them: those whom its providers have paid, signed, invited or registered (D26).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { companies } from './list-store.ts'

/** How a person is named: by uid, or by the ID number (D33). No ID number is as short as a uid. */
export type Who = number | string

const UID = /^\d{1,15}$/

/** How many of these people the scope's providers know; a person named in two ways counts twice. */
export async function countPeopleInScope(
  tx: Tx,
  cipher: Cipher,
  scope: Scope,
  people: readonly Who[],
): Promise<number> {
  let count = 0
  const uids = people.filter((who) => UID.test(String(who)))
  if (uids.length > 0) {
    const { rows } = await sql<{ count: number }>`
      select count(distinct pf.freelancer_id)::int as count from provider_freelancers pf
      where pf.freelancer_id = any(${uids.map(BigInt)}::bigint[]) and ${inScope(scope, 'pf.provider_id')}`.execute(
      tx,
    )
    count += rows[0]?.count ?? 0
  }
  for (const who of people)
    if (!UID.test(String(who)) && (await findPersonId(tx, cipher, scope, who)) !== undefined) count += 1
  return count
}

/** By uid, or by the ID number under every known key. */
export async function findPersonId(
  tx: Tx,
  cipher: Cipher,
  scope: Scope,
  who: Who,
): Promise<number | undefined> {
  const text = String(who)
  const named = UID.test(text)
    ? sql`f.freelancer_id = ${BigInt(text)}`
    : sql`f.id_hash = any(${[...cipher.lookupHashes(text.toUpperCase(), ID_CARD_NO)]}::uuid[])`
  const { rows } = await sql<{ userId: number }>`
    select f.freelancer_id::float8 as "userId" from freelancers f where ${named} and exists (
      select 1 from provider_freelancers pf where pf.freelancer_id = f.freelancer_id and ${inScope(scope, 'pf.provider_id')})`.execute(
    tx,
  )
  return rows[0]?.userId
}

/** What one company knows of a person, and where they stand with it. */
export type KnownPerson = {
  readonly userId: number
  readonly sealedId: string
  readonly providerId: number
  readonly providerName: string
  readonly platformNames: readonly string[]
  readonly name: string
  readonly nameBound: boolean
  readonly bank: string
  readonly sealedContact: string
  readonly signedAt: Date | null
  readonly link: {
    readonly linkId: number
    readonly createdAt: Date
    readonly expiresAt: Date
    readonly openedAt: Date | null
    readonly failedAttempts: number
  } | null
}

type KnownPersonRow = Omit<KnownPerson, 'link'> & {
  readonly linkId: number | null
  readonly createdAt: Date | null
  readonly expiresAt: Date | null
  readonly openedAt: Date | null
  readonly failedAttempts: number | null
}

/** Of each of these people, every company of the scope that knows them; the one with the newest data first. */
export async function knownPersonsOf(
  tx: Tx,
  of: { readonly scope: Scope; readonly providerId?: number | undefined },
  userIds: readonly number[],
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPersonRow>`
    select pf.freelancer_id::float8 as "userId", f.sealed_id as "sealedId", pf.provider_id as "providerId", p.name as "providerName",
      array(select pl.name from platform_providers pp join platform_names pl using (platform_id)
        where pp.provider_id = pf.provider_id order by pl.platform_id) as "platformNames",
      pf.name, pf.name_bound as "nameBound", pf.bank, pf.sealed_contact as "sealedContact", pf.signed_at as "signedAt",
      s.link_id::float8 as "linkId", s.link_created_at as "createdAt", s.expires_at as "expiresAt", s.opened_at as "openedAt",
      s.failed_tries as "failedAttempts"
    from provider_freelancers pf join freelancers f using (freelancer_id) join provider_names p using (provider_id)
      left join signing_standings s on s.provider_id = pf.provider_id and s.freelancer_id = pf.freelancer_id
    where pf.freelancer_id = any(${userIds.map(BigInt)}::bigint[]) and ${companies(of, 'pf.provider_id')}
    order by pf.freelancer_id desc, pf.refreshed_at desc, pf.provider_id`.execute(tx)
  return rows.map(({ linkId, createdAt, expiresAt, openedAt, failedAttempts, ...row }) => ({
    ...row,
    link:
      linkId === null || createdAt === null || expiresAt === null
        ? null
        : { linkId, createdAt, expiresAt, openedAt, failedAttempts: failedAttempts ?? 0 },
  }))
}

/** When each of these ID numbers was paid last, by the companies in question. */
export async function lastPayouts(
  tx: Tx,
  of: { readonly scope: Scope; readonly providerId?: number | undefined },
  idHashes: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ hash: string; at: Date }>`
    select id_hash as hash, max(paid_at) as at from person_payouts r
    where id_hash = any(${[...idHashes]}::uuid[]) and status = 'succeeded' and ${companies(of, 'r.provider_id')}
    group by id_hash`.execute(tx)
  return new Map(rows.map(({ hash, at }) => [hash, at]))
}
