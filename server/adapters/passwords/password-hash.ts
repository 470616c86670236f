// Password hashes: argon2id over the digest that travels (D8), few at once, so that a flood of logins leaves the cores to others.

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openSlots } from '../threads/slots.ts'

/** The parameters OWASP recommends for argon2id; a hash carries its own, so they may rise later. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the cores, at least one. */
const claimHasher = openSlots(Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))))

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await claimHasher()
  try {
    return await work()
  } finally {
    leave()
  }
}

export function hashPassword(digest: string): Promise<string> {
  return inTurn(() => hash(digest, COST))
}

export function matchesPassword(passwordHash: string, digest: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, digest))
}

let decoy: Promise<string> | undefined

/** Spends the same time as a real check, so that unknown names cannot be told from wrong passwords (D9). */
export async function spendPasswordCheck(digest: string): Promise<void> {
  decoy ??= hash('no account has this', COST)
  await matchesPassword(await decoy, digest)
}
