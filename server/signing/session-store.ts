// A signing under way, as its link keeps it: attempts, the code, the session and the photographs. Beside link-store, which issues links,
// the only file that writes this table.

import type { LinkUse, SigningLink } from '@paywages/domain/signing/signing-link.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { lockPerson } from '../freelancers/store.ts'

export type LinkRecord = SigningLink &
  LinkUse & {
    readonly linkId: number
    readonly providerId: number
    readonly userId: number
    readonly createdBy: number
    readonly createdAt: Date
    readonly brand: 1 | 2 | null
    readonly sessionUntil: Date | null
    readonly frontFileId: string | null
    readonly backFileId: string | null
    readonly frontPrint: string | null
    readonly backPrint: string | null
    /** When the console first showed it to somebody. */
    readonly shownAt: Date | null
    readonly codeHash: string | null
    readonly codeUntil: Date | null
    readonly codeSentAt: Date | null
    readonly codeAttempts: number
    /** Of the phone whose code opened the session under way; null where none was asked for. */
    readonly codePhoneHash: string | null
  }

/** By one of the two secrets that a signer may hold; under lock where something is decided by it. */
export async function findLink(
  tx: Tx,
  by: { readonly tokenHash: string } | { readonly sessionHash: string },
  lock?: 'lock',
): Promise<LinkRecord | undefined> {
  const which =
    'tokenHash' in by ? sql`l.token_hash = ${by.tokenHash}` : sql`l.session_hash = ${by.sessionHash}`
  const { rows } = await sql<LinkRecord>`
    select l.link_id::float8 as "linkId", l.provider_id as "providerId", l.freelancer_id::float8 as "userId", l.created_by as "createdBy", l.created_at as "createdAt", l.brand,
      l.expires_at as "expiresAt", l.failed_tries as "failedAttempts", l.used_at as "usedAt", l.revoked_at as "revokedAt",
      l.replaced_at as "replacedAt", l.session_until as "sessionUntil", l.front_file_id as "frontFileId", l.back_file_id as "backFileId", l.front_print as "frontPrint", l.back_print as "backPrint", l.shown_at as "shownAt",
      l.code_hash as "codeHash", l.code_until as "codeUntil", l.code_sent_at as "codeSentAt", l.code_tries as "codeAttempts",
      l.code_phone_hash as "codePhoneHash",
      l.code_sends as "codesSent", l.photo_tries as "photoAttempts"
    from signing_links l where ${which} ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** Once: the console shows when the person first looked. */
export async function noteOpened(tx: Tx, linkId: number, at: Date): Promise<void> {
  await sql`update signing_links set opened_at = ${at} where link_id = ${linkId} and opened_at is null`.execute(
    tx,
  )
}

export async function addFailedAttempt(tx: Tx, linkId: number): Promise<void> {
  await sql`update signing_links set failed_tries = failed_tries + 1 where link_id = ${linkId}`.execute(tx)
}

/** The newest identity check owns the signing; a page that was open before is over. The code is spent. */
export async function beginSession(
  tx: Tx,
  linkId: number,
  session: {
    readonly hash: string
    readonly until: Date
    readonly at: Date
    readonly codePhoneHash: string | null
  },
): Promise<void> {
  await sql`
    update signing_links set session_hash = ${session.hash}, session_until = ${session.until}, failed_tries = 0,
      code_phone_hash = ${session.codePhoneHash},
      code_hash = null, code_until = null, code_tries = 0, identified_at = coalesce(identified_at, ${session.at})
    where link_id = ${linkId}`.execute(tx)
}

/** Whether the person behind the link has shown who they are, however long ago. */
export async function wasIdentified(tx: Tx, tokenHash: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from signing_links where token_hash = ${tokenHash} and identified_at is not null) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}

export async function setCode(
  tx: Tx,
  linkId: number,
  code: { readonly hash: string; readonly until: Date; readonly sentAt: Date },
): Promise<void> {
  await sql`
    update signing_links set code_hash = ${code.hash}, code_until = ${code.until}, code_sent_at = ${code.sentAt}, code_tries = 0,
      code_sends = code_sends + 1
    where link_id = ${linkId}`.execute(tx)
}

export async function addCodeAttempt(tx: Tx, linkId: number): Promise<void> {
  await sql`update signing_links set code_tries = code_tries + 1 where link_id = ${linkId}`.execute(tx)
}

/** A code that never left is no code, and the next one need not wait for it. */
export async function clearCode(tx: Tx, linkId: number, hash: string): Promise<void> {
  await sql`
    update signing_links set code_hash = null, code_until = null, code_sent_at = null, code_tries = 0
    where link_id = ${linkId} and code_hash = ${hash}`.execute(tx)
}

export type Side = 'front' | 'back'

/** Of a photograph that was refused. */
export async function addPhotoAttempt(tx: Tx, linkId: number): Promise<void> {
  await sql`update signing_links set photo_tries = photo_tries + 1 where link_id = ${linkId}`.execute(tx)
}

/** Counts as an attempt in the same statement: a second one would lock the files of both sides again, against the order of the signing. */
export async function setPhoto(
  tx: Tx,
  linkId: number,
  side: Side,
  { fileId, print }: { readonly fileId: string; readonly print: string },
): Promise<void> {
  const [column, printColumn] = [sql.ref(`${side}_file_id`), sql.ref(`${side}_print`)]
  await sql`update signing_links set ${column} = ${fileId}, ${printColumn} = ${print}, photo_tries = photo_tries + 1 where link_id = ${linkId}`.execute(
    tx,
  )
}

/** The session lives on until its time, so that the signer can still take their copy. */
export async function markUsed(tx: Tx, linkId: number, at: Date): Promise<void> {
  await sql`update signing_links set used_at = ${at} where link_id = ${linkId}`.execute(tx)
}

export type SignerRecord = {
  readonly name: string
  readonly sealedId: string
  readonly sealedContact: string
  readonly idHash: string
  readonly signedAt: Date | null
}

/** What the provider knows of the person: whom the identity check is about, and who stands in the contract. */
export async function findSigner(
  tx: Tx,
  link: Pick<LinkRecord, 'providerId' | 'userId'>,
  lock?: 'lock',
): Promise<SignerRecord | undefined> {
  if (lock) await lockPerson(tx, link)
  const { rows } = await sql<SignerRecord>`
    select pf.name, f.sealed_id as "sealedId", pf.sealed_contact as "sealedContact", f.id_hash as "idHash", pf.signed_at as "signedAt"
    from provider_people pf join person_ids f using (freelancer_id)
    where pf.provider_id = ${link.providerId} and pf.freelancer_id = ${link.userId}`.execute(tx)
  return rows[0]
}
