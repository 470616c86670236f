// Invitations that wait to be sent by text message, and what became of them.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type WaitingNotice = {
  readonly linkId: number
  readonly attempts: number
  readonly company: string
  /** Of the invitation; links from before it was kept have none. */
  readonly brand: 1 | 2 | null
  readonly sealedContact: string
  readonly sealedToken: string
  readonly expiresAt: Date
}

/** What nobody can sign any more is not worth a message. */
export async function dropDeadNotices(tx: Tx, now: Date): Promise<void> {
  await sql`
    update signing_links set notice = 'none', notice_at = null where link_id in (
      select link_id from signing_links where notice = 'waiting'
        and (used_at is not null or revoked_at is not null or replaced_at is not null or expires_at <= ${now})
      for update skip locked)`.execute(tx)
}

/** Counts the try before it is made, so that no other worker makes it too; until then the next one waits. */
export async function claimNotices(
  tx: Tx,
  lease: { readonly at: Date; readonly until: Date },
  limit: number,
): Promise<WaitingNotice[]> {
  const { rows } = await sql<WaitingNotice>`
    with claimed as (
      update signing_links set notice_tries = notice_tries + 1, notice_at = ${lease.until} where link_id in (
        select link_id from signing_links where notice = 'waiting' and notice_at <= ${lease.at}
        order by notice_at, link_id limit ${limit} for update skip locked)
      returning *)
    select l.link_id::float8 as "linkId", l.notice_tries as attempts, l.brand, coalesce(nullif(p.bank_account_name, ''), p.name) as company,
      pf.sealed_contact as "sealedContact", l.sealed_token as "sealedToken", l.expires_at as "expiresAt"
    from claimed l join provider_profiles p on p.provider_id = l.provider_id
      join provider_people pf on pf.provider_id = l.provider_id and pf.freelancer_id = l.freelancer_id
    order by l.link_id`.execute(tx)
  return rows
}

/** Only of the try that was made: a later one has its own end. */
export async function endAttempt(
  tx: Tx,
  { linkId, attempts }: WaitingNotice,
  end: { readonly notice: 'sent' | 'failed' } | { readonly notice: 'waiting'; readonly at: Date },
): Promise<void> {
  const at = end.notice === 'waiting' ? end.at : null
  await sql`
    update signing_links set notice = ${end.notice}, notice_at = ${at}::timestamptz
    where link_id = ${BigInt(linkId)} and notice = 'waiting' and notice_tries = ${attempts}`.execute(tx)
}
