// Slows down an address from which links and identities are guessed (D27).

import { failuresMatterFrom, lockedUntil } from '@paywages/domain/session/lockout.ts'
import { networkOf } from '@paywages/domain/session/network.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { insertFailures, readFailures } from '../session/store.ts'
import { hashOf } from './link-store.ts'
import { wasIdentified } from './session-store.ts'

/** An office signs behind one address: what is right is not counted, however much of it comes. */
export const MAX_FAILURES = 30

const COUNTED: ReadonlySet<string> = new Set(['link-unknown', 'identity-wrong', 'code-wrong'])

/**
 * Counts the failures of the work, and refuses an address that had too many, but for links whose person has shown who they are: an
 * office of two hundred is not locked out by one. Failures are counted when they have happened, so that those who come at once may be
 * a few more: links have 256 bits, and attempts at an identity are counted by the link itself.
 */
export async function limitAddress<T>(
  services: Services,
  origin: Origin,
  token: string,
  work: () => Promise<T>,
): Promise<T> {
  const subject = services.cipher.shortHash(networkOf(origin.address), 'signing-failures.address')
  const failures = await services.database.query((tx) =>
    readFailures(tx, [subject], failuresMatterFrom(origin.at)),
  )
  const until = lockedUntil(failures.get(subject) ?? [], origin.at, MAX_FAILURES)
  if (until && !(await services.database.query((tx) => wasIdentified(tx, hashOf(token)))))
    throw new Refused('too-many', { seconds: Math.ceil((until.getTime() - origin.at.getTime()) / 1_000) })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && COUNTED.has(error.code))
      await services.database.transact((tx) => insertFailures(tx, [subject], origin.at))
    throw error
  }
}
