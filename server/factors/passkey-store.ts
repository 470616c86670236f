// Passkeys, what sessions were asked to sign, and what was signed; the only file that writes these tables.

import type { Tx } from '../adapters/postgres/database.ts'

export type Passkey = {
  readonly passkeyId: number
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly name: string
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
  readonly cloneSeenAt: Date | null
}

/** Those that are not removed, the oldest first; locked on request, so that two removals do not take the last two. */
export async function passkeysOf(tx: Tx, accountId: number, lock?: 'lock'): Promise<Passkey[]> {
  const query = tx
    .selectFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .select([
      'passkey_id as passkeyId',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'name',
      'added_at as addedAt',
      'last_used_at as lastUsedAt',
      'clone_seen_at as cloneSeenAt',
    ])
    .orderBy('passkey_id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

export async function insertPasskey(
  tx: Tx,
  accountId: number,
  key: Pick<Passkey, 'credentialId' | 'counter' | 'name'> & { publicKey: Uint8Array },
  at: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      credential_id: key.credentialId,
      public_key: Buffer.from(key.publicKey),
      counter: BigInt(key.counter),
      name: key.name,
      added_at: at,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row?.passkey_id
}

export async function notePasskeyUse(tx: Tx, passkeyId: number, counter: number, at: Date): Promise<void> {
  const used = { counter: BigInt(counter), last_used_at: at }
  await tx.updateTable('passkeys').set(used).where('passkey_id', '=', passkeyId).execute()
}

export async function noteClone(tx: Tx, passkeyId: number, at: Date): Promise<void> {
  await tx.updateTable('passkeys').set({ clone_seen_at: at }).where('passkey_id', '=', passkeyId).execute()
}

export async function setPasskeyRemoved(tx: Tx, passkeyId: number, at: Date): Promise<void> {
  await tx.updateTable('passkeys').set({ removed_at: at }).where('passkey_id', '=', passkeyId).execute()
}

export type Challenge = {
  readonly kind: 'add' | 'give'
  readonly challenge: string
  /** What is decided, where something is. */
  readonly about: SignedSubject | null
}

/** What a signature is about: a subject that its owner finds it by, and whatever its digest was made of. */
export type SignedSubject = { readonly subject: string; readonly [more: string]: string | number | boolean }

export async function saveChallenge(tx: Tx, tokenHash: Buffer, asked: Challenge, at: Date): Promise<void> {
  const values = {
    kind: asked.kind,
    challenge: asked.challenge,
    about: asked.about === null ? null : JSON.stringify(asked.about),
    made_at: at,
  }
  await tx
    .insertInto('passkey_challenges')
    .values({ token_hash: tokenHash, ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute()
}

/** A challenge is answered once. */
export async function takeChallenge(
  tx: Tx,
  tokenHash: Buffer,
  kind: Challenge['kind'],
  since: Date,
): Promise<Challenge | undefined> {
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('made_at', '>', since)
    .returning(['challenge', 'about'])
    .executeTakeFirst()
  return row && { kind, challenge: row.challenge, about: row.about as SignedSubject | null }
}

export async function insertSignature(
  tx: Tx,
  tokenHash: Buffer,
  signed: {
    readonly passkeyId: number
    readonly about: SignedSubject
    readonly challenge: string
    readonly clientData: Buffer
    readonly authenticatorData: Buffer
    readonly signature: Buffer
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('passkey_signatures')
    .values({
      passkey_id: signed.passkeyId,
      token_hash: tokenHash,
      about: JSON.stringify(signed.about),
      challenge: signed.challenge,
      client_data: signed.clientData,
      authenticator_data: signed.authenticatorData,
      signature: signed.signature,
      signed_at: signed.at,
    })
    .execute()
}

/** Puts a signature behind a passkey that was added or removed. */
export async function insertKeySignature(
  tx: Tx,
  passkeyId: number,
  change: 'add' | 'remove',
  signatureId: bigint,
): Promise<void> {
  const values = { passkey_id: passkeyId, change, signature_id: signatureId }
  await tx.insertInto('passkey_change_signatures').values(values).execute()
}

export type Signature = {
  readonly signatureId: bigint
  readonly challenge: string
  readonly about: SignedSubject
}

/** What this session signed last about a subject, if that was lately. */
export async function lastSignature(
  tx: Tx,
  tokenHash: Buffer,
  subject: string,
  since: Date,
): Promise<Signature | undefined> {
  const row = await tx
    .selectFrom('passkey_signatures')
    .where('token_hash', '=', tokenHash)
    .where('signed_at', '>', since)
    .select(['signature_id as signatureId', 'challenge', 'about'])
    .orderBy('signature_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const about = row?.about as SignedSubject | undefined
  return row && about?.subject === subject ? { ...row, about } : undefined
}

/** One that was given before, by its number. */
export async function findSignature(tx: Tx, signatureId: bigint): Promise<Signature | undefined> {
  const row = await tx
    .selectFrom('passkey_signatures')
    .where('signature_id', '=', signatureId)
    .select(['signature_id as signatureId', 'challenge', 'about'])
    .executeTakeFirst()
  return row && { ...row, about: row.about as SignedSubject }
}
