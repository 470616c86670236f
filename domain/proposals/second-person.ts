// Which changes need a second person (D47): those that give power over money. Taking power away never waits.

import type { Rights } from '../accounts/person.ts'

/** The rights by which an account decides about money, or about accounts. */
export type DecidingRights = Pick<Rights, 'payRight' | 'checkRight' | 'manager'> & {
  readonly superManager?: boolean
}

const DECIDING = ['payRight', 'checkRight', 'manager'] as const

export const holdsDecidingRight = (rights: DecidingRights): boolean =>
  rights.superManager === true || DECIDING.some((right) => rights[right])

type Placed = DecidingRights & { readonly platformId: number }

/** Giving a right does, and moving an account that holds one to another platform; taking rights away does not. */
export function needsSecondPerson(before: Placed, after: Placed): boolean {
  if (DECIDING.some((right) => after[right] && !before[right])) return true
  return after.platformId !== before.platformId && holdsDecidingRight(after)
}

/** The terms of a provider that decide how much is paid, to whom, and what is withheld. */
export const GUARDED_TERMS = [
  'serviceRate',
  'monthlyLimitFen',
  'withholdsTax',
  'taxMethod',
  'gapRule',
  'vatBearer',
  'unsignedBlocks',
] as const
export type GuardedTerm = (typeof GUARDED_TERMS)[number]

/** New, reset, enabled and changed accounts decide from this moment on; null where they need not wait. */
export function decidesFrom(changedAt: Date, waitMs: number): Date | null {
  return waitMs === 0 ? null : new Date(changedAt.getTime() + waitMs)
}

/** Whether an account still waits before it may decide. */
export const isWaiting = (from: Date | null, now: Date): boolean => from !== null && now < from
