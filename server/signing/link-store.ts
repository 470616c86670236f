// Signing links; the only file that writes this table.

import { createHash, randomBytes } from 'node:crypto'
import { linkEnd } from '@paywages/domain/signing/signing-link.ts'
import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { LINK_SEAL } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { OwnedRecords } from '../adapters/postgres/owned-records.ts'
import { lockUnsigned } from '../freelancers/store.ts'

export type IssuedLink = {
  readonly linkId: number
  readonly userId: number
  readonly token: string
  readonly expiresAt: Date
}

/** 256 bits: nobody guesses one. Only its hash is looked up, only its seal is kept. */
export const freshSecret = (): string => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export type LinkDraft = {
  readonly providerId: number
  readonly userIds: readonly number[]
  readonly batchId: number | null
  readonly createdBy: number
  /** Of the session that invites: the signer's page wears it. */
  readonly brand?: 1 | 2
  readonly at: Date
  /** Whether the worker is to send them by text message. */
  readonly notify: boolean
}

/**
 * Gives each person a fresh link and replaces the one that was open. Whoever signed in the meantime is left out; the people
 * are locked in their order, so that two invitations of the same people come one after the other.
 */
export async function issueLinks(tx: Tx, cipher: Cipher, draft: LinkDraft): Promise<IssuedLink[]> {
  const people = await lockUnsigned(tx, draft.providerId, [...new Set(draft.userIds)])
  if (people.length === 0) return []
  await sql`
    update signing_links set replaced_at = ${draft.at}, session_hash = null, session_until = null
    where provider_id = ${draft.providerId} and freelancer_id = any(${people.map(BigInt)}::bigint[])
      and used_at is null and revoked_at is null and replaced_at is null`.execute(tx)
  const expiresAt = linkEnd(draft.at)
  const made = people.map((userId) => ({ userId, token: freshSecret() }))
  const { rows } = await sql<{ linkId: number; userId: number }>`
    insert into signing_links (provider_id, freelancer_id, token_hash, sealed_token, batch_id, created_by, brand, created_at, expires_at, notice, notice_at)
    select ${draft.providerId}, w.id, w.hash, w.sealed, ${draft.batchId}, ${draft.createdBy}, ${draft.brand ?? null}::smallint, ${draft.at}, ${expiresAt},
      ${draft.notify ? 'waiting' : 'none'}, ${draft.notify ? draft.at : null}::timestamptz
    from unnest(${people.map(BigInt)}::bigint[], ${made.map(({ token }) => hashOf(token))}::text[],
      ${made.map(({ token }) => cipher.seal(token, LINK_SEAL))}::text[]) w(id, hash, sealed)
    returning link_id::float8 as "linkId", freelancer_id::float8 as "userId"`.execute(tx)
  const linkOf = new Map(rows.map(({ linkId, userId }) => [userId, linkId]))
  return made.map(({ userId, token }) => ({ linkId: linkOf.get(userId) ?? 0, userId, token, expiresAt }))
}

/** The console shows it to somebody who is not its person. */
export async function markShown(tx: Tx, linkId: number, at: Date): Promise<void> {
  await sql`update signing_links set shown_at = ${at} where link_id = ${linkId} and shown_at is null`.execute(
    tx,
  )
}

/** How many of these people a provider knows at all. */
export async function countKnown(tx: Tx, providerId: number, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from provider_people
    where provider_id = ${providerId} and freelancer_id = any(${userIds.map(BigInt)}::bigint[])`.execute(tx)
  return rows[0]?.count ?? 0
}

export const LINK_RECORDS: OwnedRecords = { table: 'signing_links', id: 'link_id' }
