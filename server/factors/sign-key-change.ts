// Changes of passkeys are signed by a passkey: one that is lost is taken away by two people, not by a one-time code (ADR 97).

import { createHash } from 'node:crypto'
import { CHALLENGE_MS } from '@paywages/domain/factors/passkey.ts'
import {
  type KeyChange,
  keyChangeSubject,
  keyChangeText,
} from '@paywages/domain/factors/signed-key-change.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { Refused } from '../refused.ts'
import { lastSignature } from './passkey-store.ts'

export const keyChangeDigest = (change: KeyChange, accountId: number, at: Date): Buffer =>
  createHash('sha256')
    .update(keyChangeText(change, accountId, at))
    .digest()

/** What the browser is to have signed before this change. */
export const keyChangeQuestion = ({ person, at }: Actor, change: KeyChange) => ({
  digest: keyChangeDigest(change, person.accountId, at),
  about: { subject: keyChangeSubject(change), at: at.toISOString() },
})

/** The signature that stands behind it; refused where none was given for this. */
export async function requireKeySignature(tx: Tx, by: Actor, change: KeyChange): Promise<bigint> {
  const { accountId, sessionToken } = by.person
  const since = new Date(by.at.getTime() - CHALLENGE_MS)
  const signed = await lastSignature(tx, sessionToken, keyChangeSubject(change), since)
  const at = new Date(String(signed?.about.at))
  if (!signed || keyChangeDigest(change, accountId, at).toString('base64url') !== signed.challenge)
    throw new Refused('signature-needed')
  return signed.signatureId
}
