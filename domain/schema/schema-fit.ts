// Whether a release may work on a database: by the migrations that each knows, and the least release that may still write.

/** A release, by the number of its newest migration. */
export type ReleaseNumber = number

export type SchemaState = {
  /** Numbers of the migrations that the database has had. */
  readonly applied: readonly number[]
  /** Releases below this one would write what the schema no longer understands. */
  readonly leastWriter: ReleaseNumber
}

export type SchemaFit = 'fits' | 'empty' | 'too-old' | 'too-new'

export function releaseOf(known: readonly number[]): ReleaseNumber {
  return Math.max(0, ...known)
}

/**
 * A database that is ahead still fits, as long as its migrations only added to what this release knows: that is what lets two releases
 * run side by side. One that lacks a migration never fits.
 */
export function schemaFit(known: readonly number[], { applied, leastWriter }: SchemaState): SchemaFit {
  if (leastWriter > releaseOf(known)) return 'too-new'
  if (applied.length === 0) return 'empty'
  return known.every((number) => applied.includes(number)) ? 'fits' : 'too-old'
}
