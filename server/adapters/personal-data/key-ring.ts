// Derives every key of the product from SECRET_KEY and keeps the old ones for reading during a rotation.

import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { StartProblem } from '../start-problem.ts'
import { weaknessOf } from './secret-strength.ts'

const PURPOSES = [
  'personal-data',
  'personal-lookup',
  'data-keys',
  'audit-chain',
  'content-hash',
  'file-store',
] as const
export type KeyPurpose = (typeof PURPOSES)[number]

export type KeyRing = {
  /** Eight hex digits that name the current secret without telling anything about it. */
  readonly currentId: string
  readonly current: (purpose: KeyPurpose) => KeyObject
  /** Undefined when no secret of this id was given. */
  readonly byId: (keyId: string, purpose: KeyPurpose) => KeyObject | undefined
  /** The current key first, then the old ones in the order given. */
  readonly all: (purpose: KeyPurpose) => readonly KeyObject[]
  /** Of every secret at hand, the current one first, then the old ones, then the next. */
  readonly ids: readonly string[]
  /** Rolled out, and not yet written with. */
  readonly nextId: string | undefined
  /** Made with one key for good where the database names it; else with all at hand, the current one first. */
  readonly lookups: readonly KeyObject[]
  /** Whether a change of secrets leaves lookup hashes as they are. */
  readonly keepsLookups: boolean
  /** What another thread opens the same ring with. */
  readonly secrets: Secrets
}

/** One purpose's key of a secret that may be gone. */
export type KeptKey = { readonly keyId: string; readonly purpose: KeyPurpose; readonly material: string }

export type Secrets = {
  readonly current: string
  readonly old: readonly string[]
  readonly next?: string | undefined
  readonly kept?: readonly KeptKey[] | undefined
  /** Which secret's key lookup hashes are made with. */
  readonly lookupId?: string | undefined
}

type SecretKeys = { readonly id: string; readonly keys: Readonly<Record<KeyPurpose, KeyObject>> }

export function openKeyRing(secrets: Secrets): KeyRing {
  const { current, next } = secrets
  const weakness = weaknessOf(current.trim())
  if (weakness !== undefined) {
    throw new StartProblem(`SECRET_KEY ${weakness}; make one with: openssl rand -base64 48`)
  }
  const nextWeakness = next === undefined ? undefined : weaknessOf(next.trim())
  if (nextWeakness !== undefined) throw new StartProblem(`SECRET_KEY_NEXT ${nextWeakness}`)
  // An old secret may be weak, for that is a reason to rotate; one that could never have been set is a slip.
  if (secrets.old.some((secret) => secret.trim().length < 32)) {
    throw new StartProblem('SECRET_KEY had no old value shorter than 32 characters, but one is given')
  }
  const newest = deriveKeys(current)
  const readable = [newest, ...[...secrets.old, ...(next === undefined ? [] : [next])].map(deriveKeys)]
  const ring = new Map(readable.map((secret) => [secret.id, secret.keys]))
  const kept = new Map(
    secrets.kept?.map(({ keyId, purpose, material }) => [
      `${keyId}:${purpose}`,
      createSecretKey(Buffer.from(material, 'base64')),
    ]),
  )
  const every = (purpose: KeyPurpose) => [...ring.values()].map((keys) => keys[purpose])
  const lists = new Map(PURPOSES.map((purpose) => [purpose, every(purpose)]))
  const byId = (keyId: string, purpose: KeyPurpose) =>
    ring.get(keyId)?.[purpose] ?? kept.get(`${keyId}:${purpose}`)
  const lookup = secrets.lookupId === undefined ? undefined : byId(secrets.lookupId, 'personal-lookup')
  return {
    currentId: newest.id,
    current: (purpose) => newest.keys[purpose],
    byId,
    all: (purpose) => lists.get(purpose) ?? [],
    ids: [...ring.keys()],
    nextId: next === undefined ? undefined : readable.at(-1)?.id,
    lookups: lookup ? [lookup] : every('personal-lookup'),
    keepsLookups: lookup !== undefined,
    secrets,
  }
}

function deriveKeys(secret: string): SecretKeys {
  // The text itself is the material: HKDF gathers the entropy of hex, base64 and words alike, and no text can
  // be read in two ways. Trimmed, because secrets from files end in a line break.
  const material = Buffer.from(secret.trim(), 'utf8')
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', material, 'paywages', info, 32))
  const id = createHash('sha256').update(derive('key-id')).digest('hex').slice(0, 8)
  const key = (purpose: KeyPurpose) => createSecretKey(derive(purpose))
  const keys = {
    'personal-data': key('personal-data'),
    'personal-lookup': key('personal-lookup'),
    'data-keys': key('data-keys'),
    'audit-chain': key('audit-chain'),
    'content-hash': key('content-hash'),
    'file-store': key('file-store'),
  }
  return { id, keys }
}
