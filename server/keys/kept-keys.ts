// Wraps the keys of purposes that outlive their secret: what was hashed and signed once can still be held against them (ADR 87).

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeptKey, KeyPurpose, KeyRing } from '../adapters/personal-data/key-ring.ts'
import { StartProblem } from '../adapters/start-problem.ts'
import type { WrappedKeptKey } from './store.ts'

/** Seals of the audit log and anchors; what was approved and ordered. */
const SIGNING: readonly KeyPurpose[] = ['audit-chain', 'content-hash']
const NONCE_BYTES = 12
const TAG_OPTIONS = { authTagLength: 16 }

const boundTo = ({ keyId, purpose }: Pick<WrappedKeptKey, 'keyId' | 'purpose'>) =>
  Buffer.from(`kept_keys:${keyId}:${purpose}`)

function wrap(ring: KeyRing, { keyId, purpose, material }: KeptKey): WrappedKeptKey {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', ring.current('data-keys'), nonce, TAG_OPTIONS)
  cipher.setAAD(boundTo({ keyId, purpose }))
  const content = Buffer.from(material, 'base64')
  const wrapped = Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
  return { keyId, purpose, wrapped, wrappedUnder: ring.currentId }
}

export function openKept(ring: KeyRing, kept: WrappedKeptKey): KeptKey {
  const { keyId, purpose, wrapped, wrappedUnder } = kept
  const key = ring.byId(wrappedUnder, 'data-keys')
  if (!key)
    throw new StartProblem(
      `What is kept of the key ${keyId} lies under the key ${wrappedUnder}, which is neither SECRET_KEY nor in SECRET_KEY_OLD or SECRET_KEY_NEXT.`,
    )
  const tagAt = wrapped.length - TAG_OPTIONS.authTagLength
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, NONCE_BYTES), TAG_OPTIONS)
    decipher.setAAD(boundTo(kept))
    decipher.setAuthTag(wrapped.subarray(tagAt))
    const material = Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, tagAt)), decipher.final()])
    return { keyId, purpose: purpose as KeyPurpose, material: material.toString('base64') }
  } catch {
    throw new StartProblem(`What the database keeps of the key ${keyId} was altered.`)
  }
}

export const rewrap = (ring: KeyRing, kept: WrappedKeptKey): WrappedKeptKey =>
  wrap(ring, openKept(ring, kept))

/** What is not yet kept of these secrets. */
export function missingKept(
  ring: KeyRing,
  keyIds: readonly string[],
  lookupId: string | undefined,
  there: readonly WrappedKeptKey[],
): WrappedKeptKey[] {
  const wanted = keyIds.flatMap((keyId) =>
    [...SIGNING, ...(keyId === lookupId ? (['personal-lookup'] as const) : [])].map((purpose) => ({
      keyId,
      purpose,
    })),
  )
  return wanted.flatMap(({ keyId, purpose }) => {
    if (there.some((kept) => kept.keyId === keyId && kept.purpose === purpose)) return []
    const key = ring.byId(keyId, purpose)
    return key ? [wrap(ring, { keyId, purpose, material: key.export().toString('base64') })] : []
  })
}
