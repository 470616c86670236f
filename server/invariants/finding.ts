// What an invariant check found, and the shape of one check.

import type { Tx } from '../adapters/postgres/database.ts'
import type { Extent } from './extent.ts'

/** The invariants that a command can check on a live database, as docs/rules/invariants.md numbers them. */
export const INVARIANTS = [
  ...(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11'] as const),
  ...(['I12', 'I13', 'I14', 'I15', 'I16'] as const),
] as const
export type Invariant = (typeof INVARIANTS)[number]

export type Finding = { readonly invariant: Invariant; readonly what: string }

/** At one moment of the database; `now` is the clock's. What lies outside the extent may be left out. */
export type InvariantCheck = (tx: Tx, now: Date, extent: Extent) => Promise<Finding[]>

/** So many of one kind are told; a broken database does not need a million lines. */
export const MAX_REPORTED = 20
