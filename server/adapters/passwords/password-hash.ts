// Password hashes: argon2id over the digest that travels (D8).

import { hash, verify } from '@node-rs/argon2'

/** The parameters OWASP recommends for argon2id; a hash carries its own, so they may rise later. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(digest: string): Promise<string> {
  return hash(digest, COST)
}

export function matchesPassword(passwordHash: string, digest: string): Promise<boolean> {
  return verify(passwordHash, digest)
}

let decoy: Promise<string> | undefined

/** Spends the same time as a real check, so that unknown names cannot be told from wrong passwords (D9). */
export async function spendPasswordCheck(digest: string): Promise<void> {
  decoy ??= hash('no account has this', COST)
  await verify(await decoy, digest)
}
