// Who is logged in, as the login and the page ask for it (spec §7).

import { factorState } from '@paywages/domain/factors/factor-standing.ts'
import type { CurrentUser } from '@paywages/wire/session/endpoints.ts'
import type { SignedIn } from '../actor.ts'

export function describePerson(person: SignedIn): CurrentUser {
  const { account, realName, checkRight, payRight, superManager, manager, brand, mustChangePassword } = person
  const { accountId, providerId, providerName, platformName, factor } = person
  return {
    account,
    realName,
    checkRight,
    payRight,
    superManager,
    manager,
    brand,
    mustChangePassword,
    accountId,
    providerId,
    providerName,
    platformName,
    factor: factorState(factor),
    hasTotp: factor.totp,
    hasPasskey: factor.passkey,
  }
}
