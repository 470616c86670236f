// Which release this is, by its newest migration, and how a writing transaction says so to the database.

import { releaseOf } from '@paywages/domain/schema/schema-fit.ts'
import pg from 'pg'
import { readMigrationNumbers } from './migration-files.ts'

export const KNOWN_MIGRATIONS = readMigrationNumbers()
export const RELEASE = releaseOf(KNOWN_MIGRATIONS)

/** The setting that the guard of every table reads (migration 0021). */
export const RELEASE_SETTING = 'paywages.release'

/** Above every release: migrations and administrators. */
export const NEWEST = 9999

/**
 * One round trip; local to the transaction, so that a pooler cannot hand it on to another release. The lock comes before all others: a
 * migration that raises the least release waits for whoever writes, and whoever comes then waits for it, without a deadlock.
 */
export const beginWriting = (release = RELEASE): string =>
  `begin; set local ${RELEASE_SETTING} = ${release}; lock table schema_version in access share mode`

/** For statements by hand, past all stores: they are let through as the newest release's would be. */
export function administratorUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c ${RELEASE_SETTING}=${NEWEST}`)
  return url.href
}

const REFUSED_WRITER = 'PW001'

/** True when the database refused to let this release write. */
export const isRefusedWriter = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === REFUSED_WRITER
