// Slows down an address from which links and identities are guessed (D27).

import { LOCKOUT, lockedUntil } from '@paywages/domain/session/lockout.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { insertFailures, lockFailures } from '../session/store.ts'

/** An office signs behind one address: what is right is not counted, however much of it comes. */
export const MAX_FAILURES = 30

const COUNTED: ReadonlySet<string> = new Set(['link-unknown', 'identity-wrong', 'code-wrong'])

/**
 * Counts the failures of the work, and refuses an address that had too many. They are counted when they have happened, so that
 * those who come at once may be a few more: links have 256 bits, and attempts at an identity are counted by the link itself.
 */
export async function limitAddress<T>(
  services: Services,
  origin: Origin,
  work: () => Promise<T>,
): Promise<T> {
  const subject = services.cipher.lookupHash(origin.address, 'signing-failures.address')
  const since = new Date(origin.at.getTime() - LOCKOUT.windowMs - LOCKOUT.lockMs)
  const failures = await services.database.transact((tx) => lockFailures(tx, subject, since))
  if (lockedUntil(failures, origin.at, MAX_FAILURES) !== undefined) throw new Refused('too-many')
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && COUNTED.has(error.code))
      await services.database.transact((tx) => insertFailures(tx, [subject], origin.at))
    throw error
  }
}
