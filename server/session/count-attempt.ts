// Counts an attempt at a password before the password is looked at, at login and when it is changed (D9).

import { LOCKOUT, lockedUntil } from '@paywages/domain/session/lockout.ts'
import type { Origin } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { insertFailures, lockFailures } from './store.ts'

export type Attempt =
  | { readonly subject: string; readonly ids: bigint[] }
  | { readonly locked: 'account-locked' | 'address-locked'; readonly minutes: number }

/**
 * The failure is written down first and taken back on success: fifty guesses sent at once get no more attempts than
 * fifty in a row. Names are kept as keyed hashes, known or not, as people type passwords into the wrong field.
 */
export async function countAttempt(services: Services, origin: Origin, account: string): Promise<Attempt> {
  const name = services.cipher.lookupHash(account.toLowerCase(), 'login-failures.account')
  const address = services.cipher.lookupHash(origin.address, 'login-failures.address')
  const since = new Date(origin.at.getTime() - LOCKOUT.windowMs - LOCKOUT.lockMs)
  const minutesTo = (until: Date) => Math.ceil((until.getTime() - origin.at.getTime()) / 60_000)
  return services.database.transact(async (tx): Promise<Attempt> => {
    const until = lockedUntil(await lockFailures(tx, name, since), origin.at)
    if (until) return { locked: 'account-locked', minutes: minutesTo(until) }
    const limit = services.settings.loginFailuresPerAddress
    const addressUntil = lockedUntil(await lockFailures(tx, address, since), origin.at, limit)
    if (addressUntil) return { locked: 'address-locked', minutes: minutesTo(addressUntil) }
    return { subject: name, ids: await insertFailures(tx, [name, address], origin.at) }
  })
}
