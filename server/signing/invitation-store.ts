// Invitations as the console keeps them: who is to be invited, one link under lock, taking it back.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { MAX_ATTEMPTS, type SigningLink } from '@paywages/domain/signing/signing-link.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { everyOf } from '../adapters/postgres/list-page.ts'
import { named } from '../freelancers/list-store.ts'
import { lockPerson } from '../freelancers/store.ts'

/** Those of the found who have not signed, and how many have. */
export type Found = { readonly unsigned: readonly number[]; readonly signedCount: number }

export type ListedFilter = {
  readonly name?: string | undefined
  readonly userId?: number | undefined
  readonly idHashes?: readonly string[]
}

/** The people whom the filters of a provider's list find; at most `limit` of the unsigned. */
export async function findListed(
  tx: Tx,
  providerId: number,
  filter: ListedFilter,
  limit: number,
): Promise<Found> {
  return find(
    tx,
    sql`select pf.freelancer_id, pf.signed_at from provider_people pf join person_ids f using (freelancer_id)
      where pf.provider_id = ${providerId}
        and ${filter.name ? named(filter.name) : sql`true`}
        and ${filter.userId === undefined ? sql`true` : sql`pf.freelancer_id = ${BigInt(filter.userId)}`}
        and ${filter.idHashes ? sql`f.id_hash = any(${[...filter.idHashes]}::uuid[])` : sql`true`}`,
    limit,
  )
}

/** The people of a batch's payable rows, as far as its provider knows them. */
export async function findOfBatch(tx: Tx, batchId: number): Promise<Found> {
  return find(
    tx,
    sql`select distinct k.freelancer_id, k.signed_at from person_payouts r
        join known_people k on k.provider_id = r.provider_id and k.id_hash = r.id_hash
      where r.batch_id = ${BigInt(batchId)} and r.status <> 'cancelled'`,
    null,
  )
}

async function find(tx: Tx, people: RawBuilder<unknown>, limit: number | null): Promise<Found> {
  const { rows } = await sql<{ unsigned: number[]; signedCount: number }>`
    with people as (${people})
    select coalesce((select array_agg(freelancer_id::float8) from (
        select freelancer_id from people where signed_at is null order by freelancer_id limit ${limit}) u), '{}') as unsigned,
      (select count(*)::int from people where signed_at is not null) as "signedCount"`.execute(tx)
  return rows[0] ?? { unsigned: [], signedCount: 0 }
}

export type InvitationRecord = SigningLink & {
  readonly linkId: number
  readonly providerId: number
  readonly userId: number
  readonly batchId: number | null
  readonly name: string
  readonly sealedToken: string
  /** Whether the person has a contract in force with this provider, by whichever link. */
  readonly signedAt: Date | null
  /** Of the contract that this very link yielded. */
  readonly terminatedAt: Date | null
}

/** Locked, the person comes before the link, as wherever links are issued. */
export async function findInvitation(
  tx: Tx,
  scope: Scope,
  linkId: number,
  lock?: 'lock',
): Promise<InvitationRecord | undefined> {
  const mine = sql`l.link_id = ${BigInt(linkId)} and ${inScope(scope, 'l.provider_id')}`
  if (lock) {
    const { rows: invited } = await sql<{ providerId: number; userId: number }>`
      select l.provider_id as "providerId", l.freelancer_id::float8 as "userId" from signing_links l where ${mine}`.execute(
      tx,
    )
    if (invited[0]) await lockPerson(tx, invited[0])
  }
  const { rows } = await sql<InvitationRecord>`
    select l.link_id::float8 as "linkId", l.provider_id as "providerId", l.freelancer_id::float8 as "userId",
      l.batch_id::float8 as "batchId", pf.name, l.sealed_token as "sealedToken", l.expires_at as "expiresAt",
      l.failed_tries as "failedAttempts", l.used_at as "usedAt", l.revoked_at as "revokedAt", l.replaced_at as "replacedAt",
      pf.signed_at as "signedAt", c.terminated_at as "terminatedAt"
    from signing_links l
      join provider_people pf on pf.provider_id = l.provider_id and pf.freelancer_id = l.freelancer_id
      left join personal_contracts c on c.link_id = l.link_id
    where ${mine} ${lock ? sql`for update of l` : sql``}`.execute(tx)
  return rows[0]
}

/** A signing under way ends with it. */
export async function revokeLink(
  tx: Tx,
  linkId: number,
  by: { readonly accountId: number; readonly at: Date; readonly reason: string },
): Promise<void> {
  await sql`
    update signing_links set revoked_at = ${by.at}, revoked_by = ${by.accountId}, revoke_reason = ${by.reason},
      session_hash = null, session_until = null
    where link_id = ${BigInt(linkId)}`.execute(tx)
}

export type OpenLinkRecord = {
  readonly name: string
  readonly sealedId: string
  readonly sealedContact: string
  readonly sealedToken: string
  readonly expiresAt: Date
  readonly providerName: string
}

type OpenLinks = {
  readonly scope: Scope
  readonly now: Date
  readonly providerId: number | undefined
  readonly batchId: number | undefined
}

function openLinks({ scope, now, providerId, batchId }: OpenLinks): RawBuilder<boolean> {
  return everyOf([
    inScope(scope, 'l.provider_id'),
    providerId !== undefined && sql`l.provider_id = ${providerId}`,
    batchId !== undefined &&
      sql`f.id_hash in (select r.id_hash from person_payouts r where r.batch_id = ${BigInt(batchId)} and r.status <> 'cancelled')`,
    sql`l.used_at is null and l.revoked_at is null and l.replaced_at is null`,
    sql`l.failed_tries < ${sql.lit(MAX_ATTEMPTS)} and l.expires_at > ${now}`,
  ])
}

/** All that a list of links is about to show. */
export async function markListedShown(tx: Tx, which: OpenLinks, at: Date): Promise<void> {
  await sql`
    update signing_links l set shown_at = ${at} from person_ids f
    where f.freelancer_id = l.freelancer_id and l.shown_at is null and ${openLinks(which)}`.execute(tx)
}

/** Links that open at this moment: of a provider, or of the people to be paid by one of its batches. */
export function openLinkPieces(tx: Tx, which: OpenLinks): AsyncGenerator<OpenLinkRecord[]> {
  return inPieces(
    tx,
    sql<OpenLinkRecord>`
      select pf.name, f.sealed_id as "sealedId", pf.sealed_contact as "sealedContact", l.sealed_token as "sealedToken",
        l.expires_at as "expiresAt", p.name as "providerName"
      from signing_links l
        join provider_people pf on pf.provider_id = l.provider_id and pf.freelancer_id = l.freelancer_id
        join person_ids f on f.freelancer_id = l.freelancer_id join provider_names p on p.provider_id = l.provider_id
      where ${openLinks(which)} order by l.link_id`,
  )
}
