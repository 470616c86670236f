// Passkeys came and went by their owners' own keys, or by a reset that the audit log tells of (I4, ADR 65, ADR 97).

import { createHash } from 'node:crypto'
import type { KeyChange } from '@paywages/domain/factors/signed-key-change.ts'
import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { sql } from 'kysely'
import { isSignedBy } from '../adapters/passkeys/webauthn.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { keyChangeDigest } from '../factors/sign-key-change.ts'
import { wasBeforeSignatures } from './decisions-before-signatures.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'

export async function passkeysAreTheirOwners(tx: Tx): Promise<Finding[]> {
  const wrong = [...(await changedKeys(tx)), ...(await unsignedChanges(tx))]
  return wrong.slice(0, MAX_REPORTED).map((what) => ({ invariant: 'I4', what }))
}

/** The audit log, which is anchored elsewhere, keeps a digest of every public key: one put in its place, dated otherwise or gone is found. */
async function changedKeys(tx: Tx): Promise<string[]> {
  const { rows: keys } = await sql<{ passkeyId: number; publicKey: Buffer }>`
    select passkey_id as "passkeyId", public_key as "publicKey" from passkeys`.execute(tx)
  const { rows: told } = await sql<{ passkeyId: number; key: string }>`
    select (after->>'passkey')::int as "passkeyId", after->>'key' as key from audit_entries where action = 'add-passkey'`.execute(
    tx,
  )
  const entries = new Set(told.map(({ passkeyId, key }) => `${passkeyId} ${key}`))
  const known = new Set(keys.map(({ passkeyId }) => passkeyId))
  const digestOf = (key: Buffer) => createHash('sha256').update(key).digest('hex')
  return [
    ...keys
      .filter(({ passkeyId, publicKey }) => !entries.has(`${passkeyId} ${digestOf(publicKey)}`))
      .map(({ passkeyId }) => `passkey ${passkeyId} is not the one that its owner added`),
    ...told
      .filter(({ passkeyId }) => !known.has(passkeyId))
      .map(({ passkeyId }) => `passkey ${passkeyId} is gone`),
  ]
}

type Changed = {
  readonly passkeyId: number
  readonly accountId: number
  readonly change: 'add' | 'remove'
  readonly at: Date
  readonly keyOwner: number | null
  readonly publicKey: Buffer
  readonly challenge: string
  readonly about: { readonly at: string }
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

/** Keys added beside one that was there, and keys taken away, each with what was signed; a reset takes all of them and is told by itself. */
async function unsignedChanges(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Changed>`
    with changed as (
      select passkey_id, account_id, 'add' as change, added_at as at from passkeys k where exists (
        select from passkeys o where o.account_id = k.account_id and o.passkey_id < k.passkey_id and (o.removed_at is null or o.removed_at > k.added_at))
      union all
      select passkey_id, account_id, 'remove', removed_at from passkeys k where removed_at is not null and not exists (
        select from audit_entries e where e.action = 'reset-factor' and e.object_id = k.account_id::text and e.at = k.removed_at))
    select c.passkey_id as "passkeyId", c.account_id as "accountId", c.change, c.at, o.account_id as "keyOwner", o.public_key as "publicKey",
      s.challenge, s.about, s.client_data as "clientData", s.authenticator_data as "authenticatorData", s.signature
    from changed c left join passkey_change_signatures x on x.passkey_id = c.passkey_id and x.change = c.change
      left join passkey_signatures s using (signature_id)
      left join passkeys o on o.passkey_id = s.passkey_id and o.added_at < c.at and (o.removed_at is null or o.removed_at >= c.at)
    where x.signature_id is not null or not ${wasBeforeSignatures(sql`c.change || '-passkey'`, sql`c.passkey_id`)}
    order by c.passkey_id, c.change`.execute(tx)
  const wrong: string[] = []
  for (const changed of rows) if (!(await isOwners(changed))) wrong.push(wordsOf(changed))
  return wrong
}

async function isOwners({ passkeyId, accountId, change, at, ...signed }: Changed): Promise<boolean> {
  if (signed.keyOwner !== accountId) return false
  const about = new Date(signed.about.at)
  if (Math.abs(at.getTime() - about.getTime()) > SIGNATURE_MS) return false
  const told: KeyChange = change === 'add' ? { change } : { change, passkeyId }
  const digest = keyChangeDigest(told, accountId, about).toString('base64url')
  return digest === signed.challenge && isSignedBy(signed.publicKey, signed.challenge, signed)
}

const wordsOf = ({ passkeyId, change }: Changed): string =>
  change === 'add'
    ? `passkey ${passkeyId} was added without a key that its owner had`
    : `passkey ${passkeyId} was taken away without its owner`
