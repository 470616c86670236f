// Who may create, change, disable or reset which account, and which rights may be given (D10, D38).

import type { Person, Rights } from './person.ts'

export type AccountChangeRefusal =
  | 'own-account'
  | 'managers-account'
  | 'manager-right-not-yours'
  | 'pay-and-check-exclude'
  | 'platform-not-yours'
  | 'platform-not-of-provider'

/** The account as it stands now, where there is one. */
export type Target = Pick<Rights, 'manager' | 'superManager'> & { readonly accountId: number }

export type Wanted = Pick<Rights, 'payRight' | 'checkRight' | 'manager'> & { readonly platformId: number }

/** May this person touch that account at all: edit it, disable it, reset its password? */
export function validateTouch(
  actor: Pick<Person, 'accountId' | 'superManager'>,
  target: Target,
): AccountChangeRefusal | undefined {
  if (actor.accountId === target.accountId) return 'own-account'
  if ((target.manager || target.superManager) && !actor.superManager) return 'managers-account'
  return undefined
}

/** May this person give these rights on that platform, within a provider of these platforms? */
export function validateGrant(
  actor: Person,
  wanted: Wanted,
  providerPlatformIds: readonly number[],
): AccountChangeRefusal | undefined {
  if (wanted.payRight && wanted.checkRight) return 'pay-and-check-exclude'
  if (wanted.manager && !actor.superManager) return 'manager-right-not-yours'
  if (!actor.superManager && wanted.platformId !== actor.platformId) return 'platform-not-yours'
  if (!providerPlatformIds.includes(wanted.platformId)) return 'platform-not-of-provider'
  return undefined
}
