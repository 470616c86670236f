// The last invariant checks, for /ready and whoever looks back.

import type { Tx } from '../adapters/postgres/database.ts'
import type { Finding } from './finding.ts'

const KEPT = 1_000

export async function saveVerification(tx: Tx, findings: readonly Finding[], at: Date): Promise<void> {
  const { verification_id } = await tx
    .insertInto('verifications')
    .values({ at, broken: JSON.stringify(findings) })
    .returning('verification_id')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('verifications')
    .where('verification_id', '<', verification_id - BigInt(KEPT))
    .execute()
}

export async function lastVerification(tx: Tx): Promise<{ at: Date; findings: Finding[] } | undefined> {
  const row = await tx
    .selectFrom('verifications')
    .select(['at', 'broken'])
    .orderBy('verification_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { at: row.at, findings: row.broken as unknown as Finding[] }
}
