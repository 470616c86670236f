// Validates that a password may be tried at all, while nobody else tries the same account from the same place (D9).

import { failuresMatterFrom, LOCKOUT, lockedUntil, slowedUntil } from '@paywages/domain/session/lockout.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { LoginPlace } from './login-place.ts'
import { insertFailures, isLoginPlace, lockSubject, readFailures } from './store.ts'

export type AttemptRefusal = {
  readonly code: 'account-locked' | 'address-locked' | 'login-slowed'
  readonly until: Date
}

/**
 * The lock is held until the transaction ends, and the password is tried within it: fifty guesses sent at once get no more attempts
 * than fifty in a row, and right ones sent at once are never counted as failures while they are looked at.
 */
export async function validateAttempt(
  tx: Tx,
  services: Pick<Services, 'settings'>,
  place: LoginPlace,
  now: Date,
  /** Whoever has a session, or a device that is known, does not pay for attempts from elsewhere. */
  trusted: boolean,
): Promise<AttemptRefusal | undefined> {
  await lockSubject(tx, place.locked)
  const subjects = trusted ? [place.locked] : [place.locked, place.address, place.account]
  const failures = await readFailures(tx, subjects, failuresMatterFrom(now))
  const of = (subject: string) => failures.get(subject) ?? []
  const locked = lockedUntil(of(place.locked), now, LOCKOUT.failures)
  if (locked) return { code: 'account-locked', until: locked }
  if (trusted) return undefined
  const addressLocked = lockedUntil(of(place.address), now, services.settings.loginFailuresPerAddress)
  if (addressLocked) return { code: 'address-locked', until: addressLocked }
  const slowed = slowedUntil(of(place.account), now)
  if (slowed && !(await isLoginPlace(tx, place.accountHere))) return { code: 'login-slowed', until: slowed }
  return undefined
}

/** A known device fails for itself alone: its address and the account elsewhere do not pay for it. */
export async function countFailure(tx: Tx, place: LoginPlace, now: Date): Promise<void> {
  const subjects = place.known ? [place.locked] : [place.locked, place.address, place.account]
  await insertFailures(tx, subjects, now)
}
