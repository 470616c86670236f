// Passkeys came and went by their owners' own keys, or by a reset that the audit log tells of (I4, ADR 65, ADR 97, ADR 111).

import { createHash } from 'node:crypto'
import type { KeyChange } from '@paywages/domain/factors/signed-key-change.ts'
import { SIGNATURE_MS } from '@paywages/domain/payouts/signed-decision.ts'
import { sql } from 'kysely'
import { isSignedBy } from '../adapters/passkeys/webauthn.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { keyChangeDigest } from '../factors/sign-key-change.ts'
import { earlierDecisions } from './decisions-before-signatures.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'
import { type KeyLife, type LogPlace, readKeyLives, wasThere } from './key-log.ts'

export async function passkeysAreTheirOwners(tx: Tx): Promise<Finding[]> {
  const lives = new Map((await readKeyLives(tx)).map((life) => [life.passkeyId, life]))
  const wrong = [...(await changedKeys(tx, lives)), ...(await unsignedChanges(tx, lives))]
  return wrong.slice(0, MAX_REPORTED).map((what) => ({ invariant: 'I4', what }))
}

type Lives = ReadonlyMap<number, KeyLife>

type KeyRow = {
  readonly passkeyId: number
  readonly accountId: number
  readonly publicKey: Buffer
  readonly addedAt: Date
  readonly removedAt: Date | null
}

/** The audit log, which is anchored elsewhere, keeps a digest of every public key: one put in its place, moved, dated otherwise or gone is found. */
async function changedKeys(tx: Tx, lives: Lives): Promise<string[]> {
  const { rows: keys } = await sql<KeyRow>`
    select passkey_id as "passkeyId", account_id as "accountId", public_key as "publicKey", added_at as "addedAt", removed_at as "removedAt"
    from passkeys order by passkey_id`.execute(tx)
  const known = new Set(keys.map(({ passkeyId }) => passkeyId))
  return [
    ...keys.flatMap((key) => {
      const what = differenceOf(key, lives.get(key.passkeyId))
      return what === undefined ? [] : [`passkey ${key.passkeyId} ${what}`]
    }),
    ...[...lives.keys()].filter((id) => !known.has(id)).map((id) => `passkey ${id} is gone`),
  ]
}

function differenceOf(key: KeyRow, life: KeyLife | undefined): string | undefined {
  const digest = createHash('sha256').update(key.publicKey).digest('hex')
  if (life?.key !== digest || life.accountId !== key.accountId) return 'is not the one that its owner added'
  if (life.addedAt.getTime() !== key.addedAt.getTime()) return 'was added at another time'
  if (life.gone?.at.getTime() === key.removedAt?.getTime()) return undefined
  return key.removedAt === null ? 'is back after it was taken away' : 'was taken away without its owner'
}

type Change = {
  readonly passkeyId: number
  readonly accountId: number
  readonly change: 'add' | 'remove'
  readonly at: Date
  readonly place: LogPlace
}

type KeySignature = {
  readonly passkeyId: number
  readonly change: Change['change']
  readonly signer: number
  readonly publicKey: Buffer
  readonly challenge: string
  readonly about: { readonly at: string }
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

/** Keys added beside one that was there, and keys taken away, each with what was signed; a reset takes all of them and is told by itself. */
async function unsignedChanges(tx: Tx, lives: Lives): Promise<string[]> {
  const { rows } = await sql<KeySignature>`
    select x.passkey_id as "passkeyId", x.change, o.passkey_id as signer, o.public_key as "publicKey", s.challenge, s.about,
      s.client_data as "clientData", s.authenticator_data as "authenticatorData", s.signature
    from passkey_change_signatures x join passkey_signatures s using (signature_id) join passkeys o on o.passkey_id = s.passkey_id`.execute(
    tx,
  )
  const signatures = new Map(rows.map((row) => [`${row.change} ${row.passkeyId}`, row]))
  const isEarlier = await earlierDecisions(tx)
  const wrong: string[] = []
  for (const changed of changesOf([...lives.values()])) {
    const signed = signatures.get(`${changed.change} ${changed.passkeyId}`)
    if (signed === undefined && isEarlier(`${changed.change}-passkey`, changed.passkeyId)) continue
    const isOwners = signed !== undefined && (await isByOwner(changed, signed, lives.get(signed.signer)))
    if (!isOwners) wrong.push(wordsOf(changed))
  }
  return wrong
}

function changesOf(lives: readonly KeyLife[]): Change[] {
  return lives.flatMap(({ passkeyId, accountId, addedAt, added, gone }) => {
    const beside = lives.some((other) => other.accountId === accountId && wasThere(other, added))
    const add = { passkeyId, accountId, change: 'add', at: addedAt, place: added } as const
    const removed = gone?.by === 'remove' ? [{ ...add, ...gone, change: 'remove' } as const] : []
    return [...(beside ? [add] : []), ...removed]
  })
}

async function isByOwner(
  { passkeyId, accountId, change, at, place }: Change,
  signed: KeySignature,
  signer: KeyLife | undefined,
): Promise<boolean> {
  // The key that is removed may sign so itself.
  const hadSigner = signer && (wasThere(signer, place) || signer.gone?.place === place)
  if (!hadSigner || signer.accountId !== accountId) return false
  const about = new Date(signed.about.at)
  if (Math.abs(at.getTime() - about.getTime()) > SIGNATURE_MS) return false
  const told: KeyChange = change === 'add' ? { change } : { change, passkeyId }
  const digest = keyChangeDigest(told, accountId, about).toString('base64url')
  return digest === signed.challenge && isSignedBy(signed.publicKey, signed.challenge, signed)
}

const wordsOf = ({ passkeyId, change }: Change): string =>
  change === 'add'
    ? `passkey ${passkeyId} was added without a key that its owner had`
    : `passkey ${passkeyId} was taken away without its owner`
