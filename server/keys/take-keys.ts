// Holds the secrets of a process against the keys that the database was written with, and adds what is kept of earlier ones (ADR 87).

import { ringFit } from '@paywages/domain/keys/key-life.ts'
import pg from 'pg'
import { type KeyRing, openKeyRing, type Secrets } from '../adapters/personal-data/key-ring.ts'
import type { Database, Tx } from '../adapters/postgres/database.ts'
import { StartProblem } from '../adapters/start-problem.ts'
import { missingKept, openKept } from './kept-keys.ts'
import { insertKey, type KeyRecord, lockKeys, readKept, readKeys, saveKept } from './store.ts'

/** The table is not there yet, or its owner has not granted it yet: the process waits for its migration. */
const NOT_READY = ['42P01', '42501']

const isNotReady = (error: unknown) =>
  error instanceof pg.DatabaseError && NOT_READY.includes(error.code ?? '')

export async function takeKeys(database: Database, secrets: Secrets): Promise<KeyRing> {
  const ring = openKeyRing(secrets)
  try {
    return openKeyRing(await database.transact((tx) => withKept(tx, ring)))
  } catch (error) {
    if (!isNotReady(error)) throw error
    // Which key the hashes are made with is not known; with one key there is no question.
    if (ring.ids.length > 1)
      throw new StartProblem('Keys are rotated on a database of this release; run npm run migrate first.')
    return ring
  }
}

async function withKept(tx: Tx, ring: KeyRing): Promise<Secrets> {
  let known = await readKeys(tx)
  const held = ring.ids.filter((id) => id !== ring.nextId)
  if (held.some((id) => !known.some(({ keyId }) => keyId === id))) {
    await lockKeys(tx)
    known = await register(tx, await readKeys(tx), held)
  }
  refuseUnfit(ring, known)
  const lookupId = known.find(({ hashes }) => hashes)?.keyId
  const kept = await readKept(tx)
  const missing = missingKept(
    ring,
    known.map(({ keyId }) => keyId),
    lookupId,
    kept,
  )
  for (const one of missing) await saveKept(tx, one)
  return {
    ...ring.secrets,
    lookupId,
    kept: [...kept, ...missing].map((one) => openKept(ring, one)),
  }
}

/** The oldest first; the first of all is the one that hashes are made with. */
async function register(tx: Tx, known: KeyRecord[], held: readonly string[]): Promise<KeyRecord[]> {
  const all = [...known]
  const hasHashes = known.some(({ hashes }) => hashes)
  for (const keyId of held.toReversed()) {
    if (all.some((one) => one.keyId === keyId)) continue
    // On an empty database nothing was hashed yet, with whatever old keys somebody starts it.
    const hashes = !hasHashes && keyId === held[0]
    await insertKey(tx, keyId, hashes)
    all.push({ keyId, retired: false, hashes })
  }
  return all
}

function refuseUnfit(ring: KeyRing, known: readonly KeyRecord[]): void {
  const fit = ringFit(known, ring)
  if (fit.fits) return
  throw new StartProblem(
    fit.why === 'lacks-key'
      ? `The key ${fit.keyId} is still in use and is neither SECRET_KEY nor in SECRET_KEY_OLD or SECRET_KEY_NEXT; add it, and see npm run rotate-keys.`
      : `SECRET_KEY is the key ${fit.keyId}, which is retired; nothing may be sealed under it any more.`,
  )
}
