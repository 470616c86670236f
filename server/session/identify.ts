// Finds the person behind a session cookie, and keeps the session alive while they work (D9).

import { createHash } from 'node:crypto'
import { mayEnterConsole } from '@paywages/domain/accounts/rights.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { sessionExpired } from '@paywages/domain/session/session-life.ts'
import type { Origin, SignedIn } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { Refused } from '../refused.ts'
import { networkDigest } from './login-place.ts'
import { findSession, noteAccountPlaces, touchSession } from './store.ts'

/** Activity is written at most this often, so that a busy page is no busy table. */
const TOUCH_EVERY_MS = 60_000

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function identify(
  services: Services,
  token: string,
  origin: Origin,
  passive: boolean,
): Promise<SignedIn> {
  const tokenHash = hashToken(token)
  const session = await services.database.query((tx) => findSession(tx, tokenHash))
  if (session === undefined) throw new Refused('session-ended')
  const { startedAt, lastActiveAt, epochAtLogin, sessionEpoch, enabled, brand, ...found } = session
  const over = sessionExpired({ startedAt, lastActiveAt }, services.settings.session, origin.at)
  if (over || !enabled || epochAtLogin !== sessionEpoch) throw new Refused('session-ended')
  const quietMs = origin.at.getTime() - lastActiveAt.getTime()
  if (!passive && quietMs >= Math.min(TOUCH_EVERY_MS, services.settings.session.idleMs / 4))
    await services.database.transact(async (tx) => {
      await touchSession(tx, tokenHash, origin.at)
      // Addresses change while people work.
      await noteAccountPlaces(tx, found.accountId, networkDigest(services, origin), shanghaiDay(origin.at))
    })
  const { factorAt: givenAt, totp, passkey, ...person } = found
  const demanded = services.settings.secondFactor.demanded && mayEnterConsole(person)
  const factor = { totp, passkey, demanded, givenAt }
  return { ...person, brand: brand === 2 ? 2 : 1, sessionToken: tokenHash, factor }
}
