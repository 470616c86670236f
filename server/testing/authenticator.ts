// A passkey in memory, for tests: makes and answers questions as a browser's authenticator would (WebAuthn, ES256).

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { keyChangeSubject } from '@paywages/domain/factors/signed-key-change.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { recordEntry } from '../audit-log/record-entry.ts'
import { insertPasskey, insertSignature, saveChallenge } from '../factors/passkey-store.ts'
import { keyDigest } from '../factors/passkeys.ts'
import { keyChangeDigest } from '../factors/sign-key-change.ts'
import { actorOf } from './actor.ts'
import type { TestServices } from './test-services.ts'

const ORIGIN = 'http://localhost'
const RP_ID = 'localhost'

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

export type Authenticator = {
  readonly credentialId: string
  /** As COSE. */
  readonly publicKey: Buffer
  /** Its counter, which a test may turn back. */
  counter: number
  register(challenge: string): string
  answer(challenge: string): string
}

export function newAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  const cose = coseOf(publicKey)
  const own: Authenticator = {
    credentialId,
    publicKey: cose,
    counter: 0,
    register: (challenge) => {
      const lengths = Buffer.alloc(18)
      lengths.writeUInt16BE(id.length, 16)
      const data = Buffer.concat([authenticatorData(PRESENT | VERIFIED | WITH_KEY, 0), lengths, id, cose])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(data)],
      ])
      return credentialJson(credentialId, {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      })
    },
    answer: (challenge) => {
      own.counter += 1
      const data = authenticatorData(PRESENT | VERIFIED, own.counter)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return credentialJson(credentialId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
  return own
}

/** What is asked in `options`, as the browser reads it. */
export const challengeOf = (options: string): string =>
  (JSON.parse(options) as { challenge: string }).challenge

/** A passkey of this account, added as its owner would have. */
export async function passkeyFor(
  services: TestServices,
  accountId: number,
): Promise<Authenticator & { readonly passkeyId: number }> {
  const key = newAuthenticator()
  const [{ account } = { account: '' }] = await services.query<{ account: string }>(
    'select account from accounts where account_id = $1',
    [accountId],
  )
  const by = await actorOf(services, account)
  const passkeyId = await services.database.transact(async (tx) => {
    const id = (await insertPasskey(tx, accountId, { ...key, name: 'Phone' }, by.at)) ?? 0
    const after = { passkey: id, name: 'Phone', key: keyDigest(key.publicKey) }
    await recordEntry(tx, by, { action: 'add-passkey', object: { kind: 'account', id: accountId }, after })
    return id
  })
  return Object.assign(key, { passkeyId })
}

/** Every live session is asked the same: for calls whose session is not known beforehand. */
export async function challengeAll(services: TestServices, kind: 'add' | 'give'): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const sessions = await services.query<{ token_hash: Buffer }>('select token_hash from sessions')
  await services.database.transact(async (tx) => {
    for (const { token_hash: tokenHash } of sessions)
      await saveChallenge(tx, tokenHash, { kind, challenge, about: null }, services.clock.now())
  })
  return challenge
}

/** Every live session of its owner has signed that this passkey is removed. */
export async function signRemovalInAll(services: TestServices, passkeyId: number): Promise<void> {
  const change = { change: 'remove', passkeyId } as const
  const sessions = await services.query<{ token_hash: Buffer; account_id: number }>(
    'select s.token_hash, s.account_id from sessions s join passkeys k using (account_id) where k.passkey_id = $1',
    [passkeyId],
  )
  const at = services.clock.now()
  await services.database.transact(async (tx) => {
    for (const { token_hash: tokenHash, account_id: accountId } of sessions)
      await insertSignature(tx, tokenHash, {
        passkeyId,
        about: { subject: keyChangeSubject(change), at: at.toISOString() },
        challenge: keyChangeDigest(change, accountId, at).toString('base64url'),
        clientData: Buffer.alloc(0),
        authenticatorData: Buffer.alloc(0),
        signature: Buffer.alloc(0),
        at,
      })
  })
}

function authenticatorData(flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags, 0)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(RP_ID).digest(), rest])
}

const clientData = (type: string, challenge: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false }))

function credentialJson(id: string, response: Record<string, string>): string {
  return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}
