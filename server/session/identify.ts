// Finds the person behind a session cookie, and keeps the session alive while they work (D9).

import { createHash } from 'node:crypto'
import { sessionExpired } from '@paywages/domain/session/session-life.ts'
import type { Origin, SignedIn } from '../actor.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { findSession, touchSession } from './store.ts'

/** Activity is written at most this often, so that a busy page is no busy table. */
const TOUCH_EVERY_MS = 60_000

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function identify(
  house: House,
  token: string,
  origin: Origin,
  passive: boolean,
): Promise<SignedIn> {
  const tokenHash = hashToken(token)
  const session = await house.database.look((tx) => findSession(tx, tokenHash))
  if (session === undefined) throw new Refused('session-ended')
  const times = { startedAt: session.started_at, lastActiveAt: session.last_active_at }
  const over = sessionExpired(times, house.settings.session, origin.at)
  if (over || !session.enabled || session.epoch_at_login !== session.session_epoch)
    throw new Refused('session-ended')
  const quietMs = origin.at.getTime() - session.last_active_at.getTime()
  if (!passive && quietMs >= Math.min(TOUCH_EVERY_MS, house.settings.session.idleMs / 4))
    await house.database.transact((tx) => touchSession(tx, tokenHash, origin.at))
  return {
    accountId: session.account_id,
    account: session.account,
    realName: session.real_name,
    providerId: session.provider_id,
    providerName: session.provider_name,
    platformId: session.platform_id,
    platformName: session.platform_name,
    payRight: session.pay_right,
    checkRight: session.check_right,
    appLoginRight: session.app_login_right,
    manager: session.manager,
    superManager: session.super_manager,
    brand: session.brand === 2 ? 2 : 1,
    mustChangePassword: session.must_change_password,
    sessionToken: tokenHash,
  }
}
